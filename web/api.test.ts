import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createApi } from './api.ts'
import { toApiProblem } from './api-problem.ts'
import { formatProblem } from './notice.ts'

const KEY = `sk_map_${'a'.repeat(46)}`

/** The storage of one tab. */
function makeStore() {
  const stored = new Map<string, string>()
  return {
    stored,
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  }
}

/** Returns the answers in order, the last one repeatedly, and records the requests. */
function scripted(...answers: (() => Response)[]) {
  const requests: { path: string; headers: Headers; init: RequestInit }[] = []
  const fetching = async (path: string | URL | Request, init: RequestInit = {}) => {
    requests.push({ path: `${path}`, headers: new Headers(init.headers), init })
    return (answers.length > 1 ? answers.shift()! : answers[0])()
  }
  return { requests, fetch: fetching as typeof fetch }
}

const ok = () => Response.json({ object: 'list' })
function refused(status: number, error: object, headers = {}) {
  return () => Response.json({ error }, { status, headers })
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a key from the address is stored for the tab and sent with every request', async () => {
  const store = makeStore()
  const { requests, fetch } = scripted(ok)
  await createApi({ fetch, store, hash: `#key=${KEY}` }).get('/v1/layers')
  expect(requests[0].path).toBe('/api/v1/layers')
  expect(requests[0].headers.get('authorization')).toBe(`Bearer ${KEY}`)
  expect(createApi({ fetch, store }).key).toBe(KEY)
})

test('without a key the session is used, and only for the own origin', async () => {
  const { requests, fetch } = scripted(ok)
  await createApi({ fetch }).get('/v1/layers')
  expect(requests[0].headers.has('authorization')).toBe(false)
  expect(requests[0].init.credentials).toBe('same-origin')
})

test.each(['#key=hello', '#key=<script>', `#key=sk_map_${'a'.repeat(5_000)}`, '#', ''])(
  '%s has no key',
  (hash) => expect(createApi({ hash }).key).toBeNull(),
)

test('a change uses the session and no key', async () => {
  const { requests, fetch } = scripted(ok)
  await createApi({ fetch, hash: `#key=${KEY}` }).send('POST', '/account/keys', { name: 'a' })
  expect(requests[0].headers.has('authorization')).toBe(false)
  expect(requests[0].headers.get('content-type')).toBe('application/json')
  expect(requests[0].init.body).toBe('{"name":"a"}')
})

test('a removed key is deleted from the tab, and listeners are notified', () => {
  const store = makeStore()
  const api = createApi({ store, hash: `#key=${KEY}` })
  const changed = vi.fn()
  api.onCredentialChange(changed)
  expect(api.useKey('no key')).toBe(false)
  expect(changed).not.toHaveBeenCalled()
  expect(api.useKey(null)).toBe(true)
  expect(store.stored.size).toBe(0)
  expect(changed).toHaveBeenCalledOnce()
})

test('past the rate limit all requests wait for Retry-After, then continue', async () => {
  const limited = refused(429, { message: 'More than 300.' }, { 'retry-after': '7' })
  const { requests, fetch } = scripted(limited, ok)
  const api = createApi({ fetch })
  const onWait = vi.fn()
  api.onWait(onWait)
  const first = api.get('/v1/layers')
  await vi.advanceTimersByTimeAsync(0)
  const second = api.get('/v1/search?q=a')
  await vi.advanceTimersByTimeAsync(6_900)
  expect(requests).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(200)
  await expect(Promise.all([first, second])).resolves.toHaveLength(2)
  expect(requests).toHaveLength(3)
  expect(onWait.mock.calls).toEqual([[7]])
})

test('a wait of an hour is an error', async () => {
  const limited = refused(429, { message: 'Too many.' }, { 'retry-after': '3600' })
  const { requests, fetch } = scripted(limited)
  const problem = await createApi({ fetch })
    .get('/v1/layers')
    .catch((error) => error)
  expect(requests).toHaveLength(1)
  expect(formatProblem(problem)).toBe('Too many. Try again in 3600 s.')
})

test.each([
  ['0', 1],
  ['1', 1],
  [' 7 ', 7],
  ['999999999', 999_999_999],
  ['9999999999', null],
  ['1.5', null],
  ['-1', null],
  ['', null],
  ['Fri, 15 Jan 2027 08:00:30 GMT', null],
  [null, null],
])('Retry-After: %j is a wait of %s s', (header, seconds) => {
  expect(toApiProblem(429, null, header, null).retryAfter_s).toBe(seconds)
})

test('a rate limit that never ends is an error', async () => {
  const { requests, fetch } = scripted(refused(429, { message: 'No.' }, { 'retry-after': '1' }))
  const answer = createApi({ fetch })
    .get('/v1/layers')
    .catch((error) => error.status)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await answer).toBe(429)
  expect(requests).toHaveLength(3)
})

test('an error has the message of the service', async () => {
  const error = { code: 'not_found', message: 'No such address.', hint: 'Known: 3, 5.' }
  const { fetch } = scripted(refused(404, { ...error, request_id: 'req_1' }))
  const problem = await createApi({ fetch })
    .get('/v1/location')
    .catch((thrown) => thrown)
  expect(problem).toMatchObject({ status: 404, code: 'not_found', requestId: 'req_1' })
  expect(formatProblem(problem)).toBe('No such address. Known: 3, 5.')
})

test('an answer of a proxy is described by its status', async () => {
  const { fetch } = scripted(() => new Response('<h1>Bad gateway</h1>', { status: 502 }))
  const problem = await createApi({ fetch })
    .get('/v1/layers')
    .catch((thrown) => thrown)
  expect(formatProblem(problem)).toBe('The service answered with status 502.')
})

test('an unreachable service is reported, and an aborted request is not a problem', async () => {
  const fetch = async (_path: unknown, init?: RequestInit) => {
    init?.signal?.throwIfAborted()
    throw new TypeError('Failed to fetch')
  }
  const api = createApi({ fetch })
  const problem = await api.get('/v1/layers').catch((thrown) => thrown)
  expect(problem).toMatchObject({ status: 0, message: 'The service cannot be reached.' })
  const stopped = AbortSignal.abort()
  const aborted = await api.get('/v1/layers', stopped).catch((thrown) => thrown)
  expect(aborted).toMatchObject({ name: 'AbortError' })
})

describe('without a credential', () => {
  const missing = refused(401, { code: 'unauthorized', message: 'This request needs an API key.' })

  test('requests that are refused together start one demo visit, and are repeated in it', async () => {
    const { requests, fetch } = scripted(missing, missing, ok)
    const startDemo = vi.fn(async () => true)
    const api = createApi({ fetch, startDemo })
    await Promise.all([api.get('/v1/layers'), api.get('/v1/location?ll=1,2')])
    expect([requests.length, startDemo.mock.calls.length]).toEqual([4, 1])
  })

  test('and without a demo the refusal is the answer', async () => {
    const { requests, fetch } = scripted(missing)
    const api = createApi({ fetch, startDemo: async () => false })
    await expect(api.get('/v1/layers')).rejects.toMatchObject({ status: 401 })
    expect(requests).toHaveLength(1)
  })

  test('an answer to a visit that goes on shows the demo, until a person signs in', async () => {
    const inDemo = () => Response.json({}, { headers: { 'plat-demo': '1' } })
    const { fetch } = scripted(inDemo)
    const startDemo = vi.fn(async () => true)
    const api = createApi({ fetch, startDemo })
    await api.get('/v1/layers')
    await api.get('/v1/layers')
    expect(startDemo).toHaveBeenCalledTimes(1)
    api.credentialChanged()
    await api.get('/v1/layers')
    expect(startDemo).toHaveBeenCalledTimes(2)
  })
})
