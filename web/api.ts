import { DEMO_HEADER } from '../serve/schemas/demo.ts'
import { OFFLINE, toApiProblem } from './api-problem.ts'
import { isKey, type KeyStore, keyFromHash, readKey, storeKey } from './tab-key.ts'

/** Sends all requests of the page. Paths are relative to `/api`. */
export interface Api {
  /** The JSON of `GET path`, such as `/v1/layers`. Throws `ApiProblem`. */
  get<T>(path: string, signal?: AbortSignal): Promise<T>
  /** The JSON of a POST that only reads, with the credential of reads. Throws `ApiProblem`. */
  post<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T>
  /** The response itself, for tiles. Throws `ApiProblem` for any status of 400 and above. */
  request(path: string, signal?: AbortSignal): Promise<Response>
  /**
   * Sends a change with the session; with the key only where the page may change things by one.
   * Returns null for an empty response.
   */
  send<T>(
    method: 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    more?: SendOptions,
  ): Promise<T>
  /** The pasted key that is used instead of signing in. */
  readonly key: string | null
  /** Sets or removes the pasted key. Returns false where it does not look like a key. */
  useKey(key: string | null): boolean
  /** Call after signing in or out: notifies the listeners of `onCredentialChange`. */
  credentialChanged(): void
  onCredentialChange(listener: () => void): void
  /** Requests the account dialog. */
  requestAccount(): void
  onAccountRequested(listener: () => void): void
  /** Called when requests wait because of the rate limit. */
  onWait(listener: (seconds: number) => void): void
}

interface SendOptions {
  /** Prefix of the path: `/api` where absent. */
  base?: string
  headers?: Record<string, string>
}

const BASE = '/api'
/** A longer wait is an error. */
const WAIT_MAX_S = 65
/** Waits per request. */
const WAITS_MAX = 2

export interface ApiOptions {
  fetch?: typeof fetch
  store?: KeyStore | null
  /** Hash of the page's address, which may have a key. */
  hash?: string
  /**
   * Starts a demo visit where a request has no credential; false where there is no demo. Called
   * also for the answer to a visit that another tab has started.
   */
  startDemo?(): Promise<boolean>
  /** True where a pasted key may change things too: keys of the map only read. */
  changesByKey?: boolean
}

export function createApi(options: ApiOptions = {}): Api {
  const { fetch: fetching = fetch.bind(globalThis), store = null, hash = '' } = options
  const { changesByKey = false, startDemo } = options
  const hashKey = keyFromHash(hash)
  if (hashKey) storeKey(store, hashKey)
  let key = readKey(store) ?? hashKey
  const listeners: Record<'credential' | 'account', (() => void)[]> = {
    credential: [],
    account: [],
  }
  const waiters: ((seconds: number) => void)[] = []
  /** The demo visit of the page; null before the first answer that needs or has one. */
  let demo: Promise<boolean> | null = null
  /** All requests wait until this time, once one exceeded the rate limit. */
  let waitUntil = 0
  const notify = (those: (() => void)[]) => {
    if (those === listeners.credential) demo = null
    for (const each of those) each()
  }

  /**
   * Sends a request with the credential. Waits and repeats it when the rate limit is exceeded, and
   * repeats it once in a demo visit where it has no credential.
   */
  async function request(
    path: string,
    signal?: AbortSignal,
    init: RequestInit = {},
  ): Promise<Response> {
    let visited: Promise<boolean> | null = null
    for (let waits = 0; ; waits++) {
      await sleep(waitUntil - Date.now(), signal)
      const before = demo
      const headers = { ...init.headers, ...credential() }
      const answer = await send(path, { ...init, headers, signal })
      if (answer.headers.has(DEMO_HEADER)) demo ??= startDemo?.() ?? null
      if (answer.ok) return answer
      // A refusal by the demo is explained by it.
      if (answer.headers.has(DEMO_HEADER)) await demo
      const problem = await readProblem(answer)
      if (problem.status === 401 && key === null && startDemo && visited === null) {
        // Of requests that were refused at the same time the first one starts the visit.
        if (demo === before) demo = startDemo()
        visited = demo
        if (await visited) continue
      }
      const wait_s = problem.status === 429 ? problem.retryAfter_s : null
      if (wait_s === null || wait_s > WAIT_MAX_S || waits === WAITS_MAX) throw problem
      if (waitUntil < Date.now()) for (const each of waiters) each(wait_s)
      waitUntil = Math.max(waitUntil, Date.now() + wait_s * 1000)
    }
  }

  function credential(): Record<string, string> {
    return key ? { authorization: `Bearer ${key}` } : {}
  }

  async function send(path: string, init: RequestInit, base = BASE): Promise<Response> {
    try {
      return await fetching(base + path, { credentials: 'same-origin', ...init })
    } catch (error) {
      if (init.signal?.aborted) throw error
      throw OFFLINE
    }
  }

  return {
    request: (path, signal) => request(path, signal),
    async post<T>(path: string, body: unknown, signal?: AbortSignal) {
      const headers = { 'content-type': 'application/json' }
      const init = { method: 'POST', headers, body: JSON.stringify(body) }
      return (await (await request(path, signal, init)).json()) as T
    },
    async get<T>(path: string, signal?: AbortSignal) {
      const answer = await request(path, signal)
      return (await answer.json()) as T
    },
    async send<T>(
      method: string,
      path: string,
      body?: unknown,
      { base, headers: more }: SendOptions = {},
    ) {
      const headers = {
        'content-type': 'application/json',
        ...more,
        ...(changesByKey && credential()),
      }
      const init = { method, headers, body: JSON.stringify(body ?? {}) }
      const answer = await send(path, init, base)
      if (!answer.ok) throw await readProblem(answer)
      const text = await answer.text()
      return (text === '' ? null : JSON.parse(text)) as T
    },
    get key() {
      return key
    },
    useKey(next) {
      if (next !== null && !isKey(next.trim())) return false
      key = next?.trim() ?? null
      storeKey(store, key)
      notify(listeners.credential)
      return true
    },
    credentialChanged: () => notify(listeners.credential),
    onCredentialChange: (listener) => void listeners.credential.push(listener),
    requestAccount: () => notify(listeners.account),
    onAccountRequested: (listener) => void listeners.account.push(listener),
    onWait: (listener) => void waiters.push(listener),
  }
}

async function readProblem(answer: Response) {
  const body: unknown = await answer.json().catch(() => null)
  const { headers } = answer
  return toApiProblem(answer.status, body, headers.get('retry-after'), headers.get('x-request-id'))
}

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  if (ms <= 0) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
