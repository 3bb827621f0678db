import { crc32 } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CredentialGate } from '../../accounts/admission/credential-gate.ts'
import type { Statement } from '../../accounts/database/database.ts'
import { makeKey, prefixOf } from '../../accounts/keys/key-format.ts'
import { MemoryLimits } from '../../accounts/limits/memory-limits.ts'
import { type OpenAccounts, openAccounts } from '../../accounts/open-accounts.ts'
import { BASE62 } from '../../accounts/random-text.ts'
import { createApp } from '../../serve/app.ts'
import { AccountBrowser } from '../accounts/account-browser.ts'
import { CHEAP_HASH, onEachEngine, onOneEngine } from '../accounts/accounts-on.ts'
import { isLongRun } from '../long-run.ts'
import { throughService } from './account-attacker.ts'

const onEngines = isLongRun ? onEachEngine : onOneEngine

/** More than the 300 wrong keys that an address may try in a minute (`GUESS_LIMIT`). */
const GUESSES = 400

onEngines((engine) => {
  let accounts: OpenAccounts
  let app: FastifyInstance
  let key: string
  const lines: string[] = []
  beforeAll(async () => {
    accounts = await openAccounts(await engine.settings(), {
      note: () => {},
      hashCost: CHEAP_HASH,
    })
    const logger = { level: 'info', stream: { write: (line: string) => void lines.push(line) } }
    app = await createApp({ accounts, logger, builds: { acquire: () => null } })
    const owner = new AccountBrowser(throughService(app))
    await owner.join('owner')
    key = (await owner.post('/api/account/keys', { kind: 'map', name: 'of the attacks' })).body.key
  })
  afterAll(async () => {
    await app.close()
    await accounts.close()
  })

  let last = 0
  const newAddress = () => `203.0.${Math.floor(++last / 250)}.${(last % 250) + 1}`
  const requestWith = async (sent: string, remoteAddress = newAddress(), headers = {}) =>
    app.inject({
      url: '/api/v1/upstreams',
      headers: { 'x-api-key': sent, ...headers },
      remoteAddress,
    })

  describe('a guessed key', () => {
    test('is refused alike, however near it is to a real one', async () => {
      expect((await requestWith(key)).statusCode).toBe(200)
      const near = [
        makeKey('sk_map_'),
        makeKey('sk_arch_'),
        makeKey('sk_none_'),
        `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`,
        key.slice(0, -1),
        `${key}a`,
        key.toLowerCase(),
        key.slice(0, 20),
        key.replace('sk_map_', 'sk_arch_'),
        'sk_map_',
        'x',
      ]
      const refusals = new Set<string>()
      for (const each of near.filter((other) => other !== key)) {
        const { statusCode, headers, body } = await requestWith(each)
        const { request_id: _, ...error } = JSON.parse(body).error
        refusals.add(JSON.stringify([statusCode, headers['www-authenticate'], error]))
      }
      expect([...refusals]).toHaveLength(1)
      expect([...refusals][0]).toContain('401')
    })

    test('is looked up only by a hash, so that nearness cannot be measured', async () => {
      const statements: Statement[] = []
      const database = {
        async query<Row>(statement: Statement): Promise<Row[]> {
          statements.push(statement)
          return []
        },
      }
      const gate = new CredentialGate({ database, limits: new MemoryLimits(), secret: 'of tests' })
      const last = key.at(-7) === 'a' ? 'b' : 'a'
      const wrong = [key, withChecksum(`${key.slice(0, -7)}${last}`), makeKey('sk_map_')]
      for (const each of wrong)
        await gate.admit({ kind: 'key', key: each }, 'read:public', newAddress())
      await gate.close()
      expect(statements).toHaveLength(wrong.length)
      expect(new Set(statements.map(({ text }) => text)).size).toBe(1)
      const hashes = statements.map(({ values }) => `${values}`)
      for (const [i, hash] of hashes.entries()) {
        expect(hash).toMatch(/^[\w-]{43}$/)
        expect(JSON.stringify(statements[i])).not.toContain(wrong[i].slice(7, 20))
      }
      // The keys differ in one character; their hashes share no more than by chance.
      const shared = [...hashes[0]].filter((sign, i) => sign === hashes[1][i]).length
      expect(shared).toBeLessThan(10)
    })

    test('is limited: past 300 a minute an address must wait, and its own key still works', async () => {
      const address = newAddress()
      expect((await requestWith(key, address)).statusCode).toBe(200)
      const statuses: number[] = []
      for (let i = 0; i < GUESSES; i++)
        statuses.push((await requestWith(makeKey('sk_map_'), address)).statusCode)
      const wrong = statuses.filter((status) => status === 401).length
      expect(wrong).toBeLessThanOrEqual(300)
      expect(new Set(statuses)).toEqual(new Set([401, 429]))
      const refused = await requestWith(makeKey('sk_map_'), address)
      expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1)
      expect((await requestWith(key, address)).statusCode).toBe(200)
      // Nobody else has to wait.
      expect((await requestWith(makeKey('sk_map_'))).statusCode).toBe(401)
    })

    test('counts for the address of the socket, whatever address a client claims to forward', async () => {
      const address = newAddress()
      let limited = 0
      for (let i = 0; i < GUESSES; i++) {
        const forged = { 'x-forwarded-for': newAddress(), forwarded: `for=${newAddress()}` }
        if ((await requestWith(makeKey('sk_map_'), address, forged)).statusCode === 429) limited++
      }
      expect(limited).toBeGreaterThanOrEqual(GUESSES - 300)
    })
  })

  describe('a credential of one kind', () => {
    test('is not of another: a cookie is not a key, a key is not a cookie and opens no account', async () => {
      const person = new AccountBrowser(throughService(app))
      await person.join('person')
      const token = [...person.cookies.values()][0]
      for (const sent of [token, decodeURIComponent(token), token.split('.')[0]])
        expect((await requestWith(sent)).statusCode).toBe(401)
      for (const cookie of [`plat.session_token=${key}`, `key=${key}`, key]) {
        const { statusCode } = await app.inject({ url: '/api/v1/upstreams', headers: { cookie } })
        expect(statusCode).toBe(401)
      }
      for (const headers of [{ 'x-api-key': key }, { authorization: `Bearer ${key}` }]) {
        const { statusCode } = await app.inject({ url: '/api/account/keys', headers })
        expect(statusCode).toBe(401)
      }
    })

    test('is ignored in another spelling of its header', async () => {
      for (const headers of [
        { 'x-api-key': `${key}, ${key}` },
        { 'x-api-key': ` ${key.slice(0, 10)}` },
        { authorization: `Bearer ${key}, Bearer ${key}` },
        { authorization: `Token ${key}` },
        { x_api_key: key },
        { 'api-key': key },
      ] as Record<string, string>[]) {
        const { statusCode } = await app.inject({ url: '/api/v1/upstreams', headers })
        expect(statusCode, JSON.stringify(Object.keys(headers))).toBe(401)
      }
    })
  })

  test('no key that was tried or made is in a log line', () => {
    expect(lines.length).toBeGreaterThan(GUESSES)
    expect(lines.join('')).not.toMatch(/sk_(map|arch)_[0-9A-Za-z]/)
  })
})

/** A well-formed key of this secret, so that only the database can tell that it is nobody's. */
function withChecksum(body: string): string {
  let rest = crc32(body)
  let digits = ''
  for (let i = 0; i < 6; i++) {
    digits = BASE62[rest % 62] + digits
    rest = Math.floor(rest / 62)
  }
  expect(prefixOf(body + digits)).toBe('sk_map_')
  return body + digits
}
