import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type OpenAccounts, openAccounts } from '../../accounts/open-accounts.ts'
import { createApp } from '../../serve/app.ts'
import { AccountBrowser, ORIGIN, PASSWORD } from '../accounts/account-browser.ts'
import { CHEAP_HASH, onEachEngine, onOneEngine } from '../accounts/accounts-on.ts'
import { isLongRun } from '../long-run.ts'
import { throughService } from './account-attacker.ts'
import { workRatio } from './work-ratio.ts'

const onEngines = isLongRun ? onEachEngine : onOneEngine

const RATIO_MAX = 20
const PUBLIC_URL = 'https://plat.example'

onEngines((engine) => {
  let accounts: OpenAccounts
  let app: FastifyInstance
  const notes: string[] = []
  const lines: string[] = []
  beforeAll(async () => {
    accounts = await openAccounts(await engine.settings(), {
      note: (text) => void notes.push(text),
      hashCost: CHEAP_HASH,
    })
    const logger = { level: 'info', stream: { write: (line: string) => void lines.push(line) } }
    app = await createApp({ accounts, logger, builds: { acquire: () => null } })
  })
  afterAll(async () => {
    await app.close()
    await accounts.close()
  })
  beforeEach(() => {
    notes.length = 0
  })

  let count = 0
  const browser = () => new AccountBrowser(throughService(app))
  const newPerson = async () => {
    const person = browser()
    const email = await person.join(`person-${engine.name.toLowerCase()}-${++count}`)
    return { person, email }
  }
  const keysOf = async (person: AccountBrowser) =>
    (await person.get('/api/account/keys')).body.data.length
  const asPublic = async (cookie: string) =>
    (await app.inject({ url: '/api/v1/upstreams', headers: { cookie } })).statusCode

  describe('session fixation', () => {
    test('a token planted before a sign-in is not valid after it', async () => {
      const { email } = await newPerson()
      const victim = browser()
      const planted = 'plat.session_token=attackers-own.c2lnbmF0dXJl'
      victim.cookies.set('plat.session_token', 'attackers-own.c2lnbmF0dXJl')
      expect(
        (await victim.post('/api/auth/sign-in/email', { email, password: PASSWORD })).status,
      ).toBe(200)
      expect(victim.cookie).not.toContain('attackers-own')
      expect(await asPublic(victim.cookie)).toBe(200)
      expect(await asPublic(planted)).toBe(401)
    })

    test('a sign-in makes a new session, and ends the one before it', async () => {
      const { person, email } = await newPerson()
      const before = person.cookie
      await person.post('/api/auth/sign-in/email', { email, password: PASSWORD })
      expect(person.cookie).not.toBe(before)
      expect([await asPublic(person.cookie), await asPublic(before)]).toEqual([200, 401])
    })

    test('a token with another signature, or of another person, is not valid', async () => {
      const { person } = await newPerson()
      const { person: other } = await newPerson()
      const [mine, theirs] = [person, other].map(({ cookies }) => [...cookies.values()][0])
      const signature = (token: string) => token.slice(token.indexOf('.'))
      for (const token of [
        mine.split('.')[0],
        `${mine.split('.')[0]}.`,
        `${mine.split('.')[0]}${signature(theirs)}`,
        `${theirs.split('.')[0]}${signature(mine)}`,
        mine.toUpperCase(),
      ])
        expect(await asPublic(`plat.session_token=${token}`), token.slice(0, 4)).toBe(401)
    })

    test('signing out ends the session itself, not only the cookie', async () => {
      const { person } = await newPerson()
      const stolen = person.cookie
      expect(await asPublic(stolen)).toBe(200)
      await person.post('/api/auth/sign-out')
      expect(await asPublic(stolen)).toBe(401)
    })
  })

  describe('a request that another page makes in somebody’s name', () => {
    const FORGED: [string, Record<string, string | null>][] = [
      ['of another origin', { origin: 'https://evil.example' }],
      ['of no origin', { origin: null }],
      ['of a hidden origin', { origin: 'null' }],
      ['of our host under another scheme', { origin: ORIGIN.replace('http:', 'https:') }],
      ['of our host at another port', { origin: 'http://maps.test:81' }],
      ['of a host that begins as ours', { origin: 'http://maps.test.evil.example:8080' }],
      ['of another site by the browser’s word', { 'sec-fetch-site': 'cross-site' }],
      ['of a sister host', { 'sec-fetch-site': 'same-site' }],
      ['of a plain form', { 'content-type': 'application/x-www-form-urlencoded' }],
      ['of a form of text', { 'content-type': 'text/plain' }],
      ['of a form with files', { 'content-type': 'multipart/form-data; boundary=x' }],
      ['of no type', { 'content-type': null }],
      ['of a type that begins as ours', { 'content-type': 'application/json-seq' }],
    ]

    /** The same for all: each of them must change nothing. */
    let person: AccountBrowser
    beforeAll(async () => {
      person = (await newPerson()).person
    })

    test.each(FORGED)(
      '%s makes no key, changes no password, signs nobody out',
      async (_what, headers) => {
        const change = { currentPassword: PASSWORD, newPassword: 'chosen by the attacker' }
        const tries: [string, string, unknown][] = [
          ['POST', '/api/account/keys', { kind: 'map', name: 'stolen' }],
          ['POST', '/api/auth/change-password', change],
          ['POST', '/api/auth/organization/create', { name: 'x', slug: `x-${count}` }],
          ['POST', '/api/auth/sign-out', {}],
          ['POST', '/api/auth/delete-user', { password: PASSWORD }],
        ]
        for (const [method, path, body] of tries) {
          const { status } = await person.request(method, path, body, headers)
          expect([403, 415], path).toContain(status)
        }
        expect(await keysOf(person)).toBe(0)
      },
    )

    test('as a GET, or as a GET with a method override, changes nothing', async () => {
      const { person } = await newPerson()
      for (const path of [
        '/api/auth/sign-out',
        '/api/auth/delete-user',
        '/api/auth/change-password?newPassword=abcdefghijkl',
        '/api/account/keys?kind=map&name=stolen',
        '/api/account/keys?_method=POST&kind=map&name=stolen',
      ]) {
        const override = { 'x-http-method-override': 'POST', 'x-http-method': 'POST' }
        const { status } = await person.request('GET', path, undefined, override)
        expect([200, 400, 404, 405], path).toContain(status)
      }
      expect(await keysOf(person)).toBe(0)
      expect((await person.get('/api/account')).body.user).not.toBeNull()
    })

    test('signs nobody in to the attacker’s account', async () => {
      const { email } = await newPerson()
      const victim = browser()
      const signIn = { email, password: PASSWORD }
      for (const [, headers] of FORGED) {
        const { status } = await victim.request('POST', '/api/auth/sign-in/email', signIn, headers)
        expect([403, 415]).toContain(status)
      }
      expect(victim.cookies.size).toBe(0)
    })

    test('reads neither account nor keys: no response is readable for another origin', async () => {
      const { person } = await newPerson()
      for (const path of ['/api/account', '/api/account/keys', '/api/auth/get-session']) {
        const { headers } = await person.request('GET', path, undefined, {
          origin: 'https://evil.example',
        })
        const names = headers.map(([name]) => name)
        expect(names.filter((name) => name.startsWith('access-control-'))).toEqual([])
        expect(new Map(headers).get('cross-origin-resource-policy')).toBe('same-origin')
      }
    })
  })

  test('another person’s key cannot be revoked, listed or distinguished from a missing one', async () => {
    const { person: owner } = await newPerson()
    const { person: other } = await newPerson()
    const made = (await owner.post('/api/account/keys', { kind: 'map', name: 'mine' })).body
    const theirs = await other.delete(`/api/account/keys/${made.id}`)
    const nobodys = await other.delete('/api/account/keys/nobodys')
    const { request_id: _, ...refusal } = theirs.body.error
    expect([theirs.status, nobodys.status]).toEqual([404, 404])
    expect(nobodys.body.error).toMatchObject(refusal)
    expect(await keysOf(other)).toBe(0)
    const { statusCode } = await app.inject({
      url: '/api/v1/upstreams',
      headers: { 'x-api-key': made.key },
    })
    expect(statusCode).toBe(200)
  })

  describe('guessing a password', () => {
    test('ends after ten tries, whatever address the client claims to forward', async () => {
      const { email } = await newPerson()
      const guess = async (password: string, n: number) =>
        browser().request(
          'POST',
          '/api/auth/sign-in/email',
          { email, password },
          {
            'x-forwarded-for': `192.0.2.${n}`,
          },
        )
      const statuses: number[] = []
      for (let i = 0; i < 12; i++) statuses.push((await guess(`wrong number ${i}`, i)).status)
      expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401))
      expect(statuses.slice(10)).toEqual([429, 429])
      const right = await guess(PASSWORD, 99)
      expect(right.status).toBe(429)
      expect(Number(new Map(right.headers).get('retry-after'))).toBeGreaterThanOrEqual(1)
    })

    test('of many accounts ends after thirty tries by one client', async () => {
      const guesser = browser()
      const statuses: number[] = []
      for (let i = 0; i < 32; i++) {
        const email = `somebody-${i}@example.com`
        const password = 'correct horse battery staple'
        statuses.push((await guesser.post('/api/auth/sign-in/email', { email, password })).status)
      }
      expect(statuses.filter((status) => status === 401)).toHaveLength(30)
      expect(statuses.at(-1)).toBe(429)
    })
  })

  describe('a body', () => {
    const deep = (open: string, close: string, n: number) => `${open.repeat(n)}1${close.repeat(n)}`
    const BODIES = [
      ...[
        deep('[', ']', 7_000),
        deep('{"a":', '}', 2_500),
        '['.repeat(16_000),
        '{"a":['.repeat(2_600),
      ],
      ...[
        `"${'\\"'.repeat(8_000)}`,
        '"'.repeat(16_000),
        `"${'\\'.repeat(16_000)}`,
        `{"${'a'.repeat(16_000)}`,
      ],
      ...[
        '{"name": 1e999}',
        `{"name": ${'9'.repeat(16_000)}}`,
        `{"name": 0.${'0'.repeat(16_000)}1}`,
      ],
      ...[
        '{"kind": "map", "kind": "architect", "name": {"name": "x"}}',
        '{"name": NaN}',
        '{"name": Infinity}',
      ],
      ...[
        '{"__proto__": {"polluted": 1}, "kind": "map", "name": "x"}',
        '{"constructor": {"prototype": {"polluted": 1}}}',
      ],
      ...[
        '{"kind": ["map"], "name": "x"}',
        '{"kind": "map", "name": {"$ne": null}}',
        '{"kind": "map", "name": ["x"]}',
      ],
      ...[
        'null',
        'true',
        '1',
        '"x"',
        '[]',
        '[{"kind": "map", "name": "x"}]',
        '',
        '{',
        '\ufeff{}',
        "{'a': 1}",
      ],
      ...['{"kind": "map", "name": "x", "scopes": ["projects:edit"], "user": "somebody"}'],
      ...[
        '{"kind": "map", "name": "a\\u0000b"}',
        '{"kind": "map", "name": "\\ud800"}',
        '{"kind": "map", "name": "\\u202e"}',
      ],
      ...[
        '{"kind": "map", "name": "x", "expires_in_days": 1e9}',
        '{"kind": "map", "name": "x", "expires_in_days": "1"}',
      ],
    ]

    test('made to break a parser is 400, and makes nothing', async () => {
      const { person } = await newPerson()
      for (const body of BODIES) {
        const { status, body: response } = await person.request('POST', '/api/account/keys', body)
        expect(status, body.slice(0, 60)).toBe(400)
        expect(JSON.parse(response).error.code).toBe('invalid_request')
        // The response does not repeat the whole body.
        expect(response.length).toBeLessThan(1_000)
      }
      expect(({} as Record<string, unknown>).polluted).toBeUndefined()
      expect(await keysOf(person)).toBe(0)
    })

    test('costs no more than a plain one of its length, for every sender', async () => {
      const stranger = browser()
      const plain = `{"name": "${'x'.repeat(15_000)}"}`
      const request = (body: string) => stranger.request('POST', '/api/account/keys', body)
      for (const body of BODIES.filter(({ length }) => length > 10_000))
        expect(await workRatio(request, body, plain), body.slice(0, 20)).toBeLessThan(RATIO_MAX)
    })
  })

  describe('a link', () => {
    const ELSEWHERE = [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
    ]

    test.each(ELSEWHERE)('leads only to a page of the service: %s', async (target) => {
      const sent = encodeURIComponent(target)
      const { email } = await newPerson()
      const stranger = browser()
      const answers = [
        await stranger.request('GET', `/api/auth/verify-email?token=x&callbackURL=${sent}`),
        await stranger.request('GET', `/api/auth/reset-password/x?callbackURL=${sent}`),
        await stranger.request('GET', `/api/auth/delete-user/callback?token=x&callbackURL=${sent}`),
        await stranger.request('POST', '/api/auth/sign-in/email', {
          email,
          password: PASSWORD,
          callbackURL: target,
        }),
        await stranger.request('POST', '/api/auth/request-password-reset', {
          email,
          redirectTo: target,
        }),
        await stranger.request('POST', '/api/auth/sign-in/social', {
          provider: 'x',
          callbackURL: target,
        }),
      ]
      for (const { status, headers, body } of answers) {
        expect([400, 401, 404, 405]).toContain(status)
        const location = new Map(headers).get('location')
        expect(location ?? '/').toMatch(/^\/(?![/\\])/)
        expect(body).not.toContain('<a')
      }
    })

    test('in a mail leads to the public address, whatever host and origin the request names', async () => {
      const settings = { ...(await engine.settings()), public_url: PUBLIC_URL }
      const options = { note: (text: string) => void notes.push(text), hashCost: CHEAP_HASH }
      const own = await openAccounts(settings, options)
      const reach = { url: PUBLIC_URL, proxies: [] }
      const service = await createApp({ accounts: own, reach, builds: { acquire: () => null } })
      const email = 'victim@example.com'
      const post = (url: string, payload: object, headers: Record<string, string>) =>
        service.inject({ method: 'POST', url, payload, headers })
      const ours = { host: 'plat.example', origin: PUBLIC_URL }
      const up = { name: 'victim', email, password: PASSWORD }
      expect((await post('/api/auth/sign-up/email', up, ours)).statusCode).toBe(200)
      const request = (headers: Record<string, string>) =>
        post('/api/auth/request-password-reset', { email }, headers)
      const evil = {
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
        forwarded: 'host=evil.example',
      }
      expect((await request({ ...evil, origin: 'https://evil.example' })).statusCode).toBe(403)
      expect((await request({ ...evil, origin: PUBLIC_URL })).statusCode).toBe(200)
      const links = () => notes.join('\n').match(/https?:\/\/\S+#reset-password=/)
      await expect.poll(links).not.toBeNull()
      expect(links()![0].startsWith(`${PUBLIC_URL}/#`)).toBe(true)
      expect(notes.join('')).not.toContain('evil.example')
      await service.close()
      await own.close()
    })
  })

  test('no line of the log holds a password, a cookie, a token or an e-mail address', () => {
    const logged = lines.join('')
    expect(lines.length).toBeGreaterThan(200)
    for (const secret of [
      PASSWORD,
      'chosen by the attacker',
      'session_token',
      '@example.com',
      'sk_map_',
    ])
      expect(logged.includes(secret), secret).toBe(false)
  })
})
