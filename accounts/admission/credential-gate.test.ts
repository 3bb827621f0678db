import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { onEachEngine, onOneEngine } from '../../tests/accounts/accounts-on.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { AccountsGone, type Scope } from '../accounts.ts'
import type { Database, Statement } from '../database/database.ts'
import { apikey, member, organization, session, user } from '../database/schema.ts'
import type { NewKey } from '../keys/add-key.ts'
import { makeKey } from '../keys/key-format.ts'
import { KeyService } from '../keys/key-service.ts'
import type { Limits } from '../limits/limits.ts'
import { MemoryLimits } from '../limits/memory-limits.ts'
import { PostgresLimits } from '../limits/postgres-limits.ts'
import { GUESS_LIMIT } from './admission-limits.ts'
import { CredentialGate } from './credential-gate.ts'

const onEngines = isLongRun ? onEachEngine : onOneEngine

const SECRET = 'what signs the sessions of this test, and no other'
const HERE = '192.0.2.1'
const DAY_MS = 86_400_000

onEngines((engine) => {
  let database: Database
  let limits: Limits
  let gate: CredentialGate
  let keys: KeyService
  /** Statements that the gate sent. */
  let statements: string[]
  let failure: Error | null
  let now_ms: number

  beforeEach(async () => {
    database ??= await engine.database()
    statements = []
    failure = null
    now_ms = Date.now()
    limits = engine.name === 'PGlite' ? new MemoryLimits() : new PostgresLimits(database)
    gate = new CredentialGate({
      database: {
        async query<Row>(statement: Statement) {
          statements.push(statement.name ?? '')
          if (failure) throw failure
          return await database.query<Row>(statement)
        },
      },
      limits,
      secret: SECRET,
      now: () => now_ms,
    })
    keys = new KeyService(database, () => gate.forget())
  })
  afterEach(async () => {
    failure = null
    limits.close()
    await gate.close()
    await database.tables.delete(user)
    await database.tables.delete(organization)
  })

  const admit = (key: string, { scope = 'read:public' as Scope, address = HERE } = {}) =>
    gate.admit({ kind: 'key', key }, scope, address)
  const made = (wanted: Partial<NewKey> = {}) =>
    keys.create({ kind: 'map', name: 'test', owner: { operator: true }, ...wanted })

  async function person(id: string): Promise<string> {
    await database.tables.insert(user).values({ id, name: id, email: `${id}@example.com` })
    return id
  }

  describe('a key', () => {
    test('is admitted with what is left of its 300 a minute, and its owner', async () => {
      const { key, row } = await made()
      const allowance = { limit: 300, remaining: 299, retry_after_s: 0 }
      expect(await admit(key)).toEqual({
        kind: 'admitted',
        allowance,
        caller: {
          kind: 'key',
          credential_id: row.id,
          account: { id: 'operator', kind: 'operator' },
          workspace: { kind: 'personal', id: 'operator' },
          scopes: ['read:public'],
          plan: 'free',
        },
      })
    })

    test('has its tiles counted apart, and a limit of them too', async () => {
      const { key } = await made()
      const take = (cost: number, meter?: 'tiles') =>
        gate.admit({ kind: 'key', key }, 'read:public', HERE, cost, meter)
      expect(await take(300)).toMatchObject({ kind: 'admitted', allowance: { remaining: 0 } })
      expect(await take(5_999, 'tiles')).toMatchObject({
        kind: 'admitted',
        allowance: { limit: 6_000, remaining: 1 },
      })
      expect(await take(2, 'tiles')).toMatchObject({ kind: 'limited' })
      expect(await take(1)).toMatchObject({ kind: 'limited' })
    })

    test('has exactly 300 ordinary requests, or fewer that count as more', async () => {
      const { key: ordinary } = await made()
      for (let n = 0; n < 300; n++)
        expect(await admit(ordinary)).toMatchObject({
          kind: 'admitted',
          allowance: { remaining: 299 - n },
        })
      expect((await admit(ordinary)).kind).toBe('limited')
      const { key } = await made()
      const large = () => gate.admit({ kind: 'key', key }, 'read:public', HERE, 5)
      for (let n = 0; n < 59; n++)
        expect(await large()).toMatchObject({ allowance: { remaining: 295 - 5 * n } })
      expect((await admit(key)).kind).toBe('admitted')
      // Four are left: too few for one that counts as five, which takes none of them.
      expect(await large()).toMatchObject({ kind: 'limited', allowance: { remaining: 4 } })
      for (let n = 0; n < 4; n++) expect((await admit(key)).kind).toBe('admitted')
      expect((await admit(key)).kind).toBe('limited')
    })

    test('past its limit gets the time to retry, from any address', async () => {
      const { key } = await made()
      const answers = await Promise.all(
        Array.from({ length: 320 }, (_, n) => admit(key, { address: `192.0.2.${n % 250}` })),
      )
      expect(answers.filter(({ kind }) => kind === 'admitted')).toHaveLength(300)
      const over = answers.find(({ kind }) => kind === 'limited')
      expect(over).toMatchObject({ allowance: { limit: 300, remaining: 0 } })
    })

    test('that was revoked is refused at once in this process, cached or not', async () => {
      const { key, row } = await made()
      expect(await admit(key)).toMatchObject({ kind: 'admitted' })
      await keys.revoke(row.id, 'any')
      expect(await admit(key)).toEqual({ kind: 'refused', why: 'revoked' })
    })

    test('is refused from the moment it expires, even from the cache', async () => {
      const { key, row } = await made({ expires_in_days: 1 })
      now_ms = row.expires_at!.getTime() - 1
      expect(await admit(key)).toMatchObject({ kind: 'admitted' })
      now_ms++
      expect(await admit(key)).toEqual({ kind: 'refused', why: 'expired' })
    })

    test('dies with its owner', async () => {
      const owner = { user: await person('ada') }
      const { key } = await made({ owner })
      expect(await admit(key)).toMatchObject({ caller: { account: { id: 'ada', kind: 'person' } } })
      await database.tables.delete(user).where(eq(user.id, 'ada'))
      gate.forget()
      expect(await admit(key)).toEqual({ kind: 'refused', why: 'unknown' })
    })

    test('of an organization has its workspace and plan, and dies with it', async () => {
      const by = await person('grace')
      const id = 'org_navy'
      await database.tables.insert(organization).values({ id, name: 'x', slug: 'x', plan: 'pro' })
      await database.tables
        .insert(member)
        .values({ id: 'member', organizationId: id, userId: by, role: 'owner' })
      const { key } = await made({ kind: 'architect', owner: { organization: id, by } })
      expect(await admit(key, { scope: 'projects:edit' })).toMatchObject({
        kind: 'admitted',
        caller: { account: { id: by }, workspace: { kind: 'organization', id }, plan: 'pro' },
      })
      await database.tables.delete(organization)
      gate.forget()
      expect(await admit(key, { scope: 'projects:edit' })).toEqual({
        kind: 'refused',
        why: 'unknown',
      })
    })

    test('without the scope is forbidden, and nothing is counted', async () => {
      const { key, row } = await made({ kind: 'architect' })
      const forbidden = { kind: 'forbidden', caller: { credential_id: row.id } }
      for (let n = 0; n < 3; n++) expect(await admit(key)).toMatchObject(forbidden)
      expect(await admit(key, { scope: 'projects:edit' })).toMatchObject({
        kind: 'admitted',
        allowance: { remaining: 299 },
      })
      const publish = await admit(key, { scope: 'projects:publish' })
      expect(publish.kind).toBe('forbidden')
    })

    test('has its last use written on the side, once a minute', async () => {
      const { key, row } = await made()
      const lastUse = async () => {
        const [found] = await database.tables.select().from(apikey).where(eq(apikey.id, row.id))
        return found.lastRequest?.getTime() ?? null
      }
      await admit(key)
      const first = now_ms
      expect(await lastUse()).toBeNull()
      expect(statements).not.toContain('write_last_uses')
      await gate.writeLastUses()
      expect(await lastUse()).toBe(first)
      now_ms += 30_000
      await admit(key)
      await gate.writeLastUses()
      expect(await lastUse()).toBe(first)
      now_ms += 30_000
      await gate.writeLastUses()
      expect(await lastUse()).toBe(first + 30_000)
    })
  })

  describe('a text that is not a key', () => {
    test('of another form, or mistyped by one character, is refused without a query', async () => {
      const { key } = await made()
      const wrong = key.endsWith('0') ? '1' : '0'
      const texts = ['', 'x', 'sk_map_', `${key}0`, key.slice(0, -1), key.slice(0, -1) + wrong]
      for (const text of [...texts, key.toLowerCase(), 'sk_map_'.padEnd(10_000, 'a')])
        expect(await admit(text), text).toEqual({ kind: 'refused', why: 'unknown' })
      expect(statements).toEqual([])
    })

    test('no credential at all is missing', async () => {
      expect(await gate.admit(null, 'read:public', HERE)).toEqual({
        kind: 'refused',
        why: 'missing',
      })
    })

    test('is guessed 300 times a minute from an address, and then not even looked for', async () => {
      const guesses = Array.from({ length: 400 }, () => makeKey('sk_map_'))
      const answers = await Promise.all(guesses.map((guess) => admit(guess)))
      expect(answers.filter(({ kind }) => kind === 'refused')).toHaveLength(300)
      expect(answers.filter(({ kind }) => kind === 'limited')).toHaveLength(100)
      const sent = statements.length
      expect(await admit(makeKey('sk_map_'))).toMatchObject({ kind: 'limited' })
      expect(statements).toHaveLength(sent)
      const { key } = await made()
      expect(await admit(key)).toMatchObject({ kind: 'limited' })
      // From elsewhere it works, and once it is known here too.
      expect(await admit(key, { address: '198.51.100.7' })).toMatchObject({ kind: 'admitted' })
      expect(await admit(key)).toMatchObject({ kind: 'admitted' })
    })

    test('counts for all of a /64, since one who guesses has as many addresses in it', async () => {
      for (let n = 0; n < GUESS_LIMIT.requests; n++)
        await admit(makeKey('sk_map_'), { address: `2001:db8:0:1::${n.toString(16)}` })
      const next = (address: string) => admit(makeKey('sk_map_'), { address })
      expect(await next('2001:db8:0:1:ffff::1')).toMatchObject({ kind: 'limited' })
      expect(await next('2001:db8:0:2::1')).toEqual({ kind: 'refused', why: 'unknown' })
    })

    test('do not block a known key, even when an account is changed meanwhile', async () => {
      const { key } = await made()
      await admit(key)
      for (let n = 0; n < GUESS_LIMIT.requests; n++) await admit(makeKey('sk_map_'))
      gate.forget()
      expect(await admit(makeKey('sk_map_'))).toMatchObject({ kind: 'limited' })
      expect(await admit(key)).toMatchObject({ kind: 'admitted' })
    })

    test('existing keys are not guesses, however many come from one address', async () => {
      const { key } = await made()
      for (let n = 0; n < 320; n++) {
        gate.forget()
        expect((await admit(key)).kind, `${n}`).toBe(n < 300 ? 'admitted' : 'limited')
      }
      const another = await made()
      expect(await admit(another.key)).toMatchObject({ kind: 'admitted' })
    })
  })

  describe('a session', () => {
    const cookieOf = (token: string, secret = SECRET) => {
      const signature = createHmac('sha256', secret).update(token).digest('base64')
      return `plat.session_token=${encodeURIComponent(`${token}.${signature}`)}`
    }
    const admitAs = (cookie: string, is_secure = false) =>
      gate.admit({ kind: 'session', cookie, is_secure }, 'read:public', HERE)

    async function signedIn(token: string): Promise<string> {
      const userId = await person(`person of ${token}`)
      const expiresAt = new Date(now_ms + DAY_MS)
      await database.tables
        .insert(session)
        .values({ id: `id of ${token}`, userId, token, expiresAt })
      return cookieOf(token)
    }

    test('is admitted as its person, 3,000 requests a minute', async () => {
      const cookie = await signedIn('one')
      expect(await admitAs(`theme=dark; ${cookie}; x=y`)).toMatchObject({
        kind: 'admitted',
        caller: { kind: 'session', account: { id: 'person of one', kind: 'person' } },
        allowance: { limit: 3_000, remaining: 2_999 },
      })
      expect(await admitAs(`__Secure-${cookie}`, true)).toMatchObject({ kind: 'admitted' })
    })

    test('with a wrong signature is refused without a query', async () => {
      const cookie = await signedIn('two')
      const forged = [
        cookieOf('two', 'another secret'),
        'plat.session_token=two',
        'plat.session_token=two.',
        'plat.session_token=.',
        'plat.session_token=%E0%A4%A',
        cookie.replace('two', 'owt'),
      ]
      for (const each of forged)
        expect(await admitAs(each), each).toEqual({ kind: 'refused', why: 'unknown' })
      for (const none of ['', 'theme=dark', 'x.plat.session_token=two'])
        expect(await admitAs(none), none).toEqual({ kind: 'refused', why: 'missing' })
      expect(statements).toEqual([])
    })

    test('is refused once it was signed out, and once it has expired', async () => {
      const cookie = await signedIn('three')
      expect(await admitAs(cookie)).toMatchObject({ kind: 'admitted' })
      now_ms += DAY_MS
      expect(await admitAs(cookie)).toEqual({ kind: 'refused', why: 'expired' })
      now_ms -= DAY_MS
      await database.tables.delete(session).where(eq(session.token, 'three'))
      gate.forget()
      expect(await admitAs(cookie)).toEqual({ kind: 'refused', why: 'unknown' })
    })
  })

  describe('a database that does not answer', () => {
    test('admits nobody but whom it has vouched for in the last two seconds', async () => {
      const { key } = await made()
      const other = await made()
      await admit(key)
      failure = new Error('Connection terminated unexpectedly')
      expect(await admit(key)).toMatchObject({ kind: 'admitted' })
      await expect(admit(other.key)).rejects.toThrow(AccountsGone)
      gate.forget()
      await expect(admit(key)).rejects.toThrow(AccountsGone)
      // It was not counted as a guess.
      failure = null
      expect(await admit(key)).toMatchObject({ kind: 'admitted' })
    })
  })
})
