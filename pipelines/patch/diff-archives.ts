import { rm } from 'node:fs/promises'
import type { Progress } from '../../terminal/progress.ts'
import { StepError } from '../../terminal/step-error.ts'
import type { ArchiveBytes } from '../archive/archive-bytes.ts'
import { ArchiveDiff, type Side, type TileCounts } from './archive-diff.ts'
import { ArchiveMap } from './archive-map.ts'
import { assertNewFile, InputFiles, inBlocks, isSameFile, writeNewFile } from './checked-files.ts'
import { encodePatch, type NamedArchive, OWN_ZLIB } from './patch-format.ts'
import { PatchReader } from './patch-reader.ts'
import { hashPieces } from './piece-hashes.ts'
import { rebuild } from './rebuild.ts'

const STEP = 'make the patch'

export interface DiffReport {
  old: NamedArchive
  new: NamedArchive
  patch_bytes: number
  /** Bytes of the patch over those of NEW. */
  share: number
  tiles: TileCounts
}

/** Input of a patch. */
export interface DiffOptions {
  old: string
  new: string
  /** File of the patch, which must not exist. */
  out: string
  /** Takes changed tiles whole, so that any version of zlib can apply the patch. */
  isWhole: boolean
  progress: Progress
}

/**
 * Writes what makes NEW of OLD, two PMTiles archives of any writer, and applies it once, without
 * writing NEW. Memory: about 350 bytes an entry of both directories, and four pieces.
 *
 * Throws `StepError`, and leaves no patch, for a file that is not an archive or is changed
 * meanwhile, and where `out` exists or cannot be written.
 */
export async function diffArchives(options: DiffOptions): Promise<DiffReport> {
  const { out, progress, isWhole } = options
  if (isSameFile(options.old, options.new)) {
    const remedy = 'Name the archive of before and the archive of after.'
    throw new StepError(STEP, options.new, 'is named as OLD and as NEW', remedy)
  }
  assertNewFile(STEP, out)
  using files = new InputFiles(STEP)
  const [oldFile, newFile] = [files.open(options.old), files.open(options.new)]
  const oldSide = await readSide(options.old, oldFile, progress)
  const newSide = await readSide(options.new, newFile, progress)
  const diff = new ArchiveDiff(oldSide, newSide, isWhole)
  const step = progress.step('compare the tiles', { total: newSide.bytes, unit: 'B' })
  const head = { old: named(oldSide), new: named(newSide), zlib: OWN_ZLIB }
  await writeNewFile(
    STEP,
    out,
    encodePatch(
      head,
      diff.steps((bytes) => step.advance(bytes)),
    ),
  )
  step.done()
  const patch = files.open(out)
  try {
    await applyOnce(oldFile, await PatchReader.open(STEP, out, patch, progress), progress)
  } catch (error) {
    await rm(out)
    throw error
  }
  return {
    old: head.old,
    new: head.new,
    patch_bytes: patch.size,
    share: patch.size / newSide.bytes,
    tiles: diff.tiles,
  }
}

async function readSide(path: string, file: ArchiveBytes, progress: Progress): Promise<Side> {
  const map = new ArchiveMap(STEP, path, file)
  const hashed = await hashPieces(path, map.pieces, progress)
  if (hashed.bytes !== file.size) {
    const remedy = 'Try again when nothing writes to it.'
    throw new StepError(STEP, path, 'was changed while it was read', remedy)
  }
  return { file, map, ...hashed }
}

const named = ({ bytes, sha256 }: Side): NamedArchive => ({ bytes, sha256 })

/** A patch that makes anything but NEW is found here, and not by those who receive it. */
async function applyOnce(old: ArchiveBytes, patch: PatchReader, progress: Progress): Promise<void> {
  const step = progress.step('check the patch', { total: patch.head.new.bytes, unit: 'B' })
  for await (const _ of inBlocks(rebuild(old, patch, step)));
  step.done()
}
