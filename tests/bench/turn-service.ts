/**
 * What the turn service adds to its model: the time until the first event of a stream, until a turn
 * in the background is queued, of one step, and of 50 turns at once. The model is scripted and
 * answers at once. The service is `plat-architect serve` with the embedded database, on a port of
 * this machine. The peer of the same run is a server of 20 lines that streams the same first events
 * and stores nothing.
 *
 *   node tests/bench/turn-service.ts [--runs 100] [--steps 200] [--turns 50]
 */
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ArchitectService, type ServicePlace } from './architect-service.ts'
import { machine, rounded, wholeOption, writeResults } from './results.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '100' },
    steps: { type: 'string', default: '200' },
    turns: { type: 'string', default: '50' },
  },
})
const runs = wholeOption(values.runs, 'runs')
const steps = wholeOption(values.steps, 'steps')
const turns = wholeOption(values.turns, 'turns')
/** Steps of each of the turns that run at once, and the time of the model for one. */
const SHARED = { steps: 10, delay_ms: 100 }
const started = machine()
const folder = mkdtempSync(join(tmpdir(), 'turn-bench-'))

const look = (i: number) => ({ tool: 'find_nodes', arguments: { limit: (i % 50) + 1 } })
const SCRIPT = {
  scenarios: [
    { match: '^short', steps: [{ text: 'Nothing was changed.' }] },
    {
      match: '^long',
      steps: [
        ...Array.from({ length: steps }, (_, i) => ({ calls: [look(i)] })),
        { text: 'Done.' },
      ],
    },
    {
      match: '^shared',
      steps: [
        ...Array.from({ length: SHARED.steps }, (_, i) => ({
          calls: [look(i)],
          delay_ms: SHARED.delay_ms,
        })),
        { text: 'Done.' },
      ],
    },
  ],
}

const script = join(folder, 'script.json')
writeFileSync(script, JSON.stringify(SCRIPT))
const service = await ArchitectService.start({
  PLAT_MODEL: 'scripted',
  PLAT_MODEL_SCRIPT: script,
})
const send = (path: string, payload?: object) => service.send(path, payload)
try {
  const project = () => service.project()
  const body = (projectId: string, input: string, more: object = {}) => ({
    model: 'architect-pro',
    input,
    metadata: { project_id: projectId },
    ...more,
  })
  const streamed = (projectId: string, input: string) =>
    firstEvent(service.place, body(projectId, input, { stream: true }), service.key)
  const own = await project()
  await streamed(own, 'short')
  const peer = await listenPeer()
  const firsts: number[] = []
  const peers: number[] = []
  const creates: number[] = []
  for (let i = 0; i < runs; i++) {
    firsts.push((await streamed(own, `short ${i}`)).first_ms)
    peers.push((await firstEvent(peer.place, body(own, 'short', { stream: true }), '')).first_ms)
    const start = performance.now()
    const { id } = await send('/v1/responses', body(own, `short again ${i}`, { background: true }))
    creates.push(performance.now() - start)
    await ended(id)
  }
  peer.close()
  const long = performance.now()
  const whole = await streamed(await project(), 'long')
  const long_ms = performance.now() - long
  if (!whole.text.includes('response.completed')) throw new Error(whole.text.slice(-500))
  const projects = []
  for (let i = 0; i < turns; i++) projects.push(await project())
  const at_once = performance.now()
  const shared = await Promise.all(projects.map((id) => streamed(id, 'shared')))
  const shared_ms = performance.now() - at_once
  const gaps = shared.map(({ gap_ms }) => gap_ms).sort((a, b) => a - b)
  const result = {
    machine: started,
    runs,
    first_event: figuresOf(firsts),
    peer_first_event: figuresOf(peers),
    first_event_to_peer: rounded(figuresOf(firsts).p50_ms / figuresOf(peers).p50_ms, 1),
    background_create: figuresOf(creates),
    steps,
    steps_s: rounded(long_ms / 1000, 2),
    step_ms: rounded(long_ms / steps, 1),
    turns_at_once: turns,
    turns_at_once_s: rounded(shared_ms / 1000, 1),
    model_s: ((SHARED.steps + 1) * SHARED.delay_ms) / 1000,
    longest_gap_ms: rounded(gaps.at(-1)!, 0),
    median_gap_ms: rounded(gaps[Math.floor(gaps.length / 2)], 0),
  }
  console.log(result)
  writeResults('turn-service', result)

  async function ended(id: string): Promise<void> {
    for (;;) {
      if ((await send(`/v1/responses/${id}`)).status === 'completed') return
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
} finally {
  await service.close()
  rmSync(folder, { recursive: true, force: true })
}

interface Streamed {
  /** Until the first event. */
  first_ms: number
  /** Longest time between two pieces. */
  gap_ms: number
  text: string
}

/** Sends a request for a stream and reads it to its end. */
async function firstEvent(place: ServicePlace, payload: object, key: string): Promise<Streamed> {
  const start = performance.now()
  const sending = request({
    ...place,
    method: 'POST',
    path: '/v1/responses',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
    },
  })
  const answered = once(sending, 'response')
  sending.end(JSON.stringify(payload))
  const [response] = await answered
  let [first_ms, gap_ms, last, text] = [0, 0, start, '']
  for await (const piece of response) {
    const now = performance.now()
    if (first_ms === 0) first_ms = now - start
    else gap_ms = Math.max(gap_ms, now - last)
    last = now
    text += piece
  }
  if (!text.startsWith('event:')) throw new Error(text.slice(0, 500))
  return { first_ms, gap_ms, text }
}

/** A server that reads a request and streams its first events, without storing anything. */
async function listenPeer() {
  const server = createServer(async (received, reply) => {
    let text = ''
    for await (const piece of received) text += piece
    const { model, input } = JSON.parse(text)
    const response = { id: 'resp_peer', object: 'response', status: 'queued', model, input }
    reply.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const type of ['response.created', 'response.queued'])
      reply.write(`event: ${type}\ndata: ${JSON.stringify({ type, response })}\n\n`)
    reply.end()
  })
  server.listen(0)
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return { place: { port }, close: () => server.close() }
}

function figuresOf(times: number[]) {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => rounded(sorted[Math.floor(sorted.length * share)], 2)
  return { p50_ms: at(0.5), p99_ms: at(0.99) }
}
