import { connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenAccounts, openAccounts } from '../../accounts/open-accounts.ts'
import { createApp } from '../../serve/app.ts'
import { AccountBrowser, PASSWORD } from '../accounts/account-browser.ts'
import { CHEAP_HASH, onEmbeddedEngine } from '../accounts/accounts-on.ts'
import { throughService } from './account-attacker.ts'

/** All of ASCII. */
const CONTROLS = Array.from({ length: 33 }, (_, n) => String.fromCharCode(n === 32 ? 0x7f : n))
const hex = (text: string) => `%${text.charCodeAt(0).toString(16).padStart(2, '0')}`

onEmbeddedEngine((engine) => {
  let accounts: OpenAccounts
  let app: FastifyInstance
  let ada: AccountBrowser
  const lines: string[] = []
  beforeAll(async () => {
    const settings = await engine.settings()
    accounts = await openAccounts(settings, { note: () => {}, hashCost: CHEAP_HASH })
    const logger = { level: 'info', stream: { write: (line: string) => void lines.push(line) } }
    app = await createApp({ accounts, logger, builds: { acquire: () => null } })
    ada = browser()
    await ada.join('ada')
  })
  afterAll(async () => {
    await app.close()
    await accounts.close()
  })
  const browser = () => new AccountBrowser(throughService(app))

  describe('a control character', () => {
    const good = { name: 'x', email: 'x@example.com', password: PASSWORD }
    test.each([
      ['e-mail', 'email', (c: string) => [`a${c}b@example.com`, `a@exam${c}ple.com`, `a@b.c${c}`]],
      ['e-mail, in front', 'email', (c: string) => [`${c}a@example.com`]],
      ['name', 'name', (c: string) => [`a${c}b`]],
    ])('in an address of %s is refused with the field', async (_what, field, texts) => {
      for (const control of CONTROLS)
        for (const text of texts(control)) {
          const body = { ...good, [field]: text }
          const answer = await browser().post('/api/auth/sign-up/email', body)
          expect([answer.status, answer.body.error?.param], JSON.stringify(text)).toEqual([
            400,
            field,
          ])
        }
    })

    test('in texts of a signed-in person is refused, or cut off at the ends of a name', async () => {
      for (const [n, control] of CONTROLS.entries()) {
        const slug = { name: 'x', slug: `a${control}b` }
        const made = await ada.post('/api/auth/organization/create', slug)
        expect([made.status, made.body.error.param]).toEqual([400, 'slug'])
        const named = await ada.post('/api/account/keys', { kind: 'map', name: `a${control}b` })
        expect([named.status, named.body.error.param]).toEqual([400, 'name'])
        const ends = await ada.post('/api/auth/update-user', { name: `ada ${n}${control}` })
        expect([200, 400]).toContain(ends.status)
        const { user } = (await ada.get('/api/account')).body
        expect(user.name).toMatch(/^[ -~]+$/)
      }
    })

    test('in an address that is requested is 400, 401 or 404, as are its headers', async () => {
      const statuses = new Set<number>()
      for (const control of CONTROLS)
        for (const url of [
          `/api/v1/location?address=12${hex(control)}Main`,
          `/api/v1/lo${hex(control)}cation`,
          `/api/account${hex(control)}`,
          `/api/auth/get-session?a=${hex(control)}`,
          `/api/auth/verify-email?token=a${hex(control)}`,
          `/${hex(control)}`,
        ])
          statuses.add((await browser().request('GET', url)).status)
      expect([...statuses].sort()).toEqual([400, 401, 404])
    })
  })

  test('a line of a request with a control character is not HTTP; a TAB may be within a header', async () => {
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as { port: number }
    const statusOf = (target: string, headers: string) =>
      new Promise<string>((resolve, reject) => {
        let received = ''
        const socket = connect(port, '127.0.0.1', () => {
          socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\n${headers}Connection: close\r\n\r\n`)
        })
        socket.on('data', (data) => {
          received += data
        })
        socket.on('error', reject)
        socket.on('close', () => resolve(received.split(' ')[1] ?? 'none'))
      })
    for (const control of CONTROLS) {
      const isTab = control === '\t'
      expect(await statusOf(`/api/acc${control}ount`, '')).toBe('400')
      // The end of a line begins the next header.
      if (control === '\n' || control === '\r') continue
      expect(await statusOf('/api/account', `Cookie: a${control}=b\r\n`)).toBe(
        isTab ? '200' : '400',
      )
      expect(
        await statusOf('/api/v1/upstreams', `Authorization: Bearer${control}sk_map_x\r\n`),
      ).toBe(isTab ? '401' : '400')
    }
    expect(lines.every((line) => !/[^ -~\n]/.test(line))).toBe(true)
  })
})
