// Requests of a map to the service, over HTTP from the archives and packs of a pinned build: tiles,
// ranges of an archive, features in a box. `node tests/bench/map-serving.ts [--home .plat]`
import { parseArgs } from 'node:util'
import { platHome } from '../../catalog/plat-home.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { stretch } from './http-client.ts'
import { startService } from './plat-service.ts'
import { machine, writeResults } from './results.ts'

const SEED = 7
const SECONDS = 4
const TILES = 400
const RANGE_BYTES = 16_384
const GZIP = 'accept-encoding: gzip\r\n'
const PERMITS_DEGREES = 0.01

interface Description {
  tiles: string[]
  minzoom: number
  maxzoom: number
  bounds: [number, number, number, number]
}

const { values } = parseArgs({ options: { home: { type: 'string' } } })
const service = await startService(values.home ?? platHome(), 2 ** 31)
const random = seededRandom(SEED)
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]
try {
  const api = `${service.url}/api/v1`
  const read = async (path: string) => (await fetch(`${api}${path}`)).json()
  const { data } = (await read('/layers')) as {
    data: { slug: string; rendering: { type: string } }[]
  }
  const slugs = data.filter(({ rendering }) => rendering.type === 'vector_tiles')
  const described = await Promise.all(
    slugs.map(async ({ slug }) => (await read(`/tiles/${slug}.json`)) as Description),
  )
  const tiles = await tilesOf(described)
  const archive = `/api/v1/archives/${slugs[0].slug}.pmtiles`
  const [west, south, east, north] = described[0].bounds
  const boxes = Array.from({ length: TILES }, () => {
    const at = [west + random() * (east - west), south + random() * (north - south)]
    return [...at, at[0] + PERMITS_DEGREES, at[1] + PERMITS_DEGREES].join(',')
  })
  const request = async (clients: number, paths: string[], headers?: string, status?: number) => {
    const pathOf = (n: number) => paths[n % paths.length]
    await stretch(service.url, { clients, seconds: 1, pathOf, headers, status })
    return (await stretch(service.url, { clients, seconds: SECONDS, pathOf, headers, status }))
      .figures
  }
  const range = `range: bytes=${RANGE_BYTES}-${2 * RANGE_BYTES - 1}\r\n`
  const parcels = boxes.map((box) => `/api/v1/layers/parcels/features?bbox=${box}`)
  const result = {
    machine: machine(),
    seed: SEED,
    archives: slugs.map(({ slug }) => slug),
    distinct_tiles: tiles.length,
    ms: {
      tile_gzip_1_client: await request(1, tiles, GZIP),
      tile_gzip_8_clients: await request(8, tiles, GZIP),
      tile_unpacked_1_client: await request(1, tiles),
      archive_16_kib_1_client: await request(1, [archive], range, 206),
      parcels_in_a_box_of_a_hundredth_degree_1_client: await request(1, parcels),
      health_1_client: await request(1, ['/api/v1/health']),
    },
  }
  writeResults('map-serving', result)
  console.log(JSON.stringify(result, null, 2))
} finally {
  await service.stop()
}

/** Seeded tiles that hold something, of every archive and zoom. */
async function tilesOf(described: Description[]): Promise<string[]> {
  const found = new Set<string>()
  for (let i = 0; i < TILES * 4 && found.size < TILES; i++) {
    const { tiles, minzoom, maxzoom, bounds } = pick(described)
    const [west, south, east, north] = bounds
    const z = minzoom + Math.floor(random() * (maxzoom - minzoom + 1))
    const lat = south + random() * (north - south)
    const mercator = Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI
    const x = Math.floor(((west + random() * (east - west) + 180) / 360) * 2 ** z)
    const y = Math.floor(((1 - mercator) / 2) * 2 ** z)
    const place = tiles[0].replace('{z}', `${z}`).replace('{x}', `${x}`).replace('{y}', `${y}`)
    const answer = await fetch(place, { method: 'HEAD' })
    if (answer.status === 200) found.add(place.slice(new URL(place).origin.length))
  }
  return [...found]
}
