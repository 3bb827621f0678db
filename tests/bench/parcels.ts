/**
 * Pages of the list of parcels among a county's: the question to the build's DuckDB file in
 * process, the same of PostGIS, and whole pages over HTTP. About three minutes at a million.
 * Usage: node tests/bench/parcels.ts [--parcels 1000000] [--questions 200] [--seconds 3]
 * [--no-peer]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { openPinned } from '../../catalog/build-folder.ts'
import { closePacks } from '../../lookup/open-packs.ts'
import type { ServedBuild } from '../../serve/build/build-source.ts'
import { openServedBuild } from '../../serve/build/served-build.ts'
import { encodeCursor } from '../../serve/queries/page-cursor.ts'
import { findParcels } from '../../serve/queries/parcel-plane.ts'
import { formatTable } from '../../terminal/table.ts'
import { terminalProgress } from '../../terminal/terminal-progress.ts'
import { PLAN_OPTIONS, planOf, writeCountyBuild } from './county-build.ts'
import { stretch } from './http-client.ts'
import { loadParcelPeer, PLAN_MODES, peerPage } from './parcels-peer.ts'
import { PAGE_ROWS, type PageQuestion, pageQuestions } from './parcels-questions.ts'
import { startService } from './plat-service.ts'
import { startPostgres } from './postgres.ts'
import { machine, rounded, seconds, spread, wholeOption, writeResults } from './results.ts'

const { values } = parseArgs({
  options: {
    ...PLAN_OPTIONS,
    questions: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '3' },
    'no-peer': { type: 'boolean', default: false },
  },
})
const plan = planOf(values)
const questions = pageQuestions(plan, wholeOption(values.questions, 'questions'))
/** No stretch takes longer, whatever is requested. */
const SECONDS_MAX = 30
const stretch_s = Math.min(SECONDS_MAX, wholeOption(values.seconds, 'seconds'))
const CLIENTS = [1, 8]
const MEMORY_BYTES = 2 ** 31

/** Times of all questions of a kind; the first round warms up and is not counted. */
async function timed(
  questions: PageQuestion[],
  query: (question: PageQuestion) => Promise<string[]>,
): Promise<{ figures: ReturnType<typeof spread>; keys: string[][] }> {
  for (const question of questions.slice(0, 20)) await query(question)
  const times: number[] = []
  const keys: string[][] = []
  for (const question of questions) {
    const began = performance.now()
    keys.push(await query(question))
    times.push(performance.now() - began)
  }
  return { figures: spread(times), keys }
}

function pathOf({ filters, after }: PageQuestion, build: string): string {
  const query = new URLSearchParams({ limit: `${PAGE_ROWS}` })
  for (const [name, value] of Object.entries(filters)) query.set(name, `${value}`)
  if (after >= 0) {
    const { bbox, county, zip, use_code } = filters
    query.set('cursor', encodeCursor(after, { build, filters: { bbox, county, zip, use_code } }))
  }
  return `/api/v1/parcels?${query}`
}

async function overHttp(home: string, build: string) {
  const service = await startService(home, MEMORY_BYTES)
  try {
    const figures: Record<string, unknown> = {}
    for (const clients of CLIENTS)
      for (const [kind, pages] of questions) {
        const paths = pages.map((question) => pathOf(question, build))
        const options = {
          clients,
          seconds: stretch_s,
          pathOf: (n: number) => paths[n % paths.length],
        }
        await stretch(service.url, { ...options, seconds: 0.3 })
        figures[`${kind}, ${clients} clients`] = (await stretch(service.url, options)).figures
      }
    return figures
  } finally {
    await service.stop()
  }
}

async function inProcess(build: ServedBuild) {
  const ours: Record<string, Awaited<ReturnType<typeof timed>>> = {}
  const pack = build.packs.get('parcels')!
  const page = async ({ filters, after }: PageQuestion) => {
    const found = await findParcels(build, filters, after, PAGE_ROWS + 1)
    return found.map(({ row }) => pack.value(row, 'parcel_key') as string)
  }
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  for (const [kind, pages] of questions) ours[kind] = await timed(pages, page)
  delay.disable()
  const loop = { p50: delay.percentile(50) / 1e6, p99: delay.percentile(99) / 1e6 }
  return { ours, loop_delay_ms: { p50: rounded(loop.p50, 1), p99: rounded(loop.p99, 1) } }
}

async function ofPeer(build: ServedBuild, ours: Record<string, { keys: string[][] }>) {
  const postgres = values['no-peer'] ? { missing: 'left out by --no-peer' } : await startPostgres()
  if ('missing' in postgres) return { skipped: postgres.missing }
  try {
    const load = () => loadParcelPeer(postgres, build.packs.get('parcels')!)
    const load_s = rounded(await seconds(load), 1)
    const client = await postgres.connect()
    // All of it is in memory: with the default it reads a whole ZIP code away by place.
    await client.query('SET random_page_cost = 1.1')
    const figures: Record<string, unknown> = {}
    let differing = 0
    for (const [kind, pages] of questions) {
      const modes: { mode: string; p50: number }[] = []
      for (const mode of PLAN_MODES) {
        await client.query(`SET plan_cache_mode = ${mode}`)
        const theirs = await timed(pages, (question) => peerPage(client, question))
        modes.push({ mode, ...theirs.figures })
      }
      // The faster of both plans, as a person who tunes would choose it.
      figures[kind] = modes.sort((a, b) => a.p50 - b.p50)[0]
      for (const [i, question] of pages.entries()) {
        const keys = await peerPage(client, question, true)
        if (keys.join() !== ours[kind].keys[i].join()) differing++
      }
    }
    await client.end()
    return { version: postgres.version, load_s, figures, pages_that_differ: differing }
  } finally {
    await postgres.stop()
  }
}

const started = machine()
const progress = terminalProgress()
const home = mkdtempSync(join(tmpdir(), 'parcels-bench-'))
try {
  const { write_s } = await writeCountyBuild(plan, home, { progress, parcelsOnly: true })
  const open = await openPinned(home)
  const build = await openServedBuild(open, MEMORY_BYTES)
  const { ours, loop_delay_ms } = await inProcess(build)
  const peer = await ofPeer(build, ours)
  for (const close of build.atClose.splice(0)) close()
  closePacks(build.packs)
  const http = await overHttp(home, open.id)
  const figures = Object.fromEntries(
    Object.entries(ours).map(([kind, each]) => [kind, each.figures]),
  )
  writeResults('parcels', {
    machine: started,
    parameters: { ...plan, questions: values.questions, page_rows: PAGE_ROWS, stretch_s },
    packs_write_s: write_s,
    database_bytes: open.manifest.database.bytes,
    unit: 'ms',
    ours: figures,
    loop_delay_ms,
    peer,
    http,
  })
  const all = {
    ...figures,
    ...(peer.figures ? prefixed('PostGIS: ', peer.figures) : {}),
    ...http,
  }
  const rows = Object.entries(all).map(([name, figure]) => {
    const { p50, p99, mean, requests_per_s } = figure as Record<string, number>
    return [name, p50, p99, mean, requests_per_s ?? null]
  })
  console.log(formatTable(['ms', 'p50', 'p99', 'mean', 'requests/s'], rows))
  console.log(JSON.stringify({ loop_delay_ms, peer: { ...peer, figures: undefined } }))
} finally {
  progress.close()
  rmSync(home, { recursive: true, force: true })
}

function prefixed(prefix: string, figures: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(figures).map(([name, each]) => [prefix + name, each]))
}
