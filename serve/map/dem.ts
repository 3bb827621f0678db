import { type Box, boundsOf, GRID } from '../../geometry/polygons.ts'
import { LazyPackRow } from '../../lookup/lazy-pack-row.ts'
import { ByteCache } from '../../rasters/byte-cache.ts'
import { demTile, tileBox } from '../../rasters/dem-tile.ts'
import type { OpenRasters } from '../../rasters/open-rasters.ts'
import { inLonLat, rasterRefs } from '../../rasters/raster-ref.ts'
import { rastersOf } from '../build/build-rasters.ts'
import type { ServedBuild } from '../build/build-source.ts'

/** The layer whose rasters are drawn, by slug. */
export const DEM_SLUG = 'elevation'
/** Zooms of elevation tiles: further out a county is only a few pixels. */
const ZOOM_MIN = 6
const ZOOM_MAX = 16
/** Rasters read per tile, the best first. */
const RASTERS_A_TILE = 64
/** Cached tiles per build and thread: about 150 of them. */
const TILE_CACHE_BYTES = 16 * 2 ** 20
/** Metres per pixel at zoom 0 on the equator, for tiles of 256 pixels. */
const PIXEL_M = 156_543

/** Elevation tiles of a build, computed from its rasters on request. */
export class Dem {
  readonly minZoom: number
  readonly maxZoom: number
  /** West, south, east, north of all rasters, in degrees. */
  readonly bounds: [number, number, number, number]
  private readonly build: ServedBuild
  private readonly rasters: OpenRasters
  /** Height where no raster has one: the lowest of all, which avoids cliffs at the edges. */
  private readonly fill_m: number
  private readonly tiles = new ByteCache<Uint8Array>(TILE_CACHE_BYTES)

  constructor(build: ServedBuild) {
    const pack = build.packs.get('elevation_rasters')!
    this.build = build
    this.rasters = rastersOf(build)
    const all: Box = [Infinity, Infinity, -Infinity, -Infinity]
    let [least, finest] = [Infinity, Infinity]
    for (let row = 0; row < pack.rows; row++) {
      const [west, south, east, north] = boundsOf(pack.polygons(row))
      all[0] = Math.min(all[0], west)
      all[1] = Math.min(all[1], south)
      all[2] = Math.max(all[2], east)
      all[3] = Math.max(all[3], north)
      least = Math.min(least, pack.value(row, 'min_m') as number)
      finest = Math.min(finest, pack.value(row, 'resolution_m') as number)
    }
    this.bounds = all.map((units) => units / GRID) as Dem['bounds']
    this.fill_m = least
    const middle = ((this.bounds[1] + this.bounds[3]) / 2) * (Math.PI / 180)
    const natural = Math.ceil(Math.log2((PIXEL_M * Math.cos(middle)) / finest))
    this.minZoom = ZOOM_MIN
    this.maxZoom = Math.min(ZOOM_MAX, Math.max(ZOOM_MIN, natural))
  }

  /** A tile as PNG; empty where no raster has a height. */
  async tile(z: number, x: number, y: number): Promise<Uint8Array> {
    return await this.tiles.get(`${z}/${x}/${y}`, async () => {
      const pack = this.build.packs.get('elevation_rasters')!
      const box = tileBox(z, x, y).map((degrees) => Math.round(degrees * GRID)) as Box
      const rows = pack.rowsInBox(box, Infinity).rows.map((row) => new LazyPackRow(pack, row))
      const refs = inLonLat(rasterRefs(rows)).slice(0, RASTERS_A_TILE)
      const cogs = await Promise.all(refs.map((ref) => this.rasters.open(ref)))
      return (await demTile(cogs, [z, x, y], this.fill_m)) ?? new Uint8Array()
    })
  }
}

const made = new WeakMap<ServedBuild, Dem>()

/** The elevation tiles of a build; null where it has no raster. */
export function demOf(build: ServedBuild): Dem | null {
  const known = made.get(build)
  if (known) return known
  if (!build.packs.get('elevation_rasters')?.rows) return null
  const dem = new Dem(build)
  made.set(build, dem)
  return dem
}

/** The address of the tiles. It names the build, so they may be cached forever. */
export function demAddress(base: string, build: string): string {
  return `${base}/v1/tiles/${DEM_SLUG}/{z}/{x}/{y}.png?build=${encodeURIComponent(build)}`
}
