import { createHash } from 'node:crypto'
import type { Step } from '../../terminal/progress.ts'
import type { StepError } from '../../terminal/step-error.ts'
import type { ArchiveBytes } from '../archive/archive-bytes.ts'
import { BLOCK_BYTES } from './checked-files.ts'
import { packAs, unpack } from './packing.ts'
import { OWN_ZLIB, type PatchStep } from './patch-format.ts'
import type { PatchReader } from './patch-reader.ts'
import { unpackDelta } from './piece-delta.ts'

/**
 * NEW in parts, made from OLD by the steps of a patch. Throws `StepError` after the last part
 * unless size and SHA-256 are those that the patch names: until then the parts may be wrong.
 */
export function* rebuild(
  old: ArchiveBytes,
  patch: PatchReader,
  progress: Step,
): Generator<Uint8Array> {
  const hash = createHash('sha256')
  const { bytes, sha256 } = patch.head.new
  let made = 0
  for (const step of patch.steps()) {
    for (const part of partsOf(step, old, patch)) {
      made += part.length
      if (made > bytes) throw patch.invalid(`makes more than the ${bytes} bytes that it names`)
      hash.update(part)
      progress.advance(part.length)
      yield part
    }
  }
  if (made !== bytes || hash.digest('hex') !== sha256) throw wrongResult(patch)
}

function* partsOf(step: PatchStep, old: ArchiveBytes, patch: PatchReader): Generator<Uint8Array> {
  if (step.do === 'insert') yield step.bytes
  else if (step.do === 'remake') yield remake(step, old, patch)
  else {
    const end = step.from + step.length
    for (let at = step.from; at < end; at += BLOCK_BYTES)
      yield old.read(at, Math.min(BLOCK_BYTES, end - at))
  }
}

function remake(
  { from, length, packing, delta }: PatchStep & { do: 'remake' },
  old: ArchiveBytes,
  patch: PatchReader,
): Uint8Array {
  try {
    const base = unpack(old.read(from, length))
    return packAs(unpackDelta(delta, base), packing)
  } catch (cause) {
    throw patch.invalid(`has changes of OLD's byte ${from} that cannot be read`, { cause })
  }
}

/** A checked OLD and a checked patch make something else: zlib differs, or the patch is wrong. */
function wrongResult(patch: PatchReader): StepError {
  const { zlib } = patch.head
  if (zlib === OWN_ZLIB) return patch.invalid('does not make the archive that it names')
  const remedy = 'Apply it with the Node that made it, or make it again with --whole-tiles.'
  return patch.invalid(
    `relies on zlib ${zlib}; that of this Node, ${OWN_ZLIB}, packs the same tiles into other bytes`,
    { remedy },
  )
}
