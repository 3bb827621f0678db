/**
 * The first look at the ground of a parcel, and tiles of heights, from the pinned build of a home:
 * by default the sample county. In process with nothing cached, and over HTTP from a service with
 * one answering thread, each parcel and tile once; tiles a second time too.
 *
 *   node tests/bench/terrain.ts [--home FOLDER] [--parcels 500]
 */
import { parseArgs } from 'node:util'
import { openPinned } from '../../catalog/build-folder.ts'
import { platHome } from '../../catalog/plat-home.ts'
import { boundsOf, GRID } from '../../geometry/polygons.ts'
import { createTerrainService } from '../../layers/elevation/terrain-service.ts'
import { LazyPackRow } from '../../lookup/lazy-pack-row.ts'
import { closePacks, openPacks } from '../../lookup/open-packs.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { tileBox } from '../../rasters/dem-tile.ts'
import { inLonLat, rasterRefs } from '../../rasters/raster-ref.ts'
import type { TerrainRequest } from '../../rasters/terrain.ts'
import { HttpConnection } from './http-client.ts'
import { startService } from './plat-service.ts'
import { machine, rounded, spread, wholeOption, writeResults } from './results.ts'

const SEED = 7
const TILES_MAX = 1_000
/** Looked at before the others are measured: the code is compiled while it runs. */
const WARM_UP = 20

interface Hillshade {
  type: string
  dem_url: string
  min_zoom: number
  max_zoom: number
}

const { values } = parseArgs({
  options: { home: { type: 'string' }, parcels: { type: 'string', default: '500' } },
})
const count = wholeOption(values.parcels, 'parcels')
const home = values.home ?? platHome()
const measured = machine()
const random = seededRandom(SEED)
const build = await openPinned(home)
const packs = await openPacks(build, 2e9)
const parcels = packs.get('parcels')!
const rasters = packs.get('elevation_rasters')!
const rows = shuffled(Array.from({ length: parcels.rows }, (_, row) => row)).slice(0, 2 * count)

const cold: number[] = []
let points = 0
for (const row of rows.slice(count)) {
  // A service of its own has no block of a raster, and no parcel.
  const service = createTerrainService(null)
  const request = requestOf(row)
  const began = performance.now()
  const state = await service.terrainOf(request)
  cold.push(performance.now() - began)
  if (state.status === 'ready') points += state.terrain.lines!.coords.length / 2
}

const service = await startService(home, 2 ** 31, {
  threads: 1,
  environment: { PLAT_LIVE: 'none' },
})
try {
  const looks = rows
    .slice(0, count)
    .map((row) => parcels.value(row, 'parcel_key') as string)
    .map((key) => `/api/v1/location?parcel=${key}&layers=elevation&include_geometry=true`)
  const tiles = await tilesOf(service.url)
  const result = {
    machine: measured,
    build: build.id,
    seed: SEED,
    first_look_of_a_parcel_ms: {
      in_process_nothing_cached: spread(cold.slice(WARM_UP)),
      mean_points_of_contours: rounded(points / cold.length, 0),
      over_http: await once(service.url, looks),
    },
    tiles_of_heights_ms: {
      distinct: tiles.length,
      first: await once(service.url, tiles),
      again: await once(service.url, tiles.slice(-100)),
    },
  }
  writeResults('terrain', result)
  console.log(JSON.stringify(result, null, 2))
} finally {
  await service.stop()
  closePacks(packs)
}

function requestOf(row: number): TerrainRequest {
  const box = boundsOf(parcels.polygons(row))
  const found = rasters.rowsInBox(box, Infinity).rows
  const refs = inLonLat(rasterRefs(found.map((each) => new LazyPackRow(rasters, each))))
  const parcel_key = parcels.value(row, 'parcel_key') as string
  const bare = refs.filter(({ model }) => model === 'bare_earth')
  const { folder } = build.paths
  return { build: build.id, folder, parcel_key, box, rasters: bare, withLines: true }
}

/** Each path once, one after the other on one connection; the first ones are not counted. */
async function once(url: string, paths: readonly string[]) {
  const connection = new HttpConnection(url)
  const times: number[] = []
  let bytes = 0
  for (const path of paths) {
    const answer = await connection.get(path)
    if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}`)
    times.push(answer.ms)
    bytes += answer.bytes
  }
  connection.close()
  return { ...spread(times.slice(WARM_UP)), mean_bytes: Math.round(bytes / times.length) }
}

/** Tiles of all zooms whose middle lies on a raster, in any order. */
async function tilesOf(url: string): Promise<string[]> {
  const answer = await (await fetch(`${url}/api/v1/layers`)).json()
  const { data } = answer as { data: { rendering: Hillshade }[] }
  const shaded = data.find(({ rendering }) => rendering.type === 'hillshade')!.rendering
  const boxes = Array.from({ length: rasters.rows }, (_, row) => boundsOf(rasters.polygons(row)))
  const found = new Set<string>()
  for (let z = shaded.min_zoom; z <= shaded.max_zoom; z++)
    for (const [west, south, east, north] of boxes) {
      const [first, last] = [tileAt(z, west, north), tileAt(z, east, south)]
      for (let x = first[0]; x <= last[0]; x++)
        for (let y = first[1]; y <= last[1]; y++)
          if (isOnRaster(tileBox(z, x, y)))
            found.add(shaded.dem_url.replace('{z}/{x}/{y}', `${z}/${x}/${y}`))
    }
  return shuffled([...found])
    .slice(0, TILES_MAX)
    .map((tile) => tile.slice(new URL(tile).origin.length))
}

/** Column and row of the tile at a point in units of the grid. */
function tileAt(z: number, lng: number, lat: number): [x: number, y: number] {
  const mercator = Math.asinh(Math.tan((lat / GRID) * (Math.PI / 180))) / Math.PI
  return [Math.floor((lng / GRID / 360 + 0.5) * 2 ** z), Math.floor(((1 - mercator) / 2) * 2 ** z)]
}

function isOnRaster([west, south, east, north]: ReturnType<typeof tileBox>): boolean {
  const [x, y] = [(west + east) / 2, (south + north) / 2].map((each) => Math.round(each * GRID))
  return rasters.rowsInBox([x, y, x, y], 1).rows.length > 0
}

function shuffled<T>(list: T[]): T[] {
  for (let i = list.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    ;[list[i], list[j]] = [list[j], list[i]]
  }
  return list
}
