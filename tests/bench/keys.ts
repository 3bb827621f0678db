// Cost of a key check: the same requests to a service without keys, and to
// `plat serve` with its accounts in the embedded database and on PostgreSQL, in turn and in one
// run. `node tests/bench/keys.ts [--home .plat] [--seconds 1] [--rounds 5]`
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '../../accounts/database/open-database.ts'
import { platHome } from '../../catalog/plat-home.ts'
import { findPostgres, type PlainPostgres, startPlainPostgres } from '../servers/plain-postgres.ts'
import { stretch } from './http-client.ts'
import { checksOf, makeKeys } from './keys-database.ts'
import { type PlatService, startService } from './plat-service.ts'
import { machine, median, rounded, wholeOption, writeResults } from './results.ts'

const MEMORY_BYTES = 2 ** 31
const REQUESTS_OF_KEY = 250
const { values } = parseArgs({
  options: {
    home: { type: 'string' },
    seconds: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '5' },
  },
})
const seconds = wholeOption(values.seconds, 'seconds')
const rounds = wholeOption(values.rounds, 'rounds')
const built = values.home ?? platHome()
/** Requests with a key, of all services. */
let sent = 0

interface Served {
  name: string
  service: PlatService
  keys: string[]
}

// The builds of the named home, with accounts of its own.
const home = await mkdtemp(join(tmpdir(), 'plat-keys-bench-'))
for (const name of ['builds', 'pin.json']) await symlink(join(built, name), join(home, name))
const found = findPostgres()
const postgres: PlainPostgres | null = typeof found === 'string' ? null : await startPlainPostgres()
const services: PlatService[] = []
try {
  const embedded = await openDatabase({
    kind: 'embedded',
    folder: join(home, 'accounts', 'database'),
  })
  const embeddedKeys = await makeKeys(embedded)
  const checks: Record<string, object> = { embedded: await checksOf(embedded, embeddedKeys) }
  await embedded.close()
  const served: Served[] = [
    { name: 'no_key', service: await start({}), keys: [] },
    { name: 'embedded', service: await start({ hasGate: true }), keys: embeddedKeys },
  ]
  if (postgres) {
    const url = postgres.url('postgres')
    const database = await openDatabase({ kind: 'postgresql', url })
    const keys = await makeKeys(database)
    checks.postgresql = await checksOf(database, keys)
    await database.close()
    const environment = { DATABASE_URL: url, PLAT_AUTH_SECRET: 'a'.repeat(32) }
    served.push({ name: 'postgresql', service: await start({ hasGate: true, environment }), keys })
  }
  const paths = await pathsOf(served[1])
  const requests: Record<string, object> = {}
  for (const [what, path] of Object.entries(paths))
    for (const clients of [1, 8])
      requests[`${what}_${clients}_clients`] = await turns(served, path, clients)
  const result = {
    machine: machine(),
    seconds,
    rounds,
    postgres: postgres ? 'on a local socket, without fsync' : found,
    in_process_ms: checks,
    requests,
  }
  writeResults('keys', result)
  console.log(JSON.stringify(result, null, 2))
} finally {
  for (const service of services) await service.stop()
  await postgres?.stop()
  await rm(home, { recursive: true, force: true })
}

async function start(options: Parameters<typeof startService>[2]): Promise<PlatService> {
  const environment = { PLAT_LIVE: 'none', ...options?.environment }
  const service = await startService(home, MEMORY_BYTES, { ...options, environment, threads: 1 })
  services.push(service)
  return service
}

/** A tile and a small dossier in the middle of the parcels. */
async function pathsOf({ service, keys }: Served): Promise<Record<string, string>> {
  const headers = { authorization: `Bearer ${keys[0]}` }
  const answer = await fetch(`${service.url}/api/v1/tiles/parcels.json`, { headers })
  const { bounds, maxzoom } = (await answer.json()) as { bounds: number[]; maxzoom: number }
  const [lng, lat] = [(bounds[0] + bounds[2]) / 2, (bounds[1] + bounds[3]) / 2]
  const x = Math.floor(((lng + 180) / 360) * 2 ** maxzoom)
  const mercator = Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI
  const y = Math.floor(((1 - mercator) / 2) * 2 ** maxzoom)
  return {
    tile: `/api/v1/tiles/parcels/${maxzoom}/${x}/${y}.mvt`,
    dossier: `/api/v1/location?ll=${lat},${lng}&layers=parcel,flood`,
  }
}

/** One key for a while, as clients have it, and the next before it comes to its limit. */
function keyOf(keys: string[], n: number): string {
  return keys[Math.floor(n / REQUESTS_OF_KEY) % keys.length]
}

/** Each service in turn, several times: other work of the machine affects all of them. */
async function turns(served: Served[], path: string, clients: number) {
  const figures = new Map<string, Awaited<ReturnType<typeof stretch>>['figures'][]>()
  for (let round = 0; round <= rounds; round++)
    for (const { name, service, keys } of served) {
      const headersOf = () =>
        keys.length > 0 ? `authorization: Bearer ${keyOf(keys, sent++)}\r\n` : ''
      const accept = 'accept-encoding: gzip\r\n'
      const pathOf = () => path
      const run = { clients, seconds, pathOf, headers: accept, headersOf }
      const { figures: measured } = await stretch(service.url, run)
      // The first round warms up.
      if (round > 0) figures.set(name, [...(figures.get(name) ?? []), measured])
    }
  const of = (name: string) => {
    const runs = figures.get(name)!
    return {
      p50_ms: median(runs.map(({ p50 }) => p50)),
      p99_ms: median(runs.map(({ p99 }) => p99)),
      requests_per_s: median(runs.map(({ requests_per_s }) => requests_per_s)),
    }
  }
  const bare = of('no_key')
  const gated = served.slice(1).map(({ name }) => {
    const own = of(name)
    const added_p50_ms = rounded(own.p50_ms - bare.p50_ms)
    const throughput_ratio = rounded(own.requests_per_s / bare.requests_per_s, 3)
    return [name, { ...own, added_p50_ms, throughput_ratio }]
  })
  return { no_key: bare, ...Object.fromEntries(gated) }
}
