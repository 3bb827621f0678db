import { GRID } from '../../geometry/polygons.ts'
import { HttpConnection } from '../bench/http-client.ts'
import { memoryOf, processorSeconds } from '../bench/peak-memory.ts'
import { type PlatService, startService } from '../bench/plat-service.ts'
import { rounded, spread } from '../bench/results.ts'
import { draw } from '../fixtures/drawn-number.ts'
import { countyLots } from './lots.ts'
import { placeOn, type RehearsalCounty } from './rehearsal-plan.ts'

/** Points of a position, and how often each is requested. */
const POINTS = 100
const ROUNDS = 5
/** The service's own default of the memory that packs may take. */
const PACK_MEMORY_BYTES = 2 * 2 ** 30
const SALT = 700
/** Opening the packs of a country takes longer than that of a county. */
const START_LIMIT_MS = 900_000

/** A kind of place in one county. */
interface Position {
  name: string
  points: [lng: number, lat: number][]
}

/** Measures the service on the pinned build of a home, with its packs in memory and by position. */
export async function measureServing(home: string, counties: readonly RehearsalCounty[]) {
  const positions = positionsOf(counties)
  return {
    in_memory: await serveAndRequest(home, PACK_MEMORY_BYTES, positions),
    by_position: await serveAndRequest(home, 0, positions),
  }
}

/** Starts the service with a limit of the memory of packs; one client requests dossiers. */
async function serveAndRequest(home: string, memoryBytes: number, positions: readonly Position[]) {
  const began = performance.now()
  const service = await startService(home, memoryBytes, {
    environment: { PLAT_LIVE: 'none' },
    startLimitMs: START_LIMIT_MS,
  })
  try {
    const connection = new HttpConnection(service.url)
    await connection.get('/api/v1/health')
    const to_health_s = (performance.now() - began) / 1_000
    connection.close()
    const start_processor_s = processorSeconds(service.pid)
    const at_start = memoryOf(service.pid)
    const first = await rounds(service, positions, 1)
    const warm = await rounds(service, positions, ROUNDS)
    return {
      pack_memory_mb: Math.round(memoryBytes / 1e6),
      to_health_s: rounded(to_health_s, 2),
      start_processor_s,
      at_start,
      afterwards: memoryOf(service.pid),
      /** ms of a whole answer; each point for the first time. */
      first_ms: spreads(first),
      warm_ms: spreads(warm),
    }
  } finally {
    await service.stop()
  }
}

function spreads(times: ReadonlyMap<string, number[]>) {
  return Object.fromEntries([...times].map(([name, each]) => [name, spread(each)]))
}

/** Positions take turns: other work of the machine then affects all of them. */
async function rounds(
  { url }: PlatService,
  positions: readonly Position[],
  count: number,
): Promise<Map<string, number[]>> {
  const connection = new HttpConnection(url)
  const times = new Map<string, number[]>(positions.map(({ name }) => [name, []]))
  for (let round = 0; round < count; round++)
    for (let point = 0; point < POINTS; point++)
      for (const { name, points } of positions) {
        const [lng, lat] = points[point % points.length]
        const { ms, status } = await connection.get(`/api/v1/location?ll=${lat},${lng}`)
        if (status !== 200) throw new Error(`${name}: an answer with the status ${status}`)
        times.get(name)!.push(ms)
      }
  connection.close()
  return times
}

/** Town and countryside of the first, the middle and the last county, and open sea. */
function positionsOf(counties: readonly RehearsalCounty[]): Position[] {
  const chosen = new Map([
    ['first', counties[0]],
    ['middle', counties[Math.floor(counties.length / 2)]],
    ['last', counties.at(-1)!],
  ])
  const positions = [...chosen].flatMap(([place, county]) => [
    { name: `${place}, town`, points: lotPoints(county, ['town', 'suburb']) },
    { name: `${place}, countryside`, points: lotPoints(county, ['countryside', 'farm']) },
  ])
  const { side_m, origin_m } = counties.at(-1)!
  const sea = Array.from({ length: POINTS }, (_, i) => {
    const county = { ...counties[0], origin_m: [0, 0] as const }
    const x = draw(counties[0].seed, i, 0, SALT) * (origin_m[0] + side_m)
    return degrees(placeOn(county, x, -1_000 - 4_000 * draw(counties[0].seed, i, 1, SALT)))
  })
  return [...positions, { name: 'unmapped', points: sea }]
}

/** Middles of lots of some kinds, drawn evenly: the lowest numbers of a draw of each lot. */
function lotPoints(county: RehearsalCounty, kinds: readonly string[]): [number, number][] {
  const lowest: { drawn: number; point: [number, number] }[] = []
  for (const { number, kind, box_m } of countyLots(county)) {
    if (!kinds.includes(kind)) continue
    const drawn = draw(county.seed, number, 0, SALT)
    if (lowest.length === POINTS && drawn >= lowest[POINTS - 1].drawn) continue
    const [west, south, east, north] = box_m
    const point = degrees(placeOn(county, (west + east) / 2, (south + north) / 2))
    lowest.push({ drawn, point })
    lowest.sort((a, b) => a.drawn - b.drawn)
    lowest.length = Math.min(lowest.length, POINTS)
  }
  return lowest.map(({ point }) => point)
}

function degrees([x, y]: readonly [number, number]): [number, number] {
  return [x / GRID, y / GRID]
}
