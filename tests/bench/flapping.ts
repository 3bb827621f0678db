// Full dossiers while upstreams flap: every answer is honest, memory is flat, p99 is reported.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { pinBuild } from '../../builds/pin.ts'
import { planBuild } from '../../builds/plan.ts'
import { runBuild } from '../../builds/run.ts'
import { UPSTREAMS } from '../../layers/index.ts'
import { seededRandom } from '../../random/seeded-random.ts'
import { startSampleUpstreams } from '../../sample/upstreams/start-sample-upstreams.ts'
import { terminalProgress } from '../../terminal/terminal-progress.ts'
import { urlVariable } from '../../upstream/settings.ts'
import { answersOf, FaultServer } from '../faults/fault-server.ts'
import { flap } from './flapping-schedule.ts'
import { FlappingTally } from './flapping-tally.ts'
import { heapLines, MemoryLine } from './memory-line.ts'
import { memoryOf } from './peak-memory.ts'
import { startService } from './plat-service.ts'
import { machine, rounded, spread, wholeOption, writeResults } from './results.ts'

const SEED = 6
/** The county, the shoals north of it that live services alone know, and some of the sea. */
const GROUND = { west: -72.12, east: -71.88, south: 29.9, north: 30.19 }
/** Longer than any answer may take: one that does not come is an error. */
const ANSWER_MS = 15_000
const PACK_BYTES = 1e9
const LOOK_EVERY_MS = 1_000

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    clients: { type: 'string', default: '8' },
    seed: { type: 'string', default: `${SEED}` },
    home: { type: 'string' },
  },
})
const minutes = wholeOption(values.minutes, 'minutes')
const clients = wholeOption(values.clients, 'clients')
const seed = wholeOption(values.seed, 'seed')
const progress = terminalProgress()
const ownHome = values.home ? null : await mkdtemp(join(tmpdir(), 'plat-flapping-'))
const home = values.home ?? ownHome!

if (ownHome) {
  const plan = await planBuild(['sample'], home)
  await runBuild(plan, { home, workers: 2, progress })
  await pinBuild(plan.build, { home })
}
const sample = await startSampleUpstreams()
const spoken = UPSTREAMS.filter((upstream) => urlVariable(upstream) in sample.environment)
const servers = new Map<string, FaultServer>()
const environment: Record<string, string> = { ...sample.environment }
for (const upstream of spoken) {
  const server = await FaultServer.start(answersOf(sample.url), `/${upstream.id}`)
  servers.set(upstream.id, server)
  environment[urlVariable(upstream)] = server.base
}

const heap = heapLines()
const service = await startService(home, PACK_BYTES, {
  environment,
  nodeFlags: ['--trace-gc'],
  onLine: heap.read,
})
const tally = new FlappingTally(spoken.map(({ title }) => title))
const [rss, heaps] = [new MemoryLine(), new MemoryLine()]
const times: number[] = []
const random = seededRandom(seed)
const end = performance.now() + minutes * 60_000
const isOver = () => performance.now() >= end
const step = progress.step('flap', { unit: 'answers' })

async function requestDossier(): Promise<void> {
  const within = (from: number, to: number) => (from + random() * (to - from)).toFixed(6)
  const ll = `${within(GROUND.south, GROUND.north)},${within(GROUND.west, GROUND.east)}`
  const began = performance.now()
  try {
    const response = await fetch(`${service.url}/api/v1/location?ll=${ll}`, {
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    tally.answer(response.status, await response.json())
  } catch (error) {
    tally.broke(ll, error)
  }
  times.push(performance.now() - began)
  step.advance(1)
}

async function look(): Promise<void> {
  while (!isOver()) {
    rss.add(memoryOf(service.pid).rss_mb)
    heaps.add(heap.latest())
    await wait(LOOK_EVERY_MS)
  }
}

const flaps = await Promise.all([
  ...[...servers].map(([id, server], i) => flap(id, server, seed + i, end)),
  look().then(() => null),
  ...Array.from({ length: clients }, async () => {
    while (!isOver()) await requestDossier()
    return null
  }),
])
step.done(`${times.length} answers`)
const upstreams = (await (await fetch(`${service.url}/api/v1/upstreams`)).json()) as {
  data: Record<string, unknown>[]
}
await service.stop()
for (const server of servers.values()) await server.stop()
await sample.close()
if (ownHome) await rm(ownHome, { recursive: true, force: true })
progress.close()

writeResults('flapping', {
  machine: machine(),
  parameters: { minutes, clients, seed },
  answers: times.length,
  answers_per_s: rounded(times.length / (minutes * 60), 1),
  ms: spread(times),
  ...tally.report(),
  rss_mb: rss.report(),
  heap_after_collection_mb: heaps.report(),
  flaps: Object.fromEntries(flaps.flatMap((each) => (each ? [[each.id, each.played]] : []))),
  upstreams: upstreams.data.filter(({ requests_sent }) => Number(requests_sent) > 0),
})
const { dishonest } = tally.report()
if (dishonest.length > 0) {
  console.error(dishonest.join('\n'))
  process.exitCode = 1
}
