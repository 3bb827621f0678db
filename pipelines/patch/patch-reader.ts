import { createHash } from 'node:crypto'
import type { Progress } from '../../terminal/progress.ts'
import { formatBytes } from '../../terminal/quantity.ts'
import { StepError } from '../../terminal/step-error.ts'
import type { ArchiveBytes } from '../archive/archive-bytes.ts'
import { BLOCK_BYTES } from './checked-files.ts'
import { type Packing, PIECE_BYTES_MAX, PLAIN } from './packing.ts'
import {
  ARCHIVE_BYTES_MAX,
  HASH_BYTES,
  MAGIC,
  type NamedArchive,
  PATCH_VERSION,
  type PatchHead,
  type PatchStep,
  STEP_CODES,
  ZLIB_NAME_BYTES_MAX,
} from './patch-format.ts'

/** Bytes that are read ahead for the numbers of steps. */
const AHEAD_BYTES = 65_536

interface Cure {
  remedy?: string
  cause?: unknown
}

/**
 * Reads a patch from its first byte to its last. A patch is made by a stranger: every number of it
 * is checked against its bound, OLD's size and the bytes that are there before anything is done.
 */
export class PatchReader {
  readonly head: PatchHead
  private readonly step: string
  private readonly file: string
  private readonly bytes: ArchiveBytes
  private readonly end: number
  private ahead: Uint8Array = new Uint8Array(0)
  /** Place of the next byte in the file, and in `ahead`. */
  private position = 0
  private at = 0
  /** Where the step before ended in OLD. */
  private place = 0

  /** Throws `StepError` for a file that is not a patch, of a later format, damaged or cut short. */
  static async open(
    step: string,
    file: string,
    bytes: ArchiveBytes,
    progress: Progress,
  ): Promise<PatchReader> {
    checkFormat(step, file, bytes)
    await checkHash(step, file, bytes, progress)
    return new PatchReader(step, file, bytes)
  }

  private constructor(step: string, file: string, bytes: ArchiveBytes) {
    this.step = step
    this.file = file
    this.bytes = bytes
    this.end = bytes.size - HASH_BYTES
    this.take(MAGIC.length + 1)
    this.head = { old: this.archive(), new: this.archive(), zlib: this.zlibName() }
  }

  /** The steps in their order. Throws `StepError` where they do not make NEW of OLD. */
  *steps(): Generator<PatchStep> {
    for (let code = this.varint(); code !== STEP_CODES.end; code = this.varint()) {
      yield this.readStep(code)
    }
    if (this.position !== this.end) throw this.invalid('has bytes after its last step')
  }

  /** The error for a patch whose checksum is right and whose content is wrong. */
  invalid(problem: string, { remedy = 'Make the patch again.', cause }: Cure = {}): StepError {
    return new StepError(this.step, this.file, problem, remedy, { cause })
  }

  private readStep(code: number): PatchStep {
    switch (code) {
      case STEP_CODES.copy:
        return { do: 'copy', ...this.range(this.head.old.bytes) }
      case STEP_CODES.insert:
        return { do: 'insert', bytes: this.take(this.varint()) }
      case STEP_CODES.remake:
        return {
          do: 'remake',
          ...this.range(PIECE_BYTES_MAX),
          packing: this.packing(),
          delta: this.take(this.varint()),
        }
      default:
        throw this.invalid(`has a step ${code}, which is not known`)
    }
  }

  private range(bytesMax: number): { from: number; length: number } {
    const length = this.varint()
    if (length === 0) return { from: this.place, length }
    const coded = this.varint()
    const from = this.place + (coded % 2 === 1 ? -(coded + 1) / 2 : coded / 2)
    if (from < 0 || length > bytesMax || from + length > this.head.old.bytes)
      throw this.invalid(`requires ${length} bytes from ${from} on of OLD`)
    this.place = from + length
    return { from, length }
  }

  private packing(): Packing {
    const level = this.varint()
    if (level === PLAIN.level) return PLAIN
    const packing = { level, extraFlags: this.varint(), system: this.varint() }
    if (level > 9 || packing.extraFlags > 255 || packing.system > 255)
      throw this.invalid(`has an unknown packing ${Object.values(packing)}`)
    return packing
  }

  private archive(): NamedArchive {
    const bytes = this.varint()
    if (bytes > ARCHIVE_BYTES_MAX) {
      const most = formatBytes(ARCHIVE_BYTES_MAX)
      throw this.invalid(`names an archive of ${formatBytes(bytes)}, at most ${most}`)
    }
    return { bytes, sha256: Buffer.from(this.take(HASH_BYTES)).toString('hex') }
  }

  private zlibName(): string {
    const length = this.varint()
    if (length > ZLIB_NAME_BYTES_MAX) throw this.invalid(`has a zlib of ${length} characters`)
    const name = Buffer.from(this.take(length)).toString('latin1')
    return name.replace(/[^ -~]/g, '?')
  }

  private varint(): number {
    let value = 0
    for (let scale = 1; scale <= 2 ** 49; scale *= 128) {
      const [byte] = this.take(1)
      value += (byte & 127) * scale
      if (byte < 128) {
        if (value > Number.MAX_SAFE_INTEGER) break
        return value
      }
    }
    throw this.invalid(`has a number that is too large before byte ${this.position}`)
  }

  /** The next bytes. They are not overwritten by what is read later. */
  private take(count: number): Uint8Array {
    if (count > PIECE_BYTES_MAX || count > this.end - this.position)
      throw this.invalid(`has a step of ${count} bytes at byte ${this.position} of ${this.end}`)
    if (this.at + count > this.ahead.length) {
      const length = Math.min(Math.max(count, AHEAD_BYTES), this.end - this.position)
      this.ahead = this.bytes.read(this.position, length)
      this.at = 0
      if (this.ahead.length < count) throw this.invalid('was changed while it was read')
    }
    const taken = this.ahead.subarray(this.at, this.at + count)
    this.at += count
    this.position += count
    return taken
  }
}

function checkFormat(step: string, file: string, bytes: ArchiveBytes): void {
  const start = bytes.read(0, MAGIC.length + 1)
  if (Buffer.from(start).toString('latin1', 0, MAGIC.length) !== MAGIC) {
    const remedy = 'Name a file that `plat archives diff` has written.'
    throw new StepError(step, file, 'is not a patch', remedy)
  }
  const version = start[MAGIC.length]
  if (version !== PATCH_VERSION && version !== undefined) {
    const problem = `is a patch of format ${version}, and this version of Plat reads ${PATCH_VERSION}`
    throw new StepError(step, file, problem, 'Apply it with a newer version of Plat.')
  }
}

async function checkHash(
  step: string,
  file: string,
  bytes: ArchiveBytes,
  progress: Progress,
): Promise<void> {
  const end = bytes.size - HASH_BYTES
  const hash = createHash('sha256')
  const hashing = progress.step(`hash ${file}`, { total: bytes.size, unit: 'B' })
  for (let at = 0; at < end; at += BLOCK_BYTES) {
    const block = bytes.read(at, Math.min(BLOCK_BYTES, end - at))
    hash.update(block)
    hashing.advance(block.length)
    await new Promise(setImmediate)
  }
  hashing.done()
  if (end > 0 && hash.digest().equals(bytes.read(end, HASH_BYTES))) return
  const problem = 'is damaged or cut short: its checksum is not that of its bytes'
  throw new StepError(step, file, problem, 'Download it again, or make it again.')
}
