import { hashFile } from '../../catalog/file-hash.ts'
import type { Progress } from '../../terminal/progress.ts'
import { StepError } from '../../terminal/step-error.ts'
import type { ArchiveBytes } from '../archive/archive-bytes.ts'
import { assertNewFile, assertRoom, InputFiles, isSameFile, writeNewFile } from './checked-files.ts'
import type { NamedArchive, PatchHead } from './patch-format.ts'
import { PatchReader } from './patch-reader.ts'
import { rebuild } from './rebuild.ts'

const STEP = 'apply the patch'

/** Files of an application. */
export interface ApplyOptions {
  old: string
  patch: string
  /** File of NEW, which must not exist. */
  out: string
  progress: Progress
}

/**
 * Makes NEW of OLD and a patch, byte for byte, and returns its size and SHA-256. Memory: four
 * pieces of an archive at most.
 *
 * Throws `StepError` for a patch that is damaged, cut short, of a later format or made from another
 * archive, where `out` exists or its disk is full, and where zlib writes other bytes than that of
 * the patch's maker; then there is no `out`, and OLD and the patch are as they were.
 */
export async function applyPatch(options: ApplyOptions): Promise<NamedArchive> {
  const { out, progress } = options
  if (isSameFile(options.old, out)) {
    const remedy = 'Name another file: OLD is read while NEW is written.'
    throw new StepError(STEP, out, 'is named as OLD and as NEW', remedy)
  }
  assertNewFile(STEP, out)
  using files = new InputFiles(STEP)
  const old = files.open(options.old)
  const file = files.open(options.patch)
  const patch = await PatchReader.open(STEP, options.patch, file, progress)
  assertRoom(STEP, out, patch.head.new.bytes)
  await checkOld(options.old, old, patch.head, progress)
  const step = progress.step(`write ${out}`, { total: patch.head.new.bytes, unit: 'B' })
  await writeNewFile(STEP, out, rebuild(old, patch, step))
  step.done()
  return patch.head.new
}

/** Throws `StepError` unless the file is the one that the patch was made from. */
async function checkOld(
  path: string,
  file: ArchiveBytes,
  head: PatchHead,
  progress: Progress,
): Promise<void> {
  const step = progress.step(`hash ${path}`, { total: file.size, unit: 'B' })
  const { bytes, sha256 } = await hashFile(path, (part) => step.advance(part.length))
  step.done()
  if (sha256 === head.old.sha256) return
  if (sha256 === head.new.sha256) {
    const remedy = 'It needs no patch: use it as it is.'
    throw new StepError(STEP, path, 'is the archive that the patch makes already', remedy)
  }
  const found = `${bytes} bytes with sha256 ${sha256}`
  const expected = `${head.old.bytes} bytes with ${head.old.sha256}`
  const problem = `is not the archive that the patch was made from: ${found}, not ${expected}`
  throw new StepError(STEP, path, problem, 'Name that archive, or make a patch from this one.')
}
