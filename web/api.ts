import { OFFLINE, problemOf } from './api-problem.ts'
import { isKey, type KeyStore, keyFromHash, readKey, storeKey } from './tab-key.ts'

/** The one place of the page that asks the service. All paths are relative to `/api`. */
export interface Api {
  /** The JSON of `GET path`, such as `/v1/layers`. Throws `ApiProblem`. */
  get<T>(path: string, signal?: AbortSignal): Promise<T>
  /** The answer itself, for tiles. Throws `ApiProblem` for any status of 400 and above. */
  ask(path: string, signal?: AbortSignal): Promise<Response>
  /** A change, in the name of who is signed in: no key goes with it. Null for an empty answer. */
  send<T>(method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<T>
  /** The key that is used instead of signing in. */
  readonly key: string | null
  /** Uses a pasted key, or none. Answers whether it looks like a key. */
  useKey(key: string | null): boolean
  /** After signing in or out: what needs a credential asks again. */
  credentialChanged(): void
  onCredential(listener: () => void): void
  /** Opens the account dialog, wherever it is. */
  wantAccount(): void
  onAccountRequested(listener: () => void): void
  /** The service told to wait so many seconds, and the request waits. */
  onWait(listener: (seconds: number) => void): void
}

const BASE = '/api'
/** A longer wait is told and not waited for. */
const WAIT_MAX_S = 65
/** How often one request waits. */
const WAITS_MAX = 2

export interface ApiOptions {
  fetch?: typeof fetch
  store?: KeyStore | null
  /** Of the page's address, which may bring a key. */
  hash?: string
}

export function openApi(options: ApiOptions = {}): Api {
  const { fetch: fetching = fetch.bind(globalThis), store = null, hash = '' } = options
  const brought = keyFromHash(hash)
  if (brought) storeKey(store, brought)
  let key = readKey(store) ?? brought
  const listeners: Record<'credential' | 'account', (() => void)[]> = {
    credential: [],
    account: [],
  }
  const waiters: ((seconds: number) => void)[] = []
  /** Until when all wait, since one was told to. */
  let restsUntil = 0
  const tell = (whom: (() => void)[]) => {
    for (const each of whom) each()
  }

  /** Asks with the credential, and waits where the service says how long. */
  async function ask(path: string, signal?: AbortSignal): Promise<Response> {
    for (let waits = 0; ; waits++) {
      await sleep(restsUntil - Date.now(), signal)
      const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {}
      const answer = await reach(path, { headers, signal })
      if (answer.ok) return answer
      const problem = await readProblem(answer)
      const wait_s = problem.status === 429 ? problem.retryAfter_s : undefined
      if (wait_s === undefined || wait_s > WAIT_MAX_S || waits === WAITS_MAX) throw problem
      if (restsUntil < Date.now()) for (const each of waiters) each(wait_s)
      restsUntil = Math.max(restsUntil, Date.now() + wait_s * 1000)
    }
  }

  async function reach(path: string, init: RequestInit): Promise<Response> {
    try {
      return await fetching(BASE + path, { credentials: 'same-origin', ...init })
    } catch (error) {
      if (init.signal?.aborted) throw error
      throw OFFLINE
    }
  }

  return {
    ask,
    async get<T>(path: string, signal?: AbortSignal) {
      const answer = await ask(path, signal)
      return (await answer.json()) as T
    },
    async send<T>(method: string, path: string, body?: unknown) {
      const headers = { 'content-type': 'application/json' }
      const answer = await reach(path, { method, headers, body: JSON.stringify(body ?? {}) })
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
      tell(listeners.credential)
      return true
    },
    credentialChanged: () => tell(listeners.credential),
    onCredential: (listener) => void listeners.credential.push(listener),
    wantAccount: () => tell(listeners.account),
    onAccountRequested: (listener) => void listeners.account.push(listener),
    onWait: (listener) => void waiters.push(listener),
  }
}

async function readProblem(answer: Response) {
  const body: unknown = await answer.json().catch(() => null)
  const { headers } = answer
  return problemOf(answer.status, body, headers.get('retry-after'), headers.get('x-request-id'))
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
