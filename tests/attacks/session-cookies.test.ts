import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenAccounts, openAccounts } from '../../accounts/open-accounts.ts'
import { AccountBrowser } from '../accounts/account-browser.ts'
import { CHEAP_HASH, onEmbeddedEngine } from '../accounts/accounts-on.ts'

type Cookies = Record<'ada' | 'bob', { value: string; token: string; signature: string }>

/** `Cookie` headers with their person, by the name of the cookie under http or https. */
const HEADERS: [what: string, header: (cookies: Cookies, name: string) => string, who: string][] = [
  ['one cookie', ({ ada }, name) => `${name}=${ada.value}`, 'ada'],
  ['among others', ({ ada }, name) => `a=b; ${name}=${ada.value}; c="d;e"`, 'ada'],
  ['without blanks', ({ ada }, name) => `a=b;${name}=${ada.value};c=d`, 'ada'],
  ['with more blanks', ({ ada }, name) => `a=b ;  ${name}=${ada.value}  ;c=d`, 'ada'],
  ['with a TAB before and behind', ({ ada }, name) => `a=b;\t${name}=${ada.value}\t`, 'ada'],
  ['the same twice', ({ ada }, name) => `${name}=${ada.value}; ${name}=${ada.value}`, 'ada'],
  ['behind a nameless one', ({ ada }, name) => `=x; ${name}=${ada.value}`, 'ada'],
  ['behind one without a value', ({ ada }, name) => `lone; ${name}=${ada.value}`, 'ada'],
  ['unencoded', ({ ada }, name) => `${name}=${decodeURIComponent(ada.value)}`, 'ada'],
  [
    'encoded to the last character',
    ({ ada }, name) => {
      const bytes = Buffer.from(decodeURIComponent(ada.value)).toString('hex')
      return `${name}=${bytes.replace(/../g, '%$&')}`
    },
    'ada',
  ],
  ['two people', ({ ada, bob }, name) => `${name}=${ada.value}; ${name}=${bob.value}`, 'nobody'],
  ['two, one made up', ({ ada }, name) => `${name}=x; ${name}=${ada.value}`, 'nobody'],
  ['two, one empty', ({ ada }, name) => `${name}=${ada.value}; ${name}=`, 'nobody'],
  ['quoted', ({ ada }, name) => `${name}="${ada.value}"`, 'nobody'],
  ['quoted at its beginning', ({ ada }, name) => `${name}="${ada.value}`, 'nobody'],
  ['a blank before the sign', ({ ada }, name) => `${name} =${ada.value}`, 'nobody'],
  ['a blank behind the sign', ({ ada }, name) => `${name}= ${ada.value}`, 'nobody'],
  ['a TAB in the value', ({ ada }, name) => `${name}=${ada.token}\t.${ada.signature}`, 'nobody'],
  ['a TAB in the name', ({ ada }, name) => `plat.\t${name.slice(5)}=${ada.value}`, 'nobody'],
  ['an encoded TAB', ({ ada }, name) => `${name}=${ada.value}%09`, 'nobody'],
  ['an encoded NUL', ({ ada }, name) => `${name}=${ada.token}%00.${ada.signature}`, 'nobody'],
  ['encoded twice', ({ ada }, name) => `${name}=${encodeURIComponent(ada.value)}`, 'nobody'],
  ['wrongly encoded', ({ ada }, name) => `${name}=${ada.value}%E0%A4%A`, 'nobody'],
  ['commas for semicolons', ({ ada }, name) => `a=b, ${name}=${ada.value}`, 'nobody'],
  ['in another case', ({ ada }, name) => `${name.toUpperCase()}=${ada.value}`, 'nobody'],
  ['within another name', ({ ada }, name) => `x${name}=${ada.value}`, 'nobody'],
  ['within another value', ({ ada }, name) => `a=${name}=${ada.value}`, 'nobody'],
  ['without its padding', ({ ada }, name) => `${name}=${ada.value.replace(/%3D$/, '')}`, 'nobody'],
  [
    'the signature in the other base 64',
    ({ ada }, name) =>
      `${name}=${ada.token}.${ada.signature.replace(/=/g, '').replace(/\+/g, '-').replace(/\//g, '_')}`,
    'nobody',
  ],
  ['more behind the signature', ({ ada }, name) => `${name}=${ada.value}AAAA`, 'nobody'],
  ['a dot before the token', ({ ada }, name) => `${name}=.${ada.value}`, 'nobody'],
  [
    'another’s signature',
    ({ ada, bob }, name) => `${name}=${ada.token}.${bob.signature}`,
    'nobody',
  ],
  ['none', () => '', 'nobody'],
]

onEmbeddedEngine((engine) => {
  let accounts: OpenAccounts
  beforeAll(async () => {
    const settings = await engine.settings()
    accounts = await openAccounts(settings, { note: () => {}, hashCost: CHEAP_HASH })
  })
  afterAll(() => accounts.close())

  describe.each([
    ['http', 'plat.session_token'],
    ['https', '__Secure-plat.session_token'],
  ])('under %s', (scheme, name) => {
    const origin = `${scheme}://maps.test`
    const ids = new Map<string, string>([['nobody', 'nobody']])
    const cookies = {} as Cookies
    beforeAll(async () => {
      for (const who of ['ada', 'bob'] as const) {
        const browser = new AccountBrowser(accounts, { origin })
        await browser.join(`${who}-${scheme}`)
        ids.set(who, (await browser.get('/api/account')).body.user.id)
        const value = browser.cookies.get(name)!
        const [token, signature] = decodeURIComponent(value).split('.')
        cookies[who] = { value, token, signature }
      }
    })
    /** The person for the account routes, for the library behind them, and for the service. */
    const seenBy = async (cookie: string) => {
      const browser = new AccountBrowser(accounts, { origin })
      const request = async (path: string) =>
        JSON.parse((await browser.request('GET', path, undefined, { cookie })).body)?.user?.id
      const credential = { kind: 'session' as const, cookie, is_secure: scheme === 'https' }
      const admission = await accounts.admit(credential, 'read:public', '192.0.2.1')
      return {
        routes: (await request('/api/account')) ?? 'nobody',
        library: (await request('/api/auth/get-session')) ?? 'nobody',
        service: admission.kind === 'admitted' ? admission.caller.account.id : 'nobody',
      }
    }

    test.each(HEADERS)(
      'a cookie %s is of the same person everywhere',
      async (_what, header, who) => {
        const id = ids.get(who)
        expect(await seenBy(header(cookies, name))).toEqual({
          routes: id,
          library: id,
          service: id,
        })
      },
    )

    test('the cookie of the other scheme belongs to nobody, and changes nothing next to the right one', async () => {
      const other = scheme === 'http' ? `__Secure-${name}` : name.replace('__Secure-', '')
      const { ada, bob } = cookies
      const nobody = { routes: 'nobody', library: 'nobody', service: 'nobody' }
      expect(await seenBy(`${other}=${ada.value}`)).toEqual(nobody)
      const id = ids.get('ada')
      for (const both of [
        `${name}=${ada.value}; ${other}=${bob.value}`,
        `${other}=${bob.value}; ${name}=${ada.value}`,
      ])
        expect(await seenBy(both)).toEqual({ routes: id, library: id, service: id })
    })

    test('a session that ends with the browser still does so after a change of the password', async () => {
      const browser = new AccountBrowser(accounts, { origin })
      const email = await browser.join(`brief-${scheme}`)
      const password = 'correct horse battery'
      const signIn = { email, password, rememberMe: false }
      await browser.post('/api/auth/sign-in/email', signIn)
      const change = { currentPassword: password, newPassword: 'another good password' }
      const { headers, status } = await browser.request('POST', '/api/auth/change-password', change)
      expect(status).toBe(200)
      const made = headers.map(([, value]) => value).find((value) => value.startsWith(`${name}=`))
      expect(made).not.toMatch(/max-age/i)
    })
  })
})
