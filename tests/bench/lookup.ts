/**
 * Time to look a point up: which rows hold a point, what covers a parcel, the two-section dossier.
 * Usage: node tests/bench/lookup.ts [--parcels 1000000] [--flood 100000] [--points 1500] [--rounds
 * 3]
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildDossierFromPacks, type Packs } from '../../dossier/dossier.ts'
import { makeSubject } from '../../geometry/overlap.ts'
import { Pack } from '../../packs/pack-reader.ts'
import { formatTable } from '../../terminal/table.ts'
import { type WrittenPack, writeCountyPacks } from './county-packs.ts'
import { loadPeer, PeerQueries } from './lookup-postgis.ts'
import { startPostgres } from './postgres.ts'
import { machine, rounded, seconds, spread, wholeOption, writeResults } from './results.ts'
import {
  choosePoints,
  POINT_KINDS,
  type SamplePoint,
  SIZE_CLASSES,
  sizeClassOf,
} from './sample-points.ts'

const { values } = parseArgs({
  options: {
    parcels: { type: 'string', default: '1000000' },
    flood: { type: 'string', default: '100000' },
    points: { type: 'string', default: '1500' },
    rounds: { type: 'string', default: '3' },
    seed: { type: 'string', default: '7' },
    'no-peer': { type: 'boolean', default: false },
  },
})
const plan = {
  parcels: wholeOption(values.parcels, 'parcels'),
  floodZones: wholeOption(values.flood, 'flood'),
  seed: wholeOption(values.seed, 'seed'),
}
const rounds = wholeOption(values.rounds, 'rounds')
const SECTIONS = ['parcel', 'flood']
/** Tables of the county that these sections read. */
const TABLES = ['parcels', 'flood_zones', 'flood_panels', 'coverage']
/** Shares of a parcel that differ by less agree: degrees here, square metres there. */
const SHARE_TOLERANCE = 1e-4
/** PostGIS also returns polygons that only touch: a smaller share is not counted as an overlap. */
const SHARE_FLOOR = 1e-6

type Times = { point: SamplePoint; ms: number }[]

function openAll(folder: string, written: WrittenPack[], memoryLimitBytes: number): Packs {
  return new Map(
    written.map(({ table, file }) => [
      table,
      new Pack({ file: join(folder, file), memoryLimitBytes }),
    ]),
  )
}

/** The measured questions. Each answers something, so that nothing is optimised away. */
function questions(packs: Packs) {
  const parcels = packs.get('parcels')!
  const flood = packs.get('flood_zones')!
  return {
    at_point: ({ x, y }: SamplePoint) => parcels.rowsAt(x, y).length + flood.rowsAt(x, y).length,
    on_parcel: ({ parcelRow }: SamplePoint) =>
      parcelRow === null ? null : flood.overlaps(makeSubject(parcels.polygons(parcelRow))).length,
    dossier: ({ lat, lng }: SamplePoint) =>
      buildDossierFromPacks(packs, { lat, lng, layers: SECTIONS }).point.lat,
  }
}

function timeAll(
  query: (point: SamplePoint) => number | null,
  samples: SamplePoint[],
  into: Times,
): void {
  for (const point of samples) {
    const began = performance.now()
    const answer = query(point)
    const ms = performance.now() - began
    if (answer !== null) into.push({ point, ms })
  }
}

const msOf = (times: Times) => times.map(({ ms }) => ms)

function grouped(times: Times, names: readonly string[], nameOf: (point: SamplePoint) => string) {
  return Object.fromEntries(
    names.flatMap((name) => {
      const own = times.filter(({ point }) => nameOf(point) === name)
      return own.length > 0 ? [[name, spread(msOf(own))]] : []
    }),
  )
}

/** Where our answers and the peer's differ. */
async function compare(packs: Packs, peer: PeerQueries, samples: SamplePoint[]) {
  const parcels = packs.get('parcels')!
  const flood = packs.get('flood_zones')!
  let points = 0
  let overlaps = 0
  let worstShare = 0
  for (const { x, y, parcelRow, ...rest } of samples) {
    const theirs = await peer.atPoint({ x, y, parcelRow, ...rest })
    const same = (a: number[], b: number[]) => a.join() === b.join()
    if (!same(theirs.parcels, parcels.rowsAt(x, y)) || !same(theirs.flood, flood.rowsAt(x, y)))
      points++
    if (parcelRow === null) continue
    const subject = makeSubject(parcels.polygons(parcelRow))
    const parcelM2 = parcels.value(parcelRow, 'area_m2') as number
    const ours = new Map(
      flood.overlaps(subject).map(({ row, area_m2 }) => [row, area_m2 / parcelM2]),
    )
    const shares = await peer.onParcel(parcelRow)
    for (const row of new Set([...ours.keys(), ...shares.keys()])) {
      const [a, b] = [ours.get(row) ?? 0, shares.get(row) ?? 0]
      if (a < SHARE_FLOOR && b < SHARE_FLOOR) continue
      worstShare = Math.max(worstShare, Math.abs(a - b))
      if (!(Math.abs(a - b) <= SHARE_TOLERANCE)) overlaps++
    }
  }
  return {
    points_that_differ: points,
    overlaps_that_differ: overlaps,
    worst_share_difference: rounded(worstShare, 8),
  }
}

function opening(folder: string, memoryBytes: number) {
  const script = join(import.meta.dirname, 'pack-opening.ts')
  const text = execFileSync(process.execPath, [script, folder, `${memoryBytes}`])
  return JSON.parse(text.toString()) as Record<string, number>
}

const started = machine()
const folder = mkdtempSync(join(tmpdir(), 'lookup-bench-'))
try {
  let written: WrittenPack[] = []
  const write_s = await seconds(async () => {
    written = await writeCountyPacks(plan, folder, { tables: TABLES })
  })
  const inMemory = openAll(folder, written, Number.MAX_SAFE_INTEGER)
  const byPosition = openAll(folder, written, 0)
  const parcels = inMemory.get('parcels')!
  const flood = inMemory.get('flood_zones')!
  const samples = choosePoints(plan, parcels, flood, wholeOption(values.points, 'points'))
  const ours = { memory: questions(inMemory), positioned: questions(byPosition) }
  const times: Record<string, Times> = {}
  const measure = (name: string, query: (point: SamplePoint) => number | null) => {
    times[name] ??= []
    timeAll(query, samples, times[name])
  }

  const postgres = values['no-peer'] ? { missing: 'left out by --no-peer' } : await startPostgres()
  const peerTimes: { at_point: Times; on_parcel: Times } = { at_point: [], on_parcel: [] }
  const peerResult: Record<string, unknown> = {}
  const client = 'missing' in postgres ? null : await preparedPeer(postgres)

  async function preparedPeer(running: Exclude<typeof postgres, { missing: string }>) {
    peerResult.load_s = rounded(await seconds(() => loadPeer(running, { parcels, flood })), 1)
    return await running.connect()
  }
  try {
    const peer = client && new PeerQueries(client)
    // Round 0 warms all of them up and is not counted.
    for (let round = 0; round <= rounds; round++) {
      for (const [store, queries] of Object.entries(ours))
        for (const [name, query] of Object.entries(queries)) measure(`${name} ${store}`, query)
      if (peer)
        for (const point of samples) {
          let began = performance.now()
          await peer.atPoint(point)
          peerTimes.at_point.push({ point, ms: performance.now() - began })
          if (point.parcelRow === null) continue
          began = performance.now()
          await peer.onParcel(point.parcelRow)
          peerTimes.on_parcel.push({ point, ms: performance.now() - began })
        }
      if (round === 0)
        for (const list of [...Object.values(times), peerTimes.at_point, peerTimes.on_parcel])
          list.length = 0
    }
    if (peer && !('missing' in postgres)) {
      const server = await peer.serverMs(samples)
      Object.assign(peerResult, {
        version: postgres.version,
        at_point: spread(msOf(peerTimes.at_point)),
        on_parcel: spread(msOf(peerTimes.on_parcel)),
        at_point_server: spread(server.atPoint),
        on_parcel_server: spread(server.onParcel),
        agreement: await compare(inMemory, peer, samples),
      })
    }
  } finally {
    await client?.end()
    if (!('missing' in postgres)) await postgres.stop()
  }

  const figures = Object.fromEntries(
    Object.entries(times).map(([name, list]) => [name, spread(msOf(list))]),
  )
  const classes = SIZE_CLASSES.map(({ name }) => name)
  const by = (name: string) => ({
    by_kind_of_point: grouped(times[name], POINT_KINDS, ({ kind }) => kind),
    by_largest_flood_polygon: grouped(times[name], classes, sizeClassOf),
  })
  const against = (name: 'at_point' | 'on_parcel', peerName: string) =>
    rounded((peerResult[peerName] as { p50: number }).p50 / figures[`${name} memory`].p50, 1)
  const ratios = client && {
    at_point: against('at_point', 'at_point'),
    on_parcel: against('on_parcel', 'on_parcel'),
    at_point_server_only: against('at_point', 'at_point_server'),
    on_parcel_server_only: against('on_parcel', 'on_parcel_server'),
  }
  const result = {
    machine: started,
    parameters: { ...plan, points: samples.length, rounds },
    packs: written,
    write_s: rounded(write_s, 1),
    unit: 'ms',
    ours: figures,
    at_point: by('at_point memory'),
    on_parcel: by('on_parcel memory'),
    dossier: by('dossier memory'),
    start: {
      in_memory: opening(folder, Number.MAX_SAFE_INTEGER),
      by_position: opening(folder, 0),
    },
    peer: client ? peerResult : { skipped: (postgres as { missing: string }).missing },
    times_faster_than_peer_p50: ratios,
  }
  writeResults('lookup', result)
  const row = (name: string, figure: unknown) => {
    const { p50, p99, mean } = figure as ReturnType<typeof spread>
    return [name, p50, p99, mean]
  }
  const rows = Object.entries(figures).map(([name, figure]) => row(name, figure))
  for (const [name, figure] of Object.entries(result.dossier.by_largest_flood_polygon))
    rows.push(row(`dossier, ${name}`, figure))
  for (const [name, figure] of Object.entries(result.at_point.by_largest_flood_polygon))
    rows.push(row(`at_point, ${name}`, figure))
  for (const name of ['at_point', 'on_parcel', 'at_point_server', 'on_parcel_server'])
    if (client) rows.push(row(`PostGIS ${name}`, peerResult[name]))
  console.log(formatTable(['ms', 'p50', 'p99', 'mean'], rows))
  console.log(JSON.stringify({ start: result.start, ratios, peer: result.peer }, null, 2))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
