import { read, readSync } from 'node:fs'
import { promisify } from 'node:util'
import { gunzip, gunzipSync } from 'node:zlib'
import {
  bytesToHeader,
  Compression,
  type Header,
  PMTiles,
  ResolvedValueCache,
  type Source,
  TileType,
} from 'pmtiles'
import { z } from 'zod'
import { StepError } from '../../terminal/step-error.ts'
import { VectorLayer } from '../schemas/map.ts'

/** Directories of one archive kept decoded, root included: 4,096 entries or more each. */
const DIRECTORIES_KEPT = 64
/** Unpacked bytes of a directory, the metadata or a tile: what unpacks to more is no tile of ours. */
const UNPACKED_MAX = 64 * 2 ** 20
const HEADER_BYTES = 127

const Metadata = z.looseObject({
  name: z.string(),
  description: z.string(),
  attribution: z.string(),
  vector_layers: z.array(VectorLayer).min(1),
})

interface ArchiveFile {
  /** Open for reading; whoever opened it closes it. */
  descriptor: number
  path: string
  bytes: number
  sha256: string
}

/** One PMTiles archive of a build, read by position. */
export class MapArchive {
  readonly path: string
  readonly bytes: number
  readonly sha256: string
  readonly header: Header
  readonly metadata: z.infer<typeof Metadata>
  private readonly tiles: PMTiles

  /** Throws `StepError` for a file that is no archive of gzipped vector tiles. */
  constructor({ descriptor, path, bytes, sha256 }: ArchiveFile) {
    this.path = path
    this.bytes = bytes
    this.sha256 = sha256
    this.header = readHeader(descriptor, path)
    this.metadata = readMetadata(descriptor, path, this.header)
    const cache = new ResolvedValueCache(DIRECTORIES_KEPT, false, unpacked)
    // Tiles are handed on as they are stored: only directories are unpacked.
    this.tiles = new PMTiles(sourceOf(descriptor, path), cache, async (stored) => stored)
  }

  /** A tile as it is stored, in gzip; null where the archive has none. */
  async tile(z: number, x: number, y: number): Promise<Buffer | null> {
    const found = await this.tiles.getZxy(z, x, y)
    return found ? Buffer.from(found.data) : null
  }
}

/** The bytes behind gzip, a tile's. */
export async function unpackTile(stored: Buffer): Promise<Buffer> {
  return promisify(gunzip)(stored, { maxOutputLength: UNPACKED_MAX })
}

async function unpacked(stored: ArrayBuffer): Promise<ArrayBuffer> {
  const bytes = await unpackTile(Buffer.from(stored))
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer
}

function sourceOf(descriptor: number, path: string): Source {
  const readAt = promisify(read)
  return {
    getKey: () => path,
    async getBytes(offset, length) {
      const into = new Uint8Array(length)
      const { bytesRead } = await readAt(descriptor, into, 0, length, offset)
      // The first read asks for 16 KiB, which is more than a small archive has.
      return { data: into.buffer.slice(0, bytesRead) }
    },
  }
}

function readHeader(descriptor: number, path: string): Header {
  const bytes = new Uint8Array(HEADER_BYTES)
  const length = readSync(descriptor, bytes, 0, HEADER_BYTES, 0)
  if (length < HEADER_BYTES || Buffer.from(bytes).toString('latin1', 0, 7) !== 'PMTiles')
    throw broken(path, 'it is no PMTiles archive')
  const header = bytesToHeader(bytes.buffer)
  const { tileType, tileCompression, internalCompression } = header
  const isOurs = tileCompression === Compression.Gzip && internalCompression === Compression.Gzip
  if (tileType !== TileType.Mvt || !isOurs) throw broken(path, 'it holds no gzipped vector tiles')
  return header
}

function readMetadata(descriptor: number, path: string, header: Header) {
  const stored = new Uint8Array(Math.min(header.jsonMetadataLength, UNPACKED_MAX))
  readSync(descriptor, stored, 0, stored.length, header.jsonMetadataOffset)
  try {
    const text = gunzipSync(stored, { maxOutputLength: UNPACKED_MAX }).toString()
    return Metadata.parse(JSON.parse(text))
  } catch (cause) {
    throw broken(path, 'its metadata cannot be read', cause)
  }
}

function broken(path: string, problem: string, cause?: unknown): StepError {
  const remedy = 'Build again, or roll back with `plat rollback`.'
  return new StepError('open archive', path, problem, remedy, { cause })
}
