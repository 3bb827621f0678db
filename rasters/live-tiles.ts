import { LRUCache } from 'lru-cache'
import type { UpstreamClient } from '../upstream/client.ts'
import { InvalidResponse } from '../upstream/failure.ts'
import type { Upstream } from '../upstream/upstream.ts'
import type { BlockCache } from './byte-cache.ts'
import { type ByteSlice, ByteSource } from './byte-source.ts'
import { Cog } from './cog.ts'
import { TooLarge } from './height-grid.ts'
import { RasterFault } from './raster-fault.ts'

/** Small reads fetch whole blocks of this size, so that a header takes one or two requests. */
const READ_BYTES = 64 * 1024
/** Cached blocks of one tile: its header and lists of offsets, 2 MiB. */
const CACHED_READS_MAX = 32
/** Bytes requested of one tile while it is cached. */
const LIVE_TILE_BYTES_MAX = 64 * 2 ** 20
/** Cached open tiles, and names of tiles that do not exist. */
const CACHED_TILES_MAX = 8
const ABSENT_TILES_MAX = 256
/** Tiles of one box: a larger box is not that of a parcel. */
const TILES_A_BOX = 4
/** After this a tile is opened anew, and an absent one is requested again. */
const TILE_CACHE_MS = 3_600_000

/** A tile of 1 degree, by its north-west corner. */
interface Tile {
  north: number
  west: number
}

/** A raster in tiles of 1 degree that an upstream serves by byte ranges, such as 3DEP. */
export class LiveTiles {
  private readonly upstreams: UpstreamClient
  private readonly upstream: Upstream
  private readonly pathOf: (name: string) => string
  private readonly blocks: BlockCache
  private readonly tiles = new LRUCache<string, Cog>({ max: CACHED_TILES_MAX, ttl: TILE_CACHE_MS })
  private readonly absent = new LRUCache<string, true>({
    max: ABSENT_TILES_MAX,
    ttl: TILE_CACHE_MS,
  })
  private readonly opening = new Map<string, Promise<Cog | null>>()

  /** `pathOf` returns the path of a tile by its name: `n30w083`. */
  constructor(
    upstreams: UpstreamClient,
    upstream: Upstream,
    pathOf: (name: string) => string,
    blocks: BlockCache,
  ) {
    this.upstreams = upstreams
    this.upstream = upstream
    this.pathOf = pathOf
    this.blocks = blocks
  }

  get isOn(): boolean {
    return this.upstreams.isOn(this.upstream)
  }

  /**
   * Opens the tiles that reach into a box in degrees. Throws `UpstreamFailure` and `RasterFault`.
   */
  async over([west, south, east, north]: readonly number[]): Promise<Cog[]> {
    const names: string[] = []
    for (let top = Math.floor(north) + 1; top > south; top--)
      for (let left = Math.floor(west); left <= east; left++)
        if (names.push(nameOf({ north: top, west: left })) > TILES_A_BOX)
          throw new TooLarge('The parcel', `reaches over more than ${TILES_A_BOX} tiles`)
    const cogs = await Promise.all(names.map((name) => this.tile(name)))
    return cogs.filter((cog) => cog !== null)
  }

  /** Drops a tile that failed while it was read: it may be another file by now. */
  forget(cog: Cog): void {
    this.blocks.deletePrefix(`${cog.name} `)
    for (const [name, tile] of this.tiles.entries()) if (tile === cog) this.tiles.delete(name)
  }

  private async tile(name: string): Promise<Cog | null> {
    if (this.absent.has(name)) return null
    const known = this.tiles.get(name) ?? this.opening.get(name)
    if (known) return await known
    const opening = this.open(name).finally(() => this.opening.delete(name))
    this.opening.set(name, opening)
    return await opening
  }

  private async open(name: string): Promise<Cog | null> {
    const path = this.pathOf(name)
    const source = new RangeSource(this.upstreams, this.upstream, path)
    if (await source.exists()) {
      const cog = await Cog.open(source, `${this.upstream.id}${path}`, this.blocks)
      this.tiles.set(name, cog)
      return cog
    }
    this.absent.set(name, true)
    return null
  }
}

/** `n30w083`: the tile from 30 to 29 north and from 83 to 82 west. */
function nameOf({ north, west }: Tile): string {
  const ns = `${north < 0 ? 's' : 'n'}${`${Math.abs(north)}`.padStart(2, '0')}`
  return `${ns}${west < 0 ? 'w' : 'e'}${`${Math.abs(west)}`.padStart(3, '0')}`
}

interface Range {
  bytes: Uint8Array
  /** Bytes of the whole file. */
  total: number
}

/** A file that an upstream serves by ranges. */
class RangeSource extends ByteSource {
  private readonly upstreams: UpstreamClient
  private readonly upstream: Upstream
  private readonly path: string
  private readonly reads = new LRUCache<number, Promise<Range | null>>({ max: CACHED_READS_MAX })
  private requestedBytes = 0
  private total: number | null = null

  constructor(upstreams: UpstreamClient, upstream: Upstream, path: string) {
    super()
    this.upstreams = upstreams
    this.upstream = upstream
    this.path = path
  }

  /** False if the upstream does not have the file. */
  async exists(): Promise<boolean> {
    return (await this.piece(0)) !== null
  }

  protected async read({ offset, length }: ByteSlice): Promise<ArrayBuffer> {
    const to = Math.min(offset + length, this.total ?? Number.POSITIVE_INFINITY)
    if (to <= offset) return new ArrayBuffer(0)
    if (length > READ_BYTES) return copyOf((await this.requestBytes(offset, to - 1))?.bytes)
    const parts: Uint8Array[] = []
    for (let number = Math.floor(offset / READ_BYTES); number * READ_BYTES < to; number++) {
      const start = number * READ_BYTES
      const piece = await this.piece(number)
      parts.push(piece?.bytes.subarray(Math.max(0, offset - start), to - start) ?? new Uint8Array())
    }
    return copyOf(Buffer.concat(parts))
  }

  private async piece(number: number): Promise<Range | null> {
    const known = this.reads.get(number)
    if (known) return await known
    const start = number * READ_BYTES
    const reading = this.requestBytes(start, start + READ_BYTES - 1)
    this.reads.set(number, reading)
    reading.catch(() => this.reads.delete(number))
    return await reading
  }

  /**
   * Bytes `from` to `to`, both included; fewer at the end of the file; null if it does not exist.
   */
  private async requestBytes(from: number, to: number): Promise<Range | null> {
    const { responseBytesMax, title } = this.upstream
    this.requestedBytes += to - from + 1
    if (!(to - from < responseBytesMax) || this.requestedBytes > LIVE_TILE_BYTES_MAX)
      throw new RasterFault(`A tile of ${title}`, `needs more than its share of bytes`)
    const { value } = await this.upstreams.request<Range | null>(this.upstream, {
      path: this.path,
      range: { from, to },
      alsoRead: [404],
      read: ({ status, headers, bytes }) => {
        if (status === 404) return null
        // The client has checked the part against the range, but not that it states the total.
        const stated = /^bytes \d+-\d+\/(\d+)$/.exec(headers.get('content-range') ?? '')
        if (status !== 206 || !stated)
          throw new InvalidResponse('does not answer with ranges of bytes')
        return { bytes, total: Number(stated[1]) }
      },
    })
    if (value && this.total !== null && value.total !== this.total)
      throw new RasterFault(`A tile of ${title}`, 'changed while it was read')
    if (!value) return null
    this.total = value.total
    return value
  }
}

function copyOf(bytes: Uint8Array = new Uint8Array()): ArrayBuffer {
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer
}
