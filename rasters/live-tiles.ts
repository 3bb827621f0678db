import type { UpstreamClient } from '../upstream/client.ts'
import { InvalidResponse } from '../upstream/failure.ts'
import type { Upstream } from '../upstream/upstream.ts'
import type { BlockCache } from './byte-cache.ts'
import { type ByteSlice, ByteSource } from './byte-source.ts'
import { Cog } from './cog.ts'
import { TooLarge } from './height-grid.ts'
import { RasterFault } from './raster-fault.ts'

/** Small reads are of whole blocks of these bytes, so that a header is one or two questions. */
const READ_BYTES = 64 * 1024
/** Such blocks kept of one tile: its header and lists of offsets, 2 MiB. */
const READS_KEPT = 32
/** Bytes asked of one tile while it is kept, and of one answer. */
const TILE_BYTES_MAX = 64 * 2 ** 20
/** Tiles kept ready, and names of tiles that are not there. */
const CACHED_TILES_MAX = 8
const ABSENT_KEPT = 256
/** Tiles about one box: a larger one is no parcel. */
const TILES_A_BOX = 4
/** After this a tile is opened anew, and one that was not there is asked for again. */
const KEPT_MS = 3_600_000

/** A tile of 1 degree, by its north-west corner. */
interface Tile {
  north: number
  west: number
}

/** A raster of tiles of 1 degree that an upstream serves by ranges of bytes, as 3DEP's are. */
export class LiveTiles {
  private readonly upstreams: UpstreamClient
  private readonly upstream: Upstream
  private readonly pathOf: (name: string) => string
  private readonly blocks: BlockCache
  private readonly kept = new Map<string, { cog: Promise<Cog | null>; until: number }>()

  /** `pathOf` gives the path of a tile by its name: `n30w083`. */
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

  /** The tiles that reach into a box in degrees. Throws `UpstreamFailure` and `RasterFault`. */
  async over([west, south, east, north]: readonly number[]): Promise<Cog[]> {
    const names: string[] = []
    for (let top = Math.floor(north) + 1; top > south; top--)
      for (let left = Math.floor(west); left <= east; left++)
        if (names.push(nameOf({ north: top, west: left })) > TILES_A_BOX)
          throw new TooLarge('The parcel', `reaches over more than ${TILES_A_BOX} tiles`)
    const cogs = await Promise.all(names.map((name) => this.tile(name)))
    return cogs.filter((cog) => cog !== null)
  }

  /** Forgets a tile that failed while it was read: it may be another file by now. */
  forget(cog: Cog): void {
    this.blocks.drop(`${cog.name} `)
    for (const [name, kept] of this.kept)
      void kept.cog.then((each) => each === cog && this.kept.delete(name)).catch(() => {})
  }

  private tile(name: string): Promise<Cog | null> {
    const known = this.kept.get(name)
    if (known && known.until > Date.now()) return known.cog
    const cog = this.open(name)
    this.kept.delete(name)
    this.kept.set(name, { cog, until: Date.now() + KEPT_MS })
    cog.then(
      (opened) => this.shrink(opened === null),
      () => this.kept.get(name)?.cog === cog && this.kept.delete(name),
    )
    return cog
  }

  private async shrink(isAbsent: boolean): Promise<void> {
    const limit = isAbsent ? ABSENT_KEPT : CACHED_TILES_MAX
    const alike: string[] = []
    for (const [name, { cog }] of this.kept)
      if (((await cog.catch(() => undefined)) === null) === isAbsent) alike.push(name)
    for (const name of alike.slice(0, Math.max(0, alike.length - limit))) this.kept.delete(name)
  }

  private async open(name: string): Promise<Cog | null> {
    const path = this.pathOf(name)
    const source = new RangeSource(this.upstreams, this.upstream, path)
    if (!(await source.isThere())) return null
    return await Cog.open(source, `${this.upstream.id}${path}`, this.blocks)
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
  private readonly reads = new Map<number, Promise<Range | null>>()
  private asked = 0
  private total: number | null = null

  constructor(upstreams: UpstreamClient, upstream: Upstream, path: string) {
    super()
    this.upstreams = upstreams
    this.upstream = upstream
    this.path = path
  }

  /** False where the upstream has no such file. */
  async isThere(): Promise<boolean> {
    return (await this.piece(0)) !== null
  }

  protected async read({ offset, length }: ByteSlice): Promise<ArrayBuffer> {
    const to = Math.min(offset + length, this.total ?? Number.POSITIVE_INFINITY)
    if (to <= offset) return new ArrayBuffer(0)
    if (length > READ_BYTES) return copyOf((await this.ask(offset, to - 1))?.bytes)
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
    const reading = this.ask(start, start + READ_BYTES - 1)
    this.reads.set(number, reading)
    if (this.reads.size > READS_KEPT) this.reads.delete(this.reads.keys().next().value!)
    reading.catch(() => this.reads.delete(number))
    return await reading
  }

  /** Bytes `from` to `to`, the last included; fewer at the end of the file; null for no file. */
  private async ask(from: number, to: number): Promise<Range | null> {
    const { responseBytesMax, title } = this.upstream
    this.asked += to - from + 1
    if (!(to - from < responseBytesMax) || this.asked > TILE_BYTES_MAX)
      throw new RasterFault(`A tile of ${title}`, `asks for more than its share of bytes`)
    const { value } = await this.upstreams.request<Range | null>(this.upstream, {
      path: this.path,
      range: { from, to },
      alsoRead: [404],
      read: ({ status, headers, bytes }) => {
        if (status === 404) return null
        // The client has held the part against the range; how long the file is it need not say.
        const told = /^bytes \d+-\d+\/(\d+)$/.exec(headers.get('content-range') ?? '')
        if (status !== 206 || !told)
          throw new InvalidResponse('does not answer with ranges of bytes')
        return { bytes, total: Number(told[1]) }
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
