import { afterAll, beforeAll, expect, test } from 'vitest'
import { AccountsPort } from '../../accounts/accounts-port.ts'
import { connectorOf } from '../../accounts/answer-port.ts'
import { type OpenAccounts, openAccounts } from '../../accounts/open-accounts.ts'
import { PASSWORD } from '../accounts/account-browser.ts'
import { CHEAP_HASH, onEachEngine, onOneEngine } from '../accounts/accounts-on.ts'
import { type ExampleApp, openExampleApp } from '../fixtures/example-app.ts'
import { isLongRun } from '../long-run.ts'

const onEngines = isLongRun ? onEachEngine : onOneEngine

const HOST = 'maps.test:8080'

/** The accounts of the service, called through a port as threads call them. */
onEngines((engine) => {
  let accounts: OpenAccounts
  let port: AccountsPort
  let town: ExampleApp
  const lines: string[] = []
  beforeAll(async () => {
    const note = (text: string) => lines.push(text)
    accounts = await openAccounts(await engine.settings(), { note, hashCost: CHEAP_HASH })
    port = new AccountsPort(connectorOf(accounts).connect())
    const logger = { level: 'info', stream: { write: (line: string) => void lines.push(line) } }
    town = await openExampleApp({ accounts: port, logger })
  })
  afterAll(async () => {
    await town.close()
    port.close()
    await accounts.close()
  })

  const request = (
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    headers: Record<string, string> = {},
    payload?: object,
  ) =>
    town.app.inject({
      method,
      url,
      headers: { host: HOST, 'sec-fetch-site': 'same-origin', ...headers },
      payload,
    })
  const change = (
    method: 'POST' | 'DELETE',
    url: string,
    payload: object = {},
    headers: Record<string, string> = {},
  ) => request(method, url, { origin: `http://${HOST}`, ...headers }, payload)

  test('a person signs up, uses the session, makes a key, uses it and revokes it', async () => {
    const email = 'ada@example.com'
    const up = await change('POST', '/api/auth/sign-up/email', {
      name: 'Ada',
      email,
      password: PASSWORD,
    })
    expect([up.statusCode, up.headers['set-cookie']]).toEqual([200, undefined])
    const signedIn = await change('POST', '/api/auth/sign-in/email', { email, password: PASSWORD })
    expect(signedIn.statusCode).toBe(200)
    const cookie = `${signedIn.headers['set-cookie']}`.split(';')[0]

    const layers = (headers: Record<string, string>) => request('GET', '/api/v1/layers', headers)
    expect((await layers({})).statusCode).toBe(401)
    expect((await layers({ cookie })).statusCode).toBe(200)
    // A page of another site sends the cookie too, but gets nothing for it.
    const elsewhere = { cookie, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
    expect((await layers(elsewhere)).statusCode).toBe(401)

    const made = await change('POST', '/api/account/keys', { kind: 'map', name: 'x' }, { cookie })
    expect(made.statusCode).toBe(201)
    const { key, id } = made.json()
    const sent: Record<string, string>[] = [
      { authorization: `Bearer ${key}` },
      { 'x-api-key': key },
    ]
    for (const headers of sent) {
      const answer = await layers(headers)
      expect([answer.statusCode, answer.headers['ratelimit-limit']]).toEqual([200, '300'])
    }
    const architect = await change(
      'POST',
      '/api/account/keys',
      { kind: 'architect', name: 'x' },
      { cookie },
    )
    expect((await layers({ 'x-api-key': architect.json().key })).statusCode).toBe(403)
    const revoked = await change('DELETE', `/api/account/keys/${id}`, {}, { cookie })
    expect(revoked.json().status).toBe('revoked')
    expect((await layers({ 'x-api-key': key })).statusCode).toBe(401)

    await change('POST', '/api/auth/sign-out', {}, { cookie })
    expect((await layers({ cookie })).statusCode).toBe(401)
    const log = lines.join('\n')
    for (const secret of [PASSWORD, key, cookie.split('=')[1]]) expect(log).not.toContain(secret)
    expect(log).not.toContain(email)
  })
})
