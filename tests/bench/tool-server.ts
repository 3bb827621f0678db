/**
 * The tool server over HTTP, with sessions: a read, an edit, ten clients at once, and the first
 * call of a session after the process was killed. The service is `plat-architect serve` with the
 * embedded database, and the times are those of a client on the same machine. The peer of the same
 * run is the official SDK with one tool that answers a constant, without accounts, sessions in a
 * database or a scene.
 *
 *   node tests/bench/tool-server.ts [--runs 200] [--calls 4000]
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { parseArgs } from 'node:util'
import { PROJECT_ROOT } from '../../catalog/plat-home.ts'
import { call, INITIALIZE } from '../tool-server/rpc.ts'
import { ArchitectService } from './architect-service.ts'
import { machine, rounded, spread, wholeOption, writeResults } from './results.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '200' },
    calls: { type: 'string', default: '4000' },
  },
})
const runs = wholeOption(values.runs, 'runs')
const calls = wholeOption(values.calls, 'calls')
const CLIENTS = 10
/** Each session has a key of its own, which may send 300 requests a minute. */
const SESSIONS = 40
const HOUSES = 10
const HOUSE_ROOMS = 12
/** Rooms of one level of a large building, beside a house. */
const LARGE_ROOMS = 100

interface Session {
  port: number
  id: string
  key: string | null
}

const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })
const MEASURE = call('measure', { mode: 'clear_gap', fromId: 'Kitchen', toId: 'Bathroom' })

const MODERN_HEADERS = {
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': 'measure',
}

const started = machine()
const bare = spawn(process.execPath, ['tests/bench/bare-tools.ts'], {
  cwd: PROJECT_ROOT,
  stdio: ['ignore', 'pipe', 'inherit'],
})
const service = await ArchitectService.start({})
try {
  const [printed] = await once(bare.stdout!, 'data')
  const { port } = service.place
  const { sessions, projectId } = await openAll(port)
  const peers = [await open({ port: Number(printed), key: null })]
  const stateless = sessions.map(({ key }) => ({ port, id: '', key }))

  const measured = await timed(runs, (i) => send(sessions[i % SESSIONS], MEASURE))
  const bareMeasured = await timed(runs, () => send(peers[0], MEASURE))
  const ofNewEra = await timed(runs, (i) =>
    send(stateless[i % SESSIONS], modern(projectId), MODERN_HEADERS),
  )
  const rate = await atOnce((i) => send(sessions[i % SESSIONS], MEASURE))
  const bareRate = await atOnce(() => send(peers[0], MEASURE))
  const many = await timed(LARGE_ROOMS, (i) => send(sessions[i % SESSIONS], room(i)))
  const rooms: number[] = []
  for (let house = 0; house < HOUSES; house++) {
    const session = sessions[house]
    await send(session, call('create_project', { name: `House ${house}` }))
    rooms.push(...(await timesOf(HOUSE_ROOMS, (i) => send(session, room(i)))))
    await send(session, call('load_scene', { id: projectId }))
  }
  await service.restart()
  // The first one of a process loads modules and the scene; the others are what clients meet.
  await send(sessions[0], MEASURE)
  const restored = await timesOf(SESSIONS - 1, (i) => send(sessions[i + 1], MEASURE))
  const result = {
    machine: started,
    measure_ms: spread(measured),
    peer_measure_ms: spread(bareMeasured),
    measure_to_peer: rounded(spread(measured).p50 / spread(bareMeasured).p50, 1),
    measure_without_session_ms: spread(ofNewEra),
    clients: CLIENTS,
    requests_per_s: rounded(rate.perSecond, 0),
    p50_ms_at_once: rate.p50,
    peer_requests_per_s: rounded(bareRate.perSecond, 0),
    peer_to_requests: rounded(bareRate.perSecond / rate.perSecond, 1),
    create_room_ms: spread(rooms),
    create_room_among_100_ms: spread(many),
    first_call_after_restart_ms: spread(restored),
  }
  console.log(result)
  writeResults('tool-server', result)
} finally {
  bare.kill('SIGKILL')
  agent.destroy()
  await service.close()
}

/** Sessions with one project loaded, in which there is a house. */
async function openAll(port: number): Promise<{ sessions: Session[]; projectId: string }> {
  const first = await open({ port, key: service.key })
  const rooms = ['living', 'kitchen', 'bedroom', 'bathroom'].map((roomType) => ({
    label: roomType[0].toUpperCase() + roomType.slice(1),
    roomType,
  }))
  const { projectId } = await send(first, call('create_project', { name: 'Bench' }))
  await send(first, call('plan_layout', { rooms }))
  const sessions = [first]
  while (sessions.length < SESSIONS) {
    const session = await open({ port, key: service.key })
    await send(session, call('load_scene', { id: projectId }))
    sessions.push(session)
  }
  return { sessions, projectId }
}

async function open(place: Omit<Session, 'id'>): Promise<Session> {
  const response = await post({ ...place, id: '' }, INITIALIZE)
  response.resume()
  await once(response, 'end')
  const session = { ...place, id: String(response.headers['mcp-session-id']) }
  const done = await post(session, { jsonrpc: '2.0', method: 'notifications/initialized' })
  done.resume()
  await once(done, 'end')
  return session
}

/** The fields of the answer to a call. Throws where it was refused. */
// biome-ignore lint/suspicious/noExplicitAny: a bench compares fields of answers
async function send(session: Session, body: object, headers = {}): Promise<any> {
  const response = await post(session, body, headers)
  let text = ''
  for await (const piece of response) text += piece
  const json = text.startsWith('{') ? text : (/^data: (\{.*)$/m.exec(text)?.[1] ?? '')
  const fields = json && JSON.parse(JSON.parse(json).result?.content[0].text ?? '{}')
  if (!fields.ok) throw new Error(text.slice(0, 2_000))
  return fields
}

async function post({ port, id, key }: Session, body: object, headers: object = {}) {
  const sending = request({
    host: '127.0.0.1',
    port,
    agent,
    method: 'POST',
    path: '/mcp',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(id !== '' && { 'mcp-session-id': id, 'mcp-protocol-version': '2025-11-25' }),
      ...headers,
    },
  })
  const answered = once(sending, 'response')
  sending.end(JSON.stringify(body))
  const [response] = await answered
  return response
}

/** Milliseconds of each of some calls, after the first ones. */
async function timed(count: number, work: (i: number) => Promise<unknown>): Promise<number[]> {
  return (await timesOf(CLIENTS + count, work)).slice(CLIENTS)
}

/** Milliseconds of each of some calls, one after the other. */
async function timesOf(count: number, work: (i: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let i = 0; i < count; i++) {
    const start = performance.now()
    await work(i)
    times.push(performance.now() - start)
  }
  return times
}

/** Calls of ten clients at once, each of which waits for its answers. */
async function atOnce(work: (i: number) => Promise<unknown>) {
  const times: number[] = []
  let next = 0
  const start = performance.now()
  const client = async () => {
    while (next < calls) {
      const i = next++
      const began = performance.now()
      await work(i)
      times.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  const perSecond = calls / ((performance.now() - start) / 1_000)
  return { perSecond, p50: spread(times).p50 }
}

/** Rooms in a row of four and further rows, each along the walls of those before. */
function room(i: number) {
  const [x, z] = [100 + (i % 4) * 4, Math.floor(i / 4) * 3]
  const polygon = [
    [x, z],
    [x + 4, z],
    [x + 4, z + 3],
    [x, z + 3],
  ]
  return call('create_room', { label: `Room ${i}`, polygon, operationId: `room-${i}` })
}

function modern(projectId: string) {
  const { params, ...rest } = MEASURE
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const given = { ...params.arguments, projectId }
  return { ...rest, params: { ...params, arguments: given, _meta } }
}
