/**
 * The two-section dossier over HTTP: the service in a process of its own, on a pinned build.
 * Usage: node tests/bench/http.ts [--parcels 1000000] [--flood 100000] [--seconds 10] [--clients 8]
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { buildFolder } from '../../catalog/build-folder.ts'
import { PROJECT_ROOT } from '../../catalog/plat-home.ts'
import { Pack } from '../../layers/packs/pack-reader.ts'
import { formatTable } from '../../terminal/table.ts'
import { writeCountyBuild } from './county-build.ts'
import { chooseSpots, SIZE_CLASSES, type Spot, sizeClassOf } from './lookup-spots.ts'
import { machine, rounded, spread, wholeOption, writeResults } from './results.ts'

const { values } = parseArgs({
  options: {
    parcels: { type: 'string', default: '1000000' },
    flood: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '10' },
    clients: { type: 'string', default: '8' },
    seed: { type: 'string', default: '7' },
  },
})
const plan = {
  parcels: wholeOption(values.parcels, 'parcels'),
  floodZones: wholeOption(values.flood, 'flood'),
  seed: wholeOption(values.seed, 'seed'),
}
/** No stretch takes longer, whatever is asked for. */
const SECONDS_MAX = 30
const stretch_s = Math.min(SECONDS_MAX, wholeOption(values.seconds, 'seconds'))
const clients = wholeOption(values.clients, 'clients')
const SPOTS = 1500
const START_LIMIT_MS = 120_000
const STOP_LIMIT_MS = 15_000

interface Answer {
  ms: number
  bytes: number
  status: number
}

interface Service {
  url: string
  process: ChildProcess
  start_ms: number
}

/** Starts `plat serve` on any free port and waits for the line that says where it answers. */
async function startService(home: string): Promise<Service> {
  const began = performance.now()
  const child = spawn(process.execPath, ['plat.ts', 'serve', '--port', '0', '--quiet'], {
    cwd: PROJECT_ROOT,
    env: { ...process.env, PLAT_HOME: home, HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const deadline = setTimeout(() => child.kill('SIGKILL'), START_LIMIT_MS)
  for await (const line of createInterface({ input: child.stdout! })) {
    const url = /https?:\/\/[^/\s]+/.exec(line)?.[0]
    if (!url) continue
    clearTimeout(deadline)
    child.stdout!.resume()
    return { url, process: child, start_ms: Math.round(performance.now() - began) }
  }
  throw new Error('the service ended before it answered')
}

async function stopService({ process: child }: Service): Promise<void> {
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const kill = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS)
  child.kill('SIGTERM')
  await ended
  clearTimeout(kill)
}

function ask(agent: Agent, url: string): Promise<Answer> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const request = get(url, { agent }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      response.on('end', () =>
        resolve({ ms: performance.now() - began, bytes, status: response.statusCode! }),
      )
    })
    request.on('error', reject)
  })
}

/** Several clients, each with one connection and one request at a time, for a stretch of seconds. */
async function stretch(count: number, urlOf: (n: number) => string) {
  const agent = new Agent({ keepAlive: true, maxSockets: count })
  const until = performance.now() + stretch_s * 1000
  const answers: (Answer & { n: number })[] = []
  let n = 0
  const client = async () => {
    while (performance.now() < until) {
      const own = n++
      answers.push({ n: own, ...(await ask(agent, urlOf(own))) })
    }
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: count }, client))
  const took_s = (performance.now() - began) / 1000
  agent.destroy()
  const wrong = answers.filter(({ status }) => status !== 200).length
  if (wrong > 0) throw new Error(`${wrong} of ${answers.length} answers are not 200`)
  const bytes = answers.reduce((sum, answer) => sum + answer.bytes, 0) / answers.length
  return {
    answers,
    figures: {
      ...spread(answers.map(({ ms }) => ms)),
      requests_per_s: rounded(answers.length / took_s, 0),
      mean_bytes: Math.round(bytes),
    },
  }
}

function residentMegabytes(pid: number): number | null {
  try {
    const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return line && Math.round(Number(line[1]) / 1000)
  } catch {
    return null // no /proc on this system
  }
}

function spotsOf(home: string): Spot[] {
  const paths = buildFolder('bench', home)
  const open = (table: string) => new Pack({ file: paths.packFile(table), memoryLimitBytes: 0 })
  const [parcels, flood] = [open('parcels'), open('flood_zones')]
  const spots = chooseSpots(plan, parcels, flood, SPOTS)
  for (const pack of [parcels, flood]) pack.close()
  return spots
}

const started = machine()
const home = mkdtempSync(join(tmpdir(), 'http-bench-'))
let service: Service | null = null
try {
  await writeCountyBuild(plan, home)
  const spots = spotsOf(home)
  service = await startService(home)
  const { url, start_ms } = service
  const dossierOf = (n: number) => {
    const { lat, lng } = spots[n % spots.length]
    return `${url}/api/v1/location?ll=${lat},${lng}&layers=parcel,flood`
  }
  const health = () => `${url}/api/v1/health`
  await stretch(1, dossierOf) // warms the service and this client up
  const floor = await stretch(1, health)
  const single = await stretch(1, dossierOf)
  const crowd = await stretch(clients, dossierOf)
  const bySize = Object.fromEntries(
    SIZE_CLASSES.flatMap(({ name }) => {
      const own = single.answers.filter(({ n }) => sizeClassOf(spots[n % SPOTS]) === name)
      return own.length > 0 ? [[name, spread(own.map(({ ms }) => ms))]] : []
    }),
  )
  const result = {
    machine: started,
    parameters: { ...plan, stretch_s, clients },
    note: 'The client shares the cores with the service; health is the floor of HTTP and framework.',
    unit: 'ms',
    start_ms,
    resident_mb: residentMegabytes(service.process.pid!),
    health_one_client: floor.figures,
    dossier_one_client: single.figures,
    dossier_one_client_by_largest_flood_polygon: bySize,
    [`dossier_${clients}_clients`]: crowd.figures,
  }
  writeResults('http', result)
  const row = (name: string, figures: ReturnType<typeof spread> & { requests_per_s?: number }) => {
    return [name, figures.p50, figures.p99, figures.requests_per_s ?? null]
  }
  const rows = [
    row('health, 1 client', floor.figures),
    row('dossier, 1 client', single.figures),
    ...Object.entries(bySize).map(([name, figures]) => row(`dossier, ${name}`, figures)),
    row(`dossier, ${clients} clients`, crowd.figures),
  ]
  console.log(formatTable(['ms', 'p50', 'p99', 'requests/s'], rows))
  console.log(`started in ${start_ms} ms, ${result.resident_mb} MB resident`)
} finally {
  if (service) await stopService(service)
  rmSync(home, { recursive: true, force: true })
}
