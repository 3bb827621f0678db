import { createHash } from 'node:crypto'
import type { BuildFile, SharedFile } from '../catalog/build-file.ts'
import type { OnPart } from '../catalog/file-hash.ts'
import { GuardedFile } from '../catalog/guarded-file.ts'
import { sharedFile } from '../catalog/shared-file.ts'
import { StepError } from '../terminal/step-error.ts'
import { ALIGNMENT, type Extent, MAGIC, PackHeader, PREAMBLE_BYTES } from './pack-format.ts'

/**
 * An open pack file that threads of a process share: descriptor and memory belong to the process.
 */
export interface SharedPackFile {
  header: PackHeader
  file: SharedFile
  bodyStart: number
  /** Parts of the body in shared memory, by extent. */
  loaded: Map<string, ArrayBuffer>
}

/** An open pack file: its checked header, and reads from its body. */
export class PackFile {
  /** The file for another thread, valid until this one closes it. */
  readonly shared: SharedPackFile
  private readonly file: BuildFile

  /**
   * Throws `StepError` for a file that is not a pack, is damaged, cut off or of another version.
   */
  constructor(file: string | SharedPackFile) {
    this.shared = typeof file === 'string' ? open(file) : file
    this.file = sharedFile(this.shared.file)
  }

  get header(): PackHeader {
    return this.shared.header
  }

  /** Fills `into` with bytes of the body. Throws `UnavailableFile`. */
  read(into: Uint8Array, offset: number): void {
    readFully(this.file, into, this.shared.bodyStart + offset)
  }

  /** Bytes of the body in memory that worker threads share; read once. */
  readShared(extent: Extent): ArrayBuffer {
    const { loaded } = this.shared
    let memory = loaded.get(nameOf(extent))
    if (!memory) {
      memory = sharedMemory(extent.length)
      this.read(new Uint8Array(memory), extent.offset)
      loaded.set(nameOf(extent), memory)
    }
    return memory
  }

  /** Compares the SHA-256 of the body with the header: reads the whole file. */
  verifyBody(): boolean {
    const hash = createHash('sha256')
    const chunk = new Uint8Array(Math.min(2 ** 24, this.header.bytes))
    for (let at = 0; at < this.header.bytes; at += chunk.length) {
      const part = chunk.subarray(0, Math.min(chunk.length, this.header.bytes - at))
      this.read(part, at)
      hash.update(part)
    }
    return hash.digest('hex') === this.header.body_sha256
  }

  /** Call only in the thread that opened the file. */
  close(): void {
    this.file.close()
  }
}

/** Sections that stay in memory of a pack that is read by position. */
export const RESIDENT_SECTIONS = ['index', 'piece_row', 'piece_shape', 'shape_end'] as const

/**
 * Prepares a pack whose file is about to be read: whole, when `onPart` copies the parts that stay
 * in memory, or only these `extents`. Throws `StepError` like `PackFile`.
 */
export function collectPack(
  file: BuildFile,
  memoryLimitBytes: number,
): { shared: SharedPackFile; onPart: OnPart; extents: CollectedExtent[] } {
  const { header, bodyStart } = readHeader(file)
  const { bytes, sections } = header
  const inMemory: (Extent | undefined)[] =
    bytes <= memoryLimitBytes
      ? [{ offset: 0, length: bytes }]
      : RESIDENT_SECTIONS.map((name) => sections[name])
  const loaded: SharedPackFile['loaded'] = new Map()
  const extents = inMemory.flatMap((extent): CollectedExtent[] => {
    if (!extent) return []
    const memory = sharedMemory(extent.length)
    loaded.set(nameOf(extent), memory)
    return [{ start: bodyStart + extent.offset, bytes: new Uint8Array(memory) }]
  })
  const onPart: OnPart = (part, position) => {
    for (const { start, bytes: into } of extents) {
      const from = Math.max(start, position)
      const to = Math.min(start + into.length, position + part.length)
      if (from < to) into.set(part.subarray(from - position, to - position), from - start)
    }
  }
  return { shared: { header, file: file.shared, bodyStart, loaded }, onPart, extents }
}

/** A part of a pack's file that stays in memory: its start in the file, and its memory. */
export interface CollectedExtent {
  start: number
  bytes: Uint8Array
}

function nameOf({ offset, length }: Extent): string {
  return `${offset}+${length}`
}

/** Typed as ArrayBuffer, whose views have the same reading methods. */
function sharedMemory(length: number): ArrayBuffer {
  return new SharedArrayBuffer(length) as unknown as ArrayBuffer
}

function open(path: string): SharedPackFile {
  const file = GuardedFile.open(path)
  try {
    return { file: file.shared, ...readHeader(file), loaded: new Map() }
  } catch (error) {
    file.close()
    throw error
  }
}

function readFully(file: BuildFile, into: Uint8Array, position: number): void {
  const SLICE = 2 ** 30
  for (let at = 0; at < into.length; ) {
    const read = file.read(into.subarray(at, at + SLICE), position + at)
    if (read === 0) throw new Error(`the file ends ${into.length - at} bytes early`)
    at += read
  }
}

function readHeader(file: BuildFile): { header: PackHeader; bodyStart: number } {
  const { path, size } = file
  const broken = (problem: string) =>
    new StepError('open pack', path, problem, 'Build again, or roll back with `plat rollback`.')
  if (size < PREAMBLE_BYTES) throw broken('it is shorter than a pack header')
  const start = Buffer.alloc(PREAMBLE_BYTES)
  readFully(file, start, 0)
  if (start.toString('latin1', 0, 8) !== MAGIC) throw broken('it is not a lookup pack')
  const length = start.readUInt32LE(8)
  if (PREAMBLE_BYTES + length > size) throw broken('it is cut off inside its header')
  const json = new Uint8Array(length)
  readFully(file, json, PREAMBLE_BYTES)
  if (!createHash('sha256').update(json).digest().equals(start.subarray(12, 44)))
    throw broken('its header does not match its checksum')
  const parsed = PackHeader.safeParse(JSON.parse(new TextDecoder().decode(json)))
  if (!parsed.success) throw broken('its header is of another format version')
  const bodyStart = Math.ceil((PREAMBLE_BYTES + length) / ALIGNMENT) * ALIGNMENT
  if (bodyStart + parsed.data.bytes !== size)
    throw broken(`it has ${size} bytes where its header states ${bodyStart + parsed.data.bytes}`)
  return { header: parsed.data, bodyStart }
}
