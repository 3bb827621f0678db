import { UpstreamClient } from '../../upstream/client.ts'
import { UpstreamFailure } from '../../upstream/failure.ts'
import { parseJson } from '../../upstream/json-response.ts'
import { tallyMemory } from '../../upstream/tally.ts'
import type { Upstream, UpstreamRequest } from '../../upstream/upstream.ts'
import { FaultServer, type FaultyRequest, type RightAnswer } from '../faults/fault-server.ts'

export const UPSTREAM: Upstream = {
  id: 'heights',
  title: 'Height service',
  attribution: 'Nobody',
  url: 'https://heights.example/v1',
  isOn: true,
  deadline_ms: 20_000,
  responseBytesMax: 100_000,
  cache_ms: 60_000,
}
export const REQUEST: UpstreamRequest<unknown> = {
  path: '/at',
  query: { x: 1, y: 2 },
  read: parseJson,
}

export const right = (value: unknown): RightAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(value)),
})
const servers: FaultServer[] = []
/** Stops all servers. Call it after each test. */
export async function stopServers(): Promise<void> {
  await Promise.all(servers.splice(0).map((server) => server.stop()))
}

/** Starts a server and a client of it with its own clock. */
export async function startUpstream(
  change: Partial<Upstream> = {},
  answer: (request: FaultyRequest) => Promise<RightAnswer> = async () => right({ height_m: 12 }),
) {
  const server = await FaultServer.start(answer, '/v1')
  servers.push(server)
  const upstream = { ...UPSTREAM, ...change }
  const clock = { now: 1_800_000_000_000, stopwatch: () => performance.now() }
  const settings = { heights: { isOn: true, url: server.base, isDefault: false } }
  const now = () => clock.now
  const memory = tallyMemory(1)
  const stopwatch = () => clock.stopwatch()
  const options = { upstreams: [upstream], settings, memory, now, stopwatch, cooldown_ms: 1_000 }
  const client = new UpstreamClient(options)
  const request = (changes: Partial<UpstreamRequest<unknown>> = {}) =>
    client.request(upstream, { ...REQUEST, ...changes })
  const failureOf = async (changes: Partial<UpstreamRequest<unknown>> = {}) => {
    const failure = await request(changes).catch((error) => error)
    if (!(failure instanceof UpstreamFailure)) throw new Error(`it answered ${failure}`)
    return failure
  }
  const counts = () => client.report()[0].counts
  const asOtherThread = () => new UpstreamClient(options)
  return { server, upstream, clock, client, request, failureOf, counts, asOtherThread }
}
