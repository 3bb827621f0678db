import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openApi } from './api.ts'
import { problemOf } from './api-problem.ts'
import { formatProblem } from './notice.ts'

const KEY = `sk_map_${'a'.repeat(46)}`

/** A store of one tab. */
function makeStore() {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  }
}

/** Answers in turn, the last one for ever; what was asked is noted. */
function scripted(...answers: (() => Response)[]) {
  const asked: { path: string; headers: Headers; init: RequestInit }[] = []
  const fetching = async (path: string | URL | Request, init: RequestInit = {}) => {
    asked.push({ path: `${path}`, headers: new Headers(init.headers), init })
    return (answers.length > 1 ? answers.shift()! : answers[0])()
  }
  return { asked, fetch: fetching as typeof fetch }
}

const ok = () => Response.json({ object: 'list' })
const refused = (status: number, error: object, headers = {}) => {
  return () => Response.json({ error }, { status, headers })
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a key from the address is kept for the tab and sent with every question', async () => {
  const store = makeStore()
  const { asked, fetch } = scripted(ok)
  await openApi({ fetch, store, hash: `#key=${KEY}` }).get('/v1/layers')
  expect(asked[0].path).toBe('/api/v1/layers')
  expect(asked[0].headers.get('authorization')).toBe(`Bearer ${KEY}`)
  expect(openApi({ fetch, store }).key).toBe(KEY)
})

test('without a key the session speaks, and only to our own origin', async () => {
  const { asked, fetch } = scripted(ok)
  await openApi({ fetch }).get('/v1/layers')
  expect(asked[0].headers.has('authorization')).toBe(false)
  expect(asked[0].init.credentials).toBe('same-origin')
})

test.each(['#key=hello', '#key=<script>', `#key=sk_map_${'a'.repeat(5_000)}`, '#', ''])(
  '%s brings no key',
  (hash) => expect(openApi({ hash }).key).toBeNull(),
)

test('a change is made in the name of who is signed in: no key goes with it', async () => {
  const { asked, fetch } = scripted(ok)
  await openApi({ fetch, hash: `#key=${KEY}` }).send('POST', '/account/keys', { name: 'a' })
  expect(asked[0].headers.has('authorization')).toBe(false)
  expect(asked[0].headers.get('content-type')).toBe('application/json')
  expect(asked[0].init.body).toBe('{"name":"a"}')
})

test('a key that is put away is forgotten, and what needs one asks again', () => {
  const store = makeStore()
  const api = openApi({ store, hash: `#key=${KEY}` })
  const changed = vi.fn()
  api.onCredential(changed)
  expect(api.useKey('no key')).toBe(false)
  expect(changed).not.toHaveBeenCalled()
  expect(api.useKey(null)).toBe(true)
  expect(store.kept.size).toBe(0)
  expect(changed).toHaveBeenCalledOnce()
})

test('too many requests: it waits as told, with all that ask meanwhile, then goes on', async () => {
  const limited = refused(429, { message: 'More than 300.' }, { 'retry-after': '7' })
  const { asked, fetch } = scripted(limited, ok)
  const api = openApi({ fetch })
  const told = vi.fn()
  api.onWait(told)
  const first = api.get('/v1/layers')
  await vi.advanceTimersByTimeAsync(0)
  const second = api.get('/v1/search?q=a')
  await vi.advanceTimersByTimeAsync(6_900)
  expect(asked).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(200)
  await expect(Promise.all([first, second])).resolves.toHaveLength(2)
  expect(asked).toHaveLength(3)
  expect(told.mock.calls).toEqual([[7]])
})

test('a wait of an hour is told and not waited for', async () => {
  const limited = refused(429, { message: 'Too many.' }, { 'retry-after': '3600' })
  const { asked, fetch } = scripted(limited)
  const problem = await openApi({ fetch })
    .get('/v1/layers')
    .catch((error) => error)
  expect(asked).toHaveLength(1)
  expect(formatProblem(problem)).toBe('Too many. Ask again in 3600 s.')
})

test.each([
  ['0', 1],
  ['1', 1],
  [' 7 ', 7],
  ['999999999', 999_999_999],
  ['9999999999', undefined],
  ['1.5', undefined],
  ['-1', undefined],
  ['', undefined],
  ['Fri, 15 Jan 2027 08:00:30 GMT', undefined],
  [null, undefined],
])('Retry-After: %j is a wait of %s s', (header, seconds) => {
  expect(problemOf(429, null, header, null).retryAfter_s).toBe(seconds)
})

test('a limit that never ends is given up', async () => {
  const { asked, fetch } = scripted(refused(429, { message: 'No.' }, { 'retry-after': '1' }))
  const answer = openApi({ fetch })
    .get('/v1/layers')
    .catch((error) => error.status)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await answer).toBe(429)
  expect(asked).toHaveLength(3)
})

test('an error is told in the words of the service', async () => {
  const error = { code: 'not_found', message: 'No such address.', hint: 'Known: 3, 5.' }
  const { fetch } = scripted(refused(404, { ...error, request_id: 'req_1' }))
  const problem = await openApi({ fetch })
    .get('/v1/location')
    .catch((thrown) => thrown)
  expect(problem).toMatchObject({ status: 404, code: 'not_found', requestId: 'req_1' })
  expect(formatProblem(problem)).toBe('No such address. Known: 3, 5.')
})

test('an answer of somebody in between is told by its status', async () => {
  const { fetch } = scripted(() => new Response('<h1>Bad gateway</h1>', { status: 502 }))
  const problem = await openApi({ fetch })
    .get('/v1/layers')
    .catch((thrown) => thrown)
  expect(formatProblem(problem)).toBe('The service answered with status 502.')
})

test('nobody there is said plainly, and an aborted question is no problem of the service', async () => {
  const fetch = async (_path: unknown, init?: RequestInit) => {
    init?.signal?.throwIfAborted()
    throw new TypeError('Failed to fetch')
  }
  const api = openApi({ fetch })
  const problem = await api.get('/v1/layers').catch((thrown) => thrown)
  expect(problem).toMatchObject({ status: 0, message: 'The service cannot be reached.' })
  const stopped = AbortSignal.abort()
  const aborted = await api.get('/v1/layers', stopped).catch((thrown) => thrown)
  expect(aborted).toMatchObject({ name: 'AbortError' })
})
