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
import type { BuildFile } from '../../catalog/build-file.ts'
import { DamagedFile } from '../../catalog/damaged-file.ts'
import { UnavailableFile } from '../../catalog/unavailable-file.ts'
import { VectorLayer } from '../schemas/map.ts'

/** Decoded directories cached per archive, including the root: 4,096 entries or more each. */
const DIRECTORIES_CACHED = 64
/** Decompressed bytes of a directory, the metadata or a tile; no tile of a build is larger. */
const UNPACKED_MAX = 64 * 2 ** 20
const HEADER_BYTES = 127

const Metadata = z.looseObject({
  name: z.string(),
  description: z.string(),
  attribution: z.string(),
  vector_layers: z.array(VectorLayer).min(1),
  /** The layer of points for labels; archives of builds before it have none. */
  'plat:labels': z.string().optional(),
})

interface ArchiveFile {
  /** The caller opens and closes it. */
  file: BuildFile
  bytes: number
  sha256: string
}

/** One PMTiles archive of a build, read by position. All methods throw `UnavailableFile`. */
export class MapArchive {
  readonly file: BuildFile
  readonly bytes: number
  readonly sha256: string
  readonly header: Header
  readonly metadata: z.infer<typeof Metadata>
  private readonly tiles: PMTiles

  constructor({ file, bytes, sha256 }: ArchiveFile) {
    this.file = file
    this.bytes = bytes
    this.sha256 = sha256
    this.header = readHeader(file)
    this.metadata = readMetadata(file, this.header)
    const cache = new ResolvedValueCache(DIRECTORIES_CACHED, false, decompress)
    // Tiles are passed on compressed; only directories are decompressed.
    this.tiles = new PMTiles(sourceOf(file), cache, async (stored) => stored)
  }

  /** A gzipped tile; null where the archive has none. */
  async tile(z: number, x: number, y: number): Promise<Buffer | null> {
    const found = await this.tiles.getZxy(z, x, y).catch((cause: unknown) => {
      throw broken(this.file, 'has a directory that cannot be read', cause)
    })
    return found ? Buffer.from(found.data) : null
  }

  /** Decompresses a tile; the checksum of gzip finds damage that the file system did not report. */
  async unpack(stored: Buffer): Promise<Buffer> {
    return await unpackTile(stored).catch((cause: unknown) => {
      throw broken(this.file, 'has a tile that cannot be unpacked', cause)
    })
  }
}

/** Decompresses a tile or a directory. */
async function unpackTile(stored: Buffer): Promise<Buffer> {
  return promisify(gunzip)(stored, { maxOutputLength: UNPACKED_MAX })
}

async function decompress(stored: ArrayBuffer): Promise<ArrayBuffer> {
  const bytes = await unpackTile(Buffer.from(stored))
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer
}

function sourceOf(file: BuildFile): Source {
  return {
    getKey: () => file.path,
    async getBytes(offset, length) {
      const into = new Uint8Array(length)
      const bytesRead = await file.readLater(into, offset)
      // The first read requests 16 KiB, which is more than a small archive has.
      return { data: into.buffer.slice(0, bytesRead) }
    },
  }
}

function readHeader(file: BuildFile): Header {
  const bytes = new Uint8Array(HEADER_BYTES)
  const length = file.read(bytes, 0)
  if (length < HEADER_BYTES || Buffer.from(bytes).toString('latin1', 0, 7) !== 'PMTiles')
    throw broken(file, 'is not a PMTiles archive')
  const header = bytesToHeader(bytes.buffer)
  const { tileType, tileCompression, internalCompression } = header
  const isGzip = tileCompression === Compression.Gzip && internalCompression === Compression.Gzip
  if (tileType !== TileType.Mvt || !isGzip) throw broken(file, 'has no gzipped vector tiles')
  return header
}

function readMetadata(file: BuildFile, header: Header) {
  const stored = new Uint8Array(Math.min(header.jsonMetadataLength, UNPACKED_MAX))
  file.read(stored, header.jsonMetadataOffset)
  try {
    const text = gunzipSync(stored, { maxOutputLength: UNPACKED_MAX }).toString()
    return Metadata.parse(JSON.parse(text))
  } catch (cause) {
    throw broken(file, 'has metadata that cannot be read', cause)
  }
}

function broken({ path }: BuildFile, problem: string, cause?: unknown): UnavailableFile {
  return cause instanceof UnavailableFile ? cause : new DamagedFile(path, problem, { cause })
}
