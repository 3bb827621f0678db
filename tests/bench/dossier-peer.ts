import type { Client } from 'pg'
import type { Packs } from '../../lookup/location-lookup.ts'
import type { Progress } from '../../terminal/progress.ts'
import {
  DossierPeer,
  loadDossierPeer,
  SESSION,
  statementsOf,
  VARIANTS,
  type Variant,
} from './dossier-postgis.ts'
import { answerSpatially, type SpatialQuestions } from './dossier-questions.ts'
import { type PrivatePostgres, startPostgres } from './postgres.ts'
import { rounded, seconds, spread } from './results.ts'
import type { SamplePoint } from './sample-points.ts'

/** Shares of a parcel that differ by less agree: degrees here, square metres there. */
const SHARE_TOLERANCE = 1e-4
/** PostGIS also returns polygons that only touch: a smaller share is not counted as an overlap. */
const SHARE_FLOOR = 1e-6
/** Points that each variant of the query is tried with, after as many to warm up. */
const TRIAL_POINTS = 150
/** Favours the peer: all of its tables stay in its own memory. */
const SHARED_BUFFERS = '6GB'

export interface PeerOptions {
  clients: number
  stretch_s: number
  progress: Progress
}

export type PeerFigures = Exclude<Awaited<ReturnType<typeof measurePeer>>, { skipped: string }>

/**
 * Puts the same spatial questions to PostGIS; `skipped` holds the reason where it is not installed.
 */
export async function measurePeer(
  packs: Packs,
  questions: SpatialQuestions,
  points: readonly SamplePoint[],
  { clients, stretch_s, progress }: PeerOptions,
) {
  const postgres = await startPostgres({ shared_buffers: SHARED_BUFFERS })
  if ('missing' in postgres) return { skipped: postgres.missing }
  try {
    const load_s = rounded(
      await seconds(() => loadDossierPeer(postgres, packs, questions, progress)),
      1,
    )
    const querying = progress.step('PostGIS: query')
    const client = await postgres.connect()
    await client.query(SESSION)
    const tried = await tryVariants(client, questions, points)
    const [best] = [...VARIANTS].sort((a, b) => tried[a] - tried[b])
    const peer = new DossierPeer(client, questions, best)
    await timesOf(peer, points)
    const one_client = spread(await timesOf(peer, points))
    const server_alone = spread(await peer.serverMs(points))
    const agreement = await compare(packs, questions, peer, points)
    await client.end()
    const result = {
      version: postgres.version,
      load_s,
      p50_ms_by_way_of_asking: tried,
      queried_as: best,
      one_client,
      one_client_server_alone: server_alone,
      clients,
      crowd: await crowd(postgres, questions, best, points, clients, stretch_s),
      pgbench: pgbench(postgres, questions, tried, points, clients, stretch_s),
      agreement,
    }
    querying.done(`${best}: ${one_client.p50} ms`)
    return result
  } finally {
    await postgres.stop()
  }
}

/** Median time of each variant: they take turns, so that none has the quiet minutes. */
async function tryVariants(
  client: Client,
  questions: SpatialQuestions,
  points: readonly SamplePoint[],
): Promise<Record<Variant, number>> {
  const peers = VARIANTS.map((variant) => ({
    variant,
    peer: new DossierPeer(client, questions, variant),
    times: [] as number[],
  }))
  for (const { peer } of peers) await timesOf(peer, points.slice(0, TRIAL_POINTS))
  for (const point of points.slice(TRIAL_POINTS, 2 * TRIAL_POINTS))
    for (const { peer, times } of peers) times.push(...(await timesOf(peer, [point])))
  return Object.fromEntries(
    peers.map(({ variant, times }) => [variant, spread(times).p50]),
  ) as Record<Variant, number>
}

async function timesOf(peer: DossierPeer, points: readonly SamplePoint[]): Promise<number[]> {
  const times: number[] = []
  for (const point of points) {
    const began = performance.now()
    await peer.rows(point)
    times.push(performance.now() - began)
  }
  return times
}

/** Several clients of this process's driver, each with one connection. */
async function crowd(
  postgres: PrivatePostgres,
  questions: SpatialQuestions,
  variant: Variant,
  points: readonly SamplePoint[],
  clients: number,
  stretch_s: number,
) {
  const times: number[] = []
  let n = 0
  const connections = await Promise.all(
    Array.from({ length: clients }, async () => {
      const client = await postgres.connect()
      await client.query(SESSION)
      const peer = new DossierPeer(client, questions, variant)
      await peer.rows(points[0]) // prepares the statements
      return { client, peer }
    }),
  )
  const began = performance.now()
  const until = began + stretch_s * 1000
  await Promise.all(
    connections.map(async ({ peer }) => {
      while (performance.now() < until) {
        const start = performance.now()
        await peer.rows(points[n++ % points.length])
        times.push(performance.now() - start)
      }
    }),
  )
  const requests_per_s = rounded(times.length / ((performance.now() - began) / 1000), 0)
  await Promise.all(connections.map(({ client }) => client.end()))
  return { ...spread(times), requests_per_s }
}

/**
 * Questions a second by PostgreSQL's own client, the cheapest there is, with one statement. It
 * reads each point from a table, which is counted in: about 0.05 ms.
 */
function pgbench(
  postgres: PrivatePostgres,
  questions: SpatialQuestions,
  tried: Record<Variant, number>,
  points: readonly SamplePoint[],
  clients: number,
  stretch_s: number,
) {
  const single = VARIANTS.filter((variant) => statementsOf(variant, questions).length === 1)
  const [best] = single.sort((a, b) => tried[a] - tried[b])
  const [statement] = statementsOf(best, questions)
  const lines = points.map(({ lng, lat }, i) => `(${i}, ${lng}, ${lat})`)
  postgres.pgbench(
    `CREATE TABLE points (i int PRIMARY KEY, lng float8, lat float8);
     INSERT INTO points VALUES ${lines.join(', ')};`,
    ['-M', 'simple', '-t', '1'],
  )
  const script = `
    \\set i random(0, ${points.length - 1})
    SELECT lng, lat FROM points WHERE i = :i \\gset
    ${statement.replaceAll('$1', ':lng').replaceAll('$2', ':lat')};`
  const run = (count: number) => {
    const words = postgres.pgbench(script, ['-c', `${count}`, '-T', `${stretch_s}`])
    const figure = (pattern: RegExp) => Number(pattern.exec(words)?.[1])
    return {
      requests_per_s: rounded(figure(/tps = ([\d.]+)/), 0),
      mean_ms: rounded(figure(/latency average = ([\d.]+)/)),
    }
  }
  run(1) // warms up
  return { queried_as: best, one_client: run(1), crowd: run(clients) }
}

/** Where our answers and the peer's differ. */
async function compare(
  packs: Packs,
  questions: SpatialQuestions,
  peer: DossierPeer,
  points: readonly SamplePoint[],
) {
  const differing: Record<string, number> = {}
  const differs = (what: string) => {
    differing[what] = (differing[what] ?? 0) + 1
  }
  let worst = 0
  let compared = 0
  for (const point of points) {
    const [ours, theirs] = [answerSpatially(packs, questions, point), await peer.answer(point)]
    for (const part of ['atPoint', 'inParcel', 'near'] as const)
      for (const [table, rows] of ours[part]) {
        compared++
        const [a, b] = [ascending(rows), ascending(theirs[part].get(table)!)]
        if (a.join() !== b.join()) differs(`${part} ${table}`)
      }
    for (const [table, shares] of ours.onParcel) {
      const others = theirs.onParcel.get(table)!
      for (const row of new Set([...shares.keys(), ...others.keys()])) {
        const [a, b] = [shares.get(row) ?? 0, others.get(row) ?? 0]
        if (a < SHARE_FLOOR && b < SHARE_FLOOR) continue
        compared++
        worst = Math.max(worst, Math.abs(a - b))
        if (!(Math.abs(a - b) <= SHARE_TOLERANCE)) differs(`onParcel ${table}`)
      }
    }
  }
  return { compared, differing, worst_share_difference: rounded(worst, 8) }
}

function ascending(rows: readonly number[]): number[] {
  return [...rows].sort((a, b) => a - b)
}
