/**
 * The hostile client of fairness.ts, in a process of its own: each key pipelines its requests of a
 * minute on one connection after the other. By the modes that are listed, key by key, connections
 * are closed at once, read, or never read. It ends with a count of the answers it got, as JSON.
 * Usage: ATTACK_KEYS=... node tests/bench/fairness-attack.ts URL SECONDS closed,read,unread
 */
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { seededRandom } from '../../random/seeded-random.ts'

const REQUESTS_A_MINUTE = 300
/** Time until a connection that was closed at once is opened again. */
const AGAIN_MS = 1_000
const SEED = 7
const EVERYWHERE = '-180,-90,180,90'

const [url, seconds, listed] = process.argv.slice(2)
const modes = listed.split(',')
const keys = process.env.ATTACK_KEYS!.split(',')
const until = performance.now() + Number(seconds) * 1000
const { hostname, port } = new URL(url)
const random = seededRandom(SEED)
const counts = { connections: 0, requests: 0, statuses: {} as Record<string, number> }

/** Mostly the costliest request, some of the other large ones. */
function path(): string {
  const kind = random()
  if (kind < 0.7) return `/api/v1/layers/parcels/features?bbox=${EVERYWHERE}&limit=5000`
  if (kind < 0.85) return '/api/v1/parcels?limit=100&include_geometry=true'
  return '/api/v1/location?ll=29.9863009,-71.9643746&include_geometry=true&include_adjacent=true'
}

function pipelined(key: string): string {
  const requests = Array.from(
    { length: REQUESTS_A_MINUTE },
    () => `GET ${path()} HTTP/1.1\r\nHost: ${hostname}\r\nx-api-key: ${key}\r\n\r\n`,
  )
  return requests.join('')
}

function readStatuses(socket: Socket): void {
  socket.on('data', (bytes) => {
    for (const [, status] of bytes.toString('latin1').matchAll(/HTTP\/1\.1 (\d{3}) /g))
      counts.statuses[status] = (counts.statuses[status] ?? 0) + 1
  })
}

async function attack(key: string, mode: string): Promise<void> {
  while (performance.now() < until) {
    const socket = connect(Number(port), hostname)
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    socket.on('error', () => {})
    counts.connections++
    counts.requests += REQUESTS_A_MINUTE
    socket.write(pipelined(key), () => {
      if (mode === 'closed') socket.destroy()
    })
    if (mode === 'read') readStatuses(socket)
    if (mode === 'unread') socket.pause()
    const left = wait(Math.max(0, until - performance.now()))
    await Promise.race([closed, left])
    socket.destroy()
    await Promise.race([wait(AGAIN_MS), left])
  }
}

await Promise.all(keys.map((key, i) => attack(key, modes[i % modes.length])))
console.log(JSON.stringify(counts))
process.exit(0)
