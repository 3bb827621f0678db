import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import type { RightAnswer } from '../tests/faults/fault-server.ts'
import { FAULTS } from '../tests/faults/faults.ts'
import { isLongRun } from '../tests/long-run.ts'
import {
  REQUEST,
  right,
  startUpstream,
  stopServers,
  UPSTREAM,
} from '../tests/servers/one-upstream.ts'
import { UpstreamClient } from './client.ts'
import type { UpstreamRequest } from './upstream.ts'

afterEach(stopServers)

const fault = (name: string) => FAULTS.find((each) => each.name === name)!

/** Answers that are held back until `open` is called. */
function gate() {
  const held: (() => void)[] = []
  const answer = () => new Promise<RightAnswer>((resolve) => held.push(() => resolve(right(1))))
  return { held, answer, open: () => held.splice(0).map((go) => go()) }
}

test('a response states when it came, is cached for its time, and is requested anew after it', async () => {
  const { server, clock, request, counts } = await startUpstream()
  const response = await request()
  expect(response).toEqual({ value: { height_m: 12 }, retrieved_at: '2027-01-15T08:00:00.000Z' })
  clock.now += 59_999
  expect(await request()).toEqual(response)
  expect(server.requests).toBe(1)
  clock.now += 1
  expect((await request()).retrieved_at).toBe('2027-01-15T08:01:00.000Z')
  expect(server.requests).toBe(2)
  expect(counts()).toMatchObject({ requested: 3, cached: 1, sent: 2, answered: 2 })
})

test('the address is base, path and query, and parts of a file are distinguished by both ends', async () => {
  const received: string[] = []
  const { request } = await startUpstream({}, async ({ target, headers }) => {
    received.push(`${target} ${headers.range ?? 'whole'} ${headers['accept-encoding']}`)
    return { status: 200, headers: {}, body: Buffer.from('0123456789') }
  })
  const read: UpstreamRequest<string>['read'] = ({ bytes }) => Buffer.from(bytes).toString()
  const partOf = async (from: number, to: number) =>
    (await request({ path: '/file', query: {}, range: { from, to }, read })).value
  expect(await partOf(0, 3)).toBe('0123')
  expect(await partOf(0, 5)).toBe('012345')
  await request({ query: { q: 'a b&c=d/é' }, read })
  expect(received).toEqual([
    '/v1/file bytes=0-3 identity',
    '/v1/file bytes=0-5 identity',
    '/v1/at?q=a+b%26c%3Dd%2F%C3%A9 whole gzip, deflate',
  ])
})

test('identical requests are sent once, and all callers get the same failure', async () => {
  const { server, failureOf, request, counts } = await startUpstream()
  const [one, other] = await Promise.all([request(), request()])
  expect(one).toBe(other)
  expect(server.requests).toBe(1)
  await server.break(fault('403'))
  const failures = await Promise.all([1, 2, 3].map(() => failureOf({ query: { x: 3 } })))
  expect(server.requests).toBe(2)
  expect(new Set(failures).size).toBe(1)
  await server.mend()
  // The failure is not cached.
  expect((await request({ query: { x: 3 } })).value).toEqual({ height_m: 12 })
  expect(counts()).toMatchObject({ requested: 6, joined: 3, answered: 2 })
})

/** Kind of failure that each fault is; null is an answer all the same. */
const KINDS: Record<string, string | null> = {
  refused: 'unreachable',
  silent: 'late',
  slammed: 'unreachable',
  drip: 'late',
  'headers-only': 'late',
  'half-closed': 'unreachable',
  reset: 'unreachable',
  'cut-body': 'unreachable',
  'short-length': 'unreadable',
  '500': 'failing',
  '503-retry-after': 'failing',
  '429-retry-after': 'limited',
  '403': 'refused',
  '204': 'unreadable',
  '304': 'unreadable',
  '206': 'unreadable',
  html: 'unreadable',
  empty: 'unreadable',
  truncated: 'unreadable',
  nan: 'unreadable',
  'no-text': 'unreadable',
  // Its reader here takes any JSON; sections do not.
  'wrong-shape': null,
  deep: 'too_large',
  'wrong-type': null,
  'huge-with-length': 'too_large',
  'huge-chunked': 'too_large',
  'tiny-chunks': 'too_large',
  'gzip-bomb': 'too_large',
  'broken-gzip': 'unreadable',
  'redirect-away': 'redirected',
  'redirect-loop': 'redirected',
  'redirect-nowhere': 'redirected',
  'header-flood': 'too_large',
  'continue-flood': 'late',
  tls: 'unreadable',
  'stale-connection': null,
}

test('each fault has a kind that is expected of it', () => {
  expect(FAULTS.map(({ name }) => name).sort()).toEqual(Object.keys(KINDS).sort())
})

/** The first fault of each kind of failure, and all of them in the long run. */
const PLAYED = FAULTS.filter(
  ({ name }, nth) =>
    isLongRun || FAULTS.findIndex((other) => KINDS[other.name] === KINDS[name]) === nth,
)

test.each(PLAYED)(
  'a service that $title has its kind of failure, and is used again when it recovered',
  async (each) => {
    const { server, upstream, request, failureOf, clock, client } = await startUpstream({
      cache_ms: 0,
    })
    await request()
    await server.break(each)
    const kind = KINDS[each.name]
    // Short only here: the other faults must be found before the deadline on any machine.
    if (kind === 'late') upstream.deadline_ms = 300
    if (kind === null) {
      await request()
    } else {
      const failure = await failureOf()
      expect(failure.kind).toBe(kind)
      expect(failure.reason).toMatch(/^Height service \S.*[^.]\.$/)
      expect(failure.hint).toMatch(/^Try again (shortly|in 1 s)/)
      expect(client.report()[0].lastFailure).toEqual({ kind, at: clock.now })
    }
    await server.mend()
    upstream.deadline_ms = UPSTREAM.deadline_ms
    clock.now += 1_000
    expect((await request()).value).toEqual({ height_m: 12 })
  },
)

test('the error code of a closed port is in the advice to the operator, and not in the reason', async () => {
  const { server, failureOf } = await startUpstream()
  await server.break(fault('refused'))
  const { reason, hint, operatorHint } = await failureOf()
  expect(reason).toBe('Height service could not be reached: the connection was refused.')
  expect(hint).toBe('Try again shortly; the other sections answer meanwhile.')
  expect(operatorHint).toMatch(/^The request to 127\.0\.0\.1:\d+ failed: ECONNREFUSED\.$/)
})

test('a connection that breaks or a status 500 is tried once more, and a refusal is not', async () => {
  for (const [name, requests] of [
    ['reset', 2],
    ['500', 2],
    ['503-retry-after', 2],
    ['403', 1],
    ['html', 1],
    ['redirect-away', 1],
  ] as const) {
    const { server, failureOf } = await startUpstream()
    await server.break(fault(name))
    await failureOf()
    expect({ name, requests: server.requests }).toEqual({ name, requests })
  }
})

test('one attempt that gets stuck leaves time for a second', async () => {
  let requests = 0
  const stuck = new Promise<RightAnswer>(() => {})
  const { server, request, counts } = await startUpstream({}, async () =>
    requests++ ? right(7) : stuck,
  )
  const late = new AbortController()
  const deadlines = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(late.signal)
  const answer = request()
  await expect.poll(() => server.requests).toBe(1)
  late.abort()
  expect((await answer).value).toBe(7)
  expect(counts()).toMatchObject({ sent: 2, answered: 1 })
  expect(deadlines.mock.calls[0][0]).toBeLessThan(UPSTREAM.deadline_ms * 0.7)
  deadlines.mockRestore()
})

test('an upstream that refuses for too many requests without a time is not tried at once again', async () => {
  const answer = async () => ({ status: 429, headers: {}, body: Buffer.from('slow down') })
  const { server, failureOf, client } = await startUpstream({}, answer)
  expect((await failureOf()).kind).toBe('limited')
  expect(server.requests).toBe(1)
  expect(client.report()[0].state).toBe('closed')
})

test('after five failures no thread queries it; a probe after the cooldown closes the circuit', async () => {
  const { server, upstream, clock, request, failureOf, client, asOtherThread } =
    await startUpstream()
  await server.break(fault('html'))
  for (let x = 0; x < 5; x++) expect((await failureOf({ query: { x } })).kind).toBe('unreadable')
  const other = asOtherThread()
  await expect(other.request(upstream, REQUEST)).rejects.toMatchObject({ kind: 'resting' })
  expect(server.requests).toBe(5)
  clock.now += 1_000
  expect((await failureOf()).kind).toBe('unreadable')
  expect((await failureOf()).hint).toBe('Try again in 2 s.')
  await server.mend()
  clock.now += 2_000
  expect((await request()).value).toEqual({ height_m: 12 })
  expect((await other.request(upstream, { ...REQUEST, query: { x: 9 } })).value).toBeDefined()
  expect(client.report()[0]).toMatchObject({ state: 'closed', counts: { openings: 2 } })
})

test('a refusal of one request does not open the circuit for others', async () => {
  const { server, request, failureOf, client } = await startUpstream()
  await server.break(fault('403'))
  for (let x = 0; x < 20; x++) expect((await failureOf({ query: { x } })).kind).toBe('refused')
  expect(client.report()[0].state).toBe('closed')
  await server.mend()
  await request()
})

test('requests wait for the outcome of a probe: all of a section is answered at once', async () => {
  const { server, upstream, clock, request, failureOf, counts } = await startUpstream()
  await server.break(fault('html'))
  for (let x = 0; x < 5; x++) await failureOf({ query: { x } })
  await server.mend()
  clock.now += 1_000
  // The stopwatch stands still, however long this machine takes.
  clock.stopwatch = () => 0
  const answers = await Promise.all([10, 11, 12, 13].map((x) => request({ query: { x } })))
  expect(answers).toHaveLength(4)
  clock.stopwatch = () => performance.now()
  // They do not wait long for an upstream that does not answer.
  await server.break(fault('html'))
  for (let x = 0; x < 5; x++) await failureOf({ query: { x } })
  await server.break(fault('silent'))
  upstream.deadline_ms = 1_200
  clock.now += 1_000
  const failures = await Promise.all([20, 21, 22].map((x) => failureOf({ query: { x } })))
  expect(failures.map(({ kind }) => kind).sort()).toEqual(['late', 'resting', 'resting'])
  expect(counts().openings).toBe(3)
})

test('a probe that is refused lets the next request probe', async () => {
  const { server, clock, request, failureOf } = await startUpstream()
  await server.break(fault('html'))
  for (let x = 0; x < 5; x++) await failureOf({ query: { x } })
  clock.now += 1_000
  await server.break(fault('403'))
  expect((await failureOf()).kind).toBe('refused')
  await server.mend()
  expect((await request()).value).toEqual({ height_m: 12 })
})

test('eight requests at a time, 64 wait, and more are refused at once', async () => {
  const { held, answer, open } = gate()
  const { failureOf, request } = await startUpstream({}, answer)
  const answers = Array.from({ length: 72 }, (_, x) => request({ query: { x } }))
  await expect.poll(() => held).toHaveLength(8)
  expect((await failureOf({ query: { x: 72 } })).kind).toBe('busy')
  for (let round = 0; round < 9; round++) {
    await expect.poll(() => held).toHaveLength(8)
    open()
  }
  expect((await Promise.all(answers)).map(({ value }) => value)).toEqual(Array(72).fill(1))
})

test('the wait in the queue counts against the deadline, and a request without time left is not sent', async () => {
  const { server, failureOf, client } = await startUpstream({ deadline_ms: 600 }, gate().answer)
  const failures = await Promise.all(
    Array.from({ length: 60 }, (_, x) => failureOf({ query: { x } })),
  )
  expect(server.requests).toBeLessThanOrEqual(16)
  expect(failures.filter(({ kind }) => kind === 'late')).toHaveLength(8)
  // Those that waited found the circuit open or had no time left: neither is sent.
  expect(failures.filter(({ kind }) => kind === 'busy' || kind === 'resting')).toHaveLength(52)
  expect(client.report()[0].state).toBe('open')
})

test('a request that fails after its caller stopped waiting does not end the process', async () => {
  const { server, request, client } = await startUpstream()
  await server.break(fault('403'))
  const unhandled: unknown[] = []
  const record = (reason: unknown) => unhandled.push(reason)
  process.on('unhandledRejection', record)
  try {
    void request()
    await expect.poll(() => client.report()[0].lastFailure?.kind).toBe('refused')
    await turn()
    expect(unhandled).toEqual([])
  } finally {
    process.off('unhandledRejection', record)
  }
})

test('a defect in a reader is a failure of the section with its cause', async () => {
  const { failureOf } = await startUpstream()
  const read = () => {
    throw new TypeError('x is not a function')
  }
  const failure = await failureOf({ read })
  expect(failure.reason).toBe('Height service answered with something that could not be read.')
  expect(failure.cause).toBeInstanceOf(TypeError)
})

test('an upstream that is switched off gets no request, and its operator learns how to switch it on', async () => {
  const { server, upstream } = await startUpstream()
  const settings = { heights: { isOn: false, url: server.base, isDefault: false } }
  const client = new UpstreamClient({ upstreams: [upstream], settings })
  const failure = await client.request(upstream, REQUEST).catch((error) => error)
  expect(failure).toMatchObject({
    kind: 'off',
    reason: 'Height service is switched off in this service.',
    hint: 'The other sections answer without it.',
    operatorHint: 'Switch it on with PLAT_LIVE=default,heights.',
  })
  expect(server.requests).toBe(0)
  expect(client.isOn(upstream)).toBe(false)
  expect(client.report()[0].state).toBe('off')
  await expect(client.request({ ...upstream, id: 'other' }, REQUEST)).rejects.toMatchObject({
    kind: 'off',
    reason: 'Height service is not configured in this service.',
  })
})
