import { createHash } from 'node:crypto'
import { ByteSink } from '../archive/byte-sink.ts'
import type { Packing } from './packing.ts'

/** Version of the format, the byte after the magic. A change of it is a new number. */
export const PATCH_VERSION = 1
/** First bytes of a patch. */
export const MAGIC = 'PLPATCH'
/** SHA-256 of the bytes before it ends a patch. */
export const HASH_BYTES = 32
/** Characters of the name of a zlib. */
export const ZLIB_NAME_BYTES_MAX = 64
/** Largest archive that a patch is made of or makes. */
export const ARCHIVE_BYTES_MAX = 2 ** 42

/** An archive as a patch names it. */
export interface NamedArchive {
  bytes: number
  /** In hex. */
  sha256: string
}

/** The head of a patch: the archives that it leads from and to, and the zlib that it relies on. */
export interface PatchHead {
  old: NamedArchive
  new: NamedArchive
  zlib: string
}

/** One step from OLD to NEW; together they make NEW from its first byte to its last. */
export type PatchStep =
  /** Bytes of OLD. */
  | { do: 'copy'; from: number; length: number }
  /** Bytes of the patch. */
  | { do: 'insert'; bytes: Uint8Array }
  /** A piece of OLD (`length` 0: none), unpacked, changed by the delta, and packed again. */
  | { do: 'remake'; from: number; length: number; packing: Packing; delta: Uint8Array }

/** Codes of the steps; `end` follows the last one. */
export const STEP_CODES = { end: 0, copy: 1, insert: 2, remake: 3 } as const

/** The zlib of this process: another version may pack the same bytes into other ones. */
export const OWN_ZLIB = `${process.versions.zlib} ${process.arch}`.slice(0, ZLIB_NAME_BYTES_MAX)

/** The bytes of a patch: head, steps, and the hash of both. */
export function* encodePatch(head: PatchHead, steps: Iterable<PatchStep>): Generator<Uint8Array> {
  const hash = createHash('sha256')
  for (const part of encodeParts(head, steps)) {
    hash.update(part)
    yield part
  }
  yield hash.digest()
}

function* encodeParts(head: PatchHead, steps: Iterable<PatchStep>): Generator<Uint8Array> {
  yield encodeHead(head)
  const encoder = new StepEncoder()
  for (const step of joinCopies(steps)) yield* encoder.encode(step)
  yield Uint8Array.of(STEP_CODES.end)
}

/** Copies of pieces that follow each other in both archives, as one. */
function* joinCopies(steps: Iterable<PatchStep>): Generator<PatchStep> {
  let waiting: PatchStep | null = null
  for (const step of steps) {
    if (waiting?.do === 'copy' && step.do === 'copy' && step.from === waiting.from + waiting.length)
      waiting.length += step.length
    else {
      if (waiting !== null) yield waiting
      waiting = step
    }
  }
  if (waiting !== null) yield waiting
}

/** Encodes the head: magic, version, then sizes, hashes and the name of the zlib. */
function encodeHead(head: PatchHead): Uint8Array {
  const sink = new ByteSink()
  const put = (bytes: Uint8Array): void => sink.copy(bytes, 0, bytes.length)
  put(Buffer.from(MAGIC, 'latin1'))
  put(Uint8Array.of(PATCH_VERSION))
  for (const archive of [head.old, head.new]) {
    sink.varint(archive.bytes)
    put(Buffer.from(archive.sha256, 'hex'))
  }
  sink.varint(head.zlib.length)
  put(Buffer.from(head.zlib, 'latin1'))
  return sink.bytes.slice(0, sink.at)
}

/** Encodes steps; places in OLD are distances from where the step before ended. */
class StepEncoder {
  private readonly sink = new ByteSink()
  private place = 0

  /** The parts of a step: numbers, then bytes that it carries. */
  encode(step: PatchStep): Uint8Array[] {
    this.sink.at = 0
    this.sink.varint(STEP_CODES[step.do])
    switch (step.do) {
      case 'copy':
        this.putRange(step)
        return [this.numbers()]
      case 'insert':
        this.sink.varint(step.bytes.length)
        return [this.numbers(), step.bytes]
      case 'remake':
        this.putRange(step)
        this.putPacking(step.packing)
        this.sink.varint(step.delta.length)
        return [this.numbers(), step.delta]
      default:
        return step satisfies never
    }
  }

  private putRange({ from, length }: { from: number; length: number }): void {
    this.sink.varint(length)
    if (length === 0) return
    const distance = from - this.place
    this.sink.varint(distance < 0 ? -2 * distance - 1 : 2 * distance)
    this.place = from + length
  }

  private putPacking({ level, extraFlags, system }: Packing): void {
    this.sink.varint(level)
    if (level === 0) return
    this.sink.varint(extraFlags)
    this.sink.varint(system)
  }

  private numbers(): Uint8Array {
    return this.sink.bytes.slice(0, this.sink.at)
  }
}
