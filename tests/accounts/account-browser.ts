import type { AccountAnswer, Accounts } from '../../accounts/accounts.ts'

export const ORIGIN = 'http://maps.test:8080'
let count = 0

/** A browser that requests accounts: it stores cookies and sends its origin. */
export class AccountBrowser {
  private readonly accounts: Accounts
  /** Cookies by name. Expired ones are removed. */
  readonly cookies = new Map<string, string>()
  readonly origin: string
  readonly address: string

  /** Each browser has its own IP address, unless one is given. */
  constructor(accounts: Accounts, options: { origin?: string; address?: string } = {}) {
    this.accounts = accounts
    this.origin = options.origin ?? ORIGIN
    count++
    this.address = options.address ?? `198.51.${Math.floor(count / 250)}.${(count % 250) + 1}`
  }

  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /**
   * Returns the raw response. `headers` replace the ones that a Plat page sends; null removes one.
   */
  async request(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string | null> = {},
  ): Promise<AccountAnswer> {
    const sent: Record<string, string | null> = {
      ...(method !== 'GET' && { origin: this.origin, 'content-type': 'application/json' }),
      'sec-fetch-site': 'same-origin',
      ...(this.cookies.size > 0 && { cookie: this.cookie }),
      ...headers,
    }
    const answer = await this.accounts.answer({
      method,
      url: path,
      headers: Object.fromEntries(
        Object.entries(sent).filter((each): each is [string, string] => each[1] !== null),
      ),
      body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
      address: this.address,
      origin: this.origin,
      request_id: `req_${count}`,
    })
    for (const [name, value] of answer.headers) if (name === 'set-cookie') this.store(value)
    return answer
  }

  /** Status, headers and parsed body of a response. */
  async get(path: string) {
    return read(await this.request('GET', path))
  }

  async post(path: string, body: unknown = {}) {
    return read(await this.request('POST', path, body))
  }

  async delete(path: string) {
    return read(await this.request('DELETE', path, {}))
  }

  /** Signs a new person up and in, and returns the e-mail address. */
  async join(name: string, password = PASSWORD): Promise<string> {
    const email = `${name}@example.com`
    const up = await this.post('/api/auth/sign-up/email', { name, email, password })
    if (up.status !== 200) throw new Error(`sign-up: ${JSON.stringify(up.body)}`)
    const signedIn = await this.post('/api/auth/sign-in/email', { email, password })
    if (signedIn.status !== 200) throw new Error(`sign-in: ${JSON.stringify(signedIn.body)}`)
    return email
  }

  private store(cookie: string): void {
    const [pair, ...attributes] = cookie.split('; ')
    const at = pair.indexOf('=')
    const isGone = attributes.some((each) => /^max-age=0$/i.test(each))
    if (isGone) this.cookies.delete(pair.slice(0, at))
    else this.cookies.set(pair.slice(0, at), pair.slice(at + 1))
  }
}

export const PASSWORD = 'correct horse battery'

function read({ status, body, headers }: AccountAnswer) {
  // biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what the tests are about.
  return { status, headers, body: (body === '' ? null : JSON.parse(body)) as any }
}
