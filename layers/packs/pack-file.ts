import { createHash } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { StepError } from '../../terminal/step-error.ts'
import { ALIGNMENT, type Extent, MAGIC, PackHeader, PREAMBLE_BYTES } from './pack-format.ts'

/** An open file as the threads of a process share it: descriptors and memory are the process's. */
export interface SharedFile {
  header: PackHeader
  descriptor: number
  bodyStart: number
  /** What was read into shared memory, by its extent. */
  held: Map<string, ArrayBuffer>
}

/** An open pack file: its checked header, and reads from its body. */
export class PackFile {
  /** For another thread, while this one keeps the file open. */
  readonly shared: SharedFile

  /** Throws `StepError` for a file that is no pack, damaged, cut off or of another version. */
  constructor(file: string | SharedFile) {
    this.shared = typeof file === 'string' ? open(file) : file
  }

  get header(): PackHeader {
    return this.shared.header
  }

  /** Fills `into` with bytes of the body. */
  read(into: Uint8Array, offset: number): void {
    const { descriptor, bodyStart } = this.shared
    readFully(descriptor, into, bodyStart + offset)
  }

  /** Bytes of the body in memory that worker threads share; the same when asked for again. */
  readShared({ offset, length }: Extent): ArrayBuffer {
    const { held } = this.shared
    const extent = `${offset}+${length}`
    let memory = held.get(extent)
    if (!memory) {
      // Typed as ArrayBuffer, whose views have the same reading methods.
      memory = new SharedArrayBuffer(length) as unknown as ArrayBuffer
      this.read(new Uint8Array(memory), offset)
      held.set(extent, memory)
    }
    return memory
  }

  /** The SHA-256 of the body against the header: reads the whole file. */
  verifyBody(): boolean {
    const hash = createHash('sha256')
    const chunk = new Uint8Array(2 ** 24)
    for (let at = 0; at < this.header.bytes; at += chunk.length) {
      const part = chunk.subarray(0, Math.min(chunk.length, this.header.bytes - at))
      this.read(part, at)
      hash.update(part)
    }
    return hash.digest('hex') === this.header.body_sha256
  }

  /** For the thread that opened it. */
  close(): void {
    closeSync(this.shared.descriptor)
  }
}

function open(file: string): SharedFile {
  const descriptor = openSync(file, 'r')
  try {
    return { descriptor, ...readHeader(descriptor, file), held: new Map() }
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
}

function readFully(descriptor: number, into: Uint8Array, position: number): void {
  const SLICE = 2 ** 30
  for (let at = 0; at < into.length; ) {
    const read = readSync(descriptor, into, at, Math.min(SLICE, into.length - at), position + at)
    if (read === 0) throw new Error(`the file ends ${into.length - at} bytes early`)
    at += read
  }
}

function readHeader(descriptor: number, file: string): { header: PackHeader; bodyStart: number } {
  const broken = (problem: string) =>
    new StepError('open pack', file, problem, 'Build again, or roll back with `plat rollback`.')
  const size = fstatSync(descriptor).size
  if (size < PREAMBLE_BYTES) throw broken('it is shorter than a pack header')
  const start = Buffer.alloc(PREAMBLE_BYTES)
  readFully(descriptor, start, 0)
  if (start.toString('latin1', 0, 8) !== MAGIC) throw broken('it is not a lookup pack')
  const length = start.readUInt32LE(8)
  if (PREAMBLE_BYTES + length > size) throw broken('it is cut off inside its header')
  const json = new Uint8Array(length)
  readFully(descriptor, json, PREAMBLE_BYTES)
  if (!createHash('sha256').update(json).digest().equals(start.subarray(12, 44)))
    throw broken('its header does not match its checksum')
  const parsed = PackHeader.safeParse(JSON.parse(new TextDecoder().decode(json)))
  if (!parsed.success) throw broken('its header is of another format version')
  const bodyStart = Math.ceil((PREAMBLE_BYTES + length) / ALIGNMENT) * ALIGNMENT
  if (bodyStart + parsed.data.bytes !== size)
    throw broken(`it has ${size} bytes where its header says ${bodyStart + parsed.data.bytes}`)
  return { header: parsed.data, bodyStart }
}
