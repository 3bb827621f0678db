/**
 * Effect of one owner on another: 50 keys of one person each pipeline 300 costly requests,
 * and read all answers, or close a third of the connections at once and leave a third unread, while
 * another person's keys request dossiers and health steadily. `plat serve` runs with its accounts,
 * in two threads.
 * Usage: node tests/bench/fairness.ts [--home .plat] [--seconds 20] [--keys 50]
 */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openDatabase } from '../../accounts/database/open-database.ts'
import { platHome } from '../../catalog/plat-home.ts'
import { HttpConnection } from './http-client.ts'
import { makeKeys } from './keys-database.ts'
import { type PlatService, startService } from './plat-service.ts'
import { machine, rounded, spread, wholeOption, writeResults } from './results.ts'

const MEMORY_BYTES = 2 ** 31
const THREADS = 2
/** The kernel spreads connections over the threads: so many reach both. */
const CONNECTIONS = 8
const DOSSIER = '/api/v1/location?ll=29.9863009,-71.9643746'
const EVERY_MS = { location: 40, health: 40 }
const KEYS_OF_OWNER = 50
/** How the hostile connections behave, by the name of the attack. Each has keys of its own. */
const ATTACKS = { read: 'read', mixed: 'closed,read,unread' }
const { values } = parseArgs({
  options: {
    home: { type: 'string' },
    seconds: { type: 'string', default: '20' },
    keys: { type: 'string', default: `${KEYS_OF_OWNER}` },
  },
})
const seconds = wholeOption(values.seconds, 'seconds')
const attackers = wholeOption(values.keys, 'keys')

const built = values.home ?? platHome()
const home = await mkdtemp(join(tmpdir(), 'plat-fairness-bench-'))
for (const name of ['builds', 'pin.json']) await symlink(join(built, name), join(home, name))
let service: PlatService | null = null
try {
  const folder = join(home, 'accounts', 'database')
  const database = await openDatabase({ kind: 'embedded', folder })
  const keys = await makeKeys(database, 7, KEYS_OF_OWNER)
  await database.close()
  const [warm, other, after, ...sides] = Array.from({ length: 7 }, (_, owner) =>
    keys.slice(owner * KEYS_OF_OWNER, (owner + 1) * KEYS_OF_OWNER),
  )
  const environment = { PLAT_LIVE: 'none' }
  const options = { hasGate: true, threads: THREADS, environment }
  service = await startService(home, MEMORY_BYTES, options)
  await steady(service.url, 2, warm)
  const alone = await steady(service.url, seconds, other)
  const attacks: Record<string, object> = {}
  for (const [name, modes] of Object.entries(ATTACKS)) {
    const hostile = sides.shift()!.slice(0, attackers)
    const attack = startAttack(service.url, hostile, modes)
    const [ms, hostile_answers] = await Promise.all([
      steady(service.url, seconds, sides.shift()!),
      attack,
    ])
    attacks[name] = { ms, hostile_answers }
  }
  const calm = await steady(service.url, 2, after)
  const result = {
    machine: machine(),
    seconds,
    threads: THREADS,
    keys_of_the_hostile_owner: attackers,
    peak_mb: peakOf(service.pid),
    alone: { ms: alone },
    attacks,
    after: { ms: calm },
  }
  writeResults('fairness', result)
  console.log(JSON.stringify(result, null, 2))
} finally {
  await service?.stop()
  await rm(home, { recursive: true, force: true })
}

async function startAttack(url: string, keys: string[], modes: string): Promise<unknown> {
  const script = join(import.meta.dirname, 'fairness-attack.ts')
  const env = { ...process.env, ATTACK_KEYS: keys.join(',') }
  const stdio: ['ignore', 'pipe', 'inherit'] = ['ignore', 'pipe', 'inherit']
  const child = spawn(process.execPath, [script, url, `${seconds}`, modes], { env, stdio })
  return JSON.parse(await text(child.stdout!))
}

/** Most that a process held in memory; null where the system does not report it. */
function peakOf(pid: number): number | null {
  const status = `/proc/${pid}/status`
  if (!existsSync(status)) return null
  const [, kilobytes] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(status, 'utf8')) ?? []
  return kilobytes === undefined ? null : Math.round(Number(kilobytes) / 1000)
}

/** Requests dossiers and health at a steady pace for a while, however long the answers take. */
async function steady(url: string, seconds: number, keys: string[]) {
  let sent = 0
  const headersOf = () => `x-api-key: ${keys[sent++ % keys.length]}\r\n`
  const [location, health] = await Promise.all([
    requestSteadily(url, DOSSIER, EVERY_MS.location, seconds, headersOf),
    requestSteadily(url, '/api/v1/health', EVERY_MS.health, seconds, () => ''),
  ])
  return { location, health }
}

/** Sends requests on connections that are free; a time counts from when the request was due. */
async function requestSteadily(
  url: string,
  path: string,
  every_ms: number,
  seconds: number,
  headersOf: () => string,
) {
  const times: number[] = []
  const statuses: Record<string, number> = {}
  const began = performance.now()
  let n = 0
  const connections = Array.from({ length: CONNECTIONS }, () => new HttpConnection(url))
  await Promise.all(
    connections.map(async (connection) => {
      for (;;) {
        const due = began + n++ * every_ms
        if (due >= began + seconds * 1000) return
        await wait(Math.max(0, due - performance.now()))
        const { status } = await connection.get(path, headersOf())
        times.push(performance.now() - due)
        statuses[status] = (statuses[status] ?? 0) + 1
      }
    }),
  )
  for (const connection of connections) connection.close()
  return { ...spread(times), max: rounded(Math.max(...times)), statuses }
}
