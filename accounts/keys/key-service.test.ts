import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { onEachEngine, onOneEngine } from '../../tests/accounts/accounts-on.ts'
import { isLongRun } from '../../tests/long-run.ts'
import type { Database } from '../database/database.ts'
import { apikey, member, organization, user } from '../database/schema.ts'
import type { NewKey } from './add-key.ts'
import { hashOf, prefixOf } from './key-format.ts'
import type { KeyRefusal } from './key-refusal.ts'
import { KeyService } from './key-service.ts'

const onEngines = isLongRun ? onEachEngine : onOneEngine

const DAY_MS = 86_400_000
/** Rounds of first keys at once, where connections race: PGlite has one. */
const ROUNDS = { PostgreSQL: 40, PGlite: 1 }
const AT_ONCE = 8

onEngines((engine) => {
  let database: Database
  let service: KeyService
  let changes = 0

  beforeAll(async () => {
    database = await engine.database()
    service = new KeyService(database, () => changes++)
    const { tables } = database
    await tables
      .insert(user)
      .values(
        ['ada', 'bo', 'cy', 'dot'].map((id) => ({ id, name: id, email: `${id}@example.com` })),
      )
    await tables.insert(organization).values({ id: 'acme', name: 'Acme', slug: 'acme' })
    await tables.insert(member).values([
      { id: 'm1', organizationId: 'acme', userId: 'ada', role: 'owner' },
      { id: 'm2', organizationId: 'acme', userId: 'bo', role: 'admin' },
      { id: 'm3', organizationId: 'acme', userId: 'cy', role: 'member' },
    ])
  })

  const refusal = (promise: Promise<unknown>) =>
    promise.then(
      () => 'no refusal',
      (error: KeyRefusal) => error.reason,
    )

  test('a map key reads what is public, and only its hash is stored', async () => {
    const { key, row } = await service.create({
      kind: 'map',
      name: 'laptop',
      owner: { user: 'ada' },
    })
    expect(prefixOf(key)).toBe('sk_map_')
    expect(row).toMatchObject({
      kind: 'map',
      name: 'laptop',
      start: key.slice(0, 11),
      workspace: { kind: 'personal', id: 'ada', name: 'ada' },
      scopes: ['read:public'],
      expires_at: null,
      last_used_at: null,
      status: 'active',
    })
    const [stored] = await database.tables.select().from(apikey).where(eq(apikey.id, row.id))
    expect(stored.key).toBe(hashOf(key))
    expect(JSON.stringify(stored)).not.toContain(key.slice(12))
  })

  test('an Architect key has the scopes that were chosen, and editing where none were', async () => {
    const owner = { user: 'ada' }
    const scopes = ['projects:publish' as const, 'projects:download' as const]
    const chosen = await service.create({ kind: 'architect', name: 'a', owner, scopes })
    expect(prefixOf(chosen.key)).toBe('sk_arch_')
    expect(chosen.row.scopes).toEqual(scopes)
    const plain = await service.create({ kind: 'architect', name: 'b', owner })
    expect(plain.row.scopes).toEqual(['projects:edit'])
  })

  test("an organization's key is made by its owners and admins, and by no member", async () => {
    const make = (by: string, organization = 'acme') =>
      service.create({ kind: 'architect', name: by, owner: { organization, by } })
    const { row } = await make('ada')
    expect(row.workspace).toEqual({ kind: 'organization', id: 'acme', name: 'Acme' })
    expect((await make('bo')).row.status).toBe('active')
    expect(await refusal(make('cy'))).toBe('not_manager')
    expect(await refusal(make('dot'))).toBe('no_owner')
    expect(await refusal(make('ada', 'nowhere'))).toBe('no_owner')
  })

  test('the operator has an account of its own, made on first need', async () => {
    const made = await Promise.all(
      ['one', 'two'].map((name) =>
        service.create({ kind: 'map', name, owner: { operator: true } }),
      ),
    )
    expect(made.map(({ row }) => row.workspace.id)).toEqual(['operator', 'operator'])
    const listed = await service.list({ operator: true })
    expect(listed.map(({ name }) => name).sort()).toEqual(['one', 'two'])
  })

  if (isLongRun)
    test('first keys of the operator that are made at once all find its account', async () => {
      const rounds = engine.name === 'PostgreSQL' ? ROUNDS.PostgreSQL : ROUNDS.PGlite
      for (let round = 0; round < rounds; round++) {
        await database.tables.delete(apikey).where(eq(apikey.userId, 'operator'))
        await database.tables.delete(user).where(eq(user.id, 'operator'))
        const owner = { operator: true } as const
        await Promise.all(
          Array.from({ length: AT_ONCE }, () => service.create({ kind: 'map', name: 'x', owner })),
        )
        expect(await service.list(owner)).toHaveLength(AT_ONCE)
      }
    })

  test.each<[string, Partial<NewKey>, string]>([
    ['a blank name', { name: '  ' }, 'wrong_name'],
    ['a name that colours a terminal', { name: 'a\u001b[31mred' }, 'wrong_name'],
    ['a name of 81 characters', { name: 'x'.repeat(81) }, 'wrong_name'],
    ['a scope of another kind', { scopes: ['projects:edit'] }, 'wrong_scopes'],
    ['no scope at all', { scopes: [] }, 'wrong_scopes'],
    ['an expiry of no days', { expires_in_days: 0 }, 'wrong_expiry'],
    ['an expiry past 366 days', { expires_in_days: 367 }, 'wrong_expiry'],
    ['half a day', { expires_in_days: 1.5 }, 'wrong_expiry'],
    ['an owner who is not there', { owner: { user: 'nobody' } }, 'no_owner'],
    ['an organization', { owner: { organization: 'acme', by: 'ada' } }, 'wrong_kind'],
  ])('a map key is refused for %s', async (_what, wrong, reason) => {
    const wanted: NewKey = { kind: 'map', name: 'x', owner: { user: 'ada' }, ...wrong }
    expect(await refusal(service.create(wanted))).toBe(reason)
  })

  test('a key expires on its day, and is listed as expired', async () => {
    const made = new Date('2026-01-01T00:00:00Z')
    const wanted = { kind: 'map' as const, name: 'x', owner: { user: 'dot' }, expires_in_days: 30 }
    const { row } = await service.create(wanted, made)
    expect(row.expires_at).toEqual(new Date('2026-01-31T00:00:00Z'))
    const statusAt = async (now: Date) =>
      (await service.list({ user: 'dot' }, now)).find(({ id }) => id === row.id)?.status
    expect(await statusAt(new Date(made.getTime() + 30 * DAY_MS - 1))).toBe('active')
    expect(await statusAt(new Date(made.getTime() + 30 * DAY_MS))).toBe('expired')
    await service.revoke(row.id, { user: 'dot' })
  })

  describe('revoking', () => {
    const keyOf = async (owner: NewKey['owner']) =>
      (await service.create({ kind: 'architect', name: 'x', owner })).row.id

    test('leaves the row, calls `onChange`, and may be repeated', async () => {
      const id = await keyOf({ user: 'bo' })
      const before = changes
      expect((await service.revoke(id, { user: 'bo' })).status).toBe('revoked')
      expect(changes).toBe(before + 1)
      expect((await service.revoke(id, { user: 'bo' })).status).toBe('revoked')
      expect((await service.list({ user: 'bo' })).find((row) => row.id === id)?.status).toBe(
        'revoked',
      )
    })

    test("somebody else's key looks like a missing one", async () => {
      const id = await keyOf({ user: 'ada' })
      expect(await refusal(service.revoke(id, { user: 'bo' }))).toBe('no_key')
      expect(await refusal(service.revoke('key_none', { user: 'bo' }))).toBe('no_key')
      expect(await refusal(service.revoke('key_none', 'any'))).toBe('no_key')
      expect((await service.revoke(id, 'any')).status).toBe('revoked')
    })

    test("an organization's key falls by any of its managers, and by no member", async () => {
      const id = await keyOf({ organization: 'acme', by: 'ada' })
      expect(await refusal(service.revoke(id, { user: 'cy' }))).toBe('not_manager')
      expect(await refusal(service.revoke(id, { user: 'dot' }))).toBe('no_key')
      expect((await service.revoke(id, { user: 'bo' })).status).toBe('revoked')
    })
  })

  test('a list has the own keys and those of organizations one manages, newest first', async () => {
    const at = (hour: number) => new Date(Date.UTC(2026, 1, 1, hour))
    const { tables } = database
    await tables.insert(user).values({ id: 'eve', name: 'Eve', email: 'eve@example.com' })
    await tables.insert(member).values({ id: 'm4', organizationId: 'acme', userId: 'eve' })
    const make = (name: string, hour: number) =>
      service.create({ kind: 'map', name, owner: { user: 'eve' } }, at(hour))
    await make('first', 1)
    await make('second', 2)
    expect((await service.list({ user: 'eve' })).map(({ name }) => name)).toEqual([
      'second',
      'first',
    ])
    await tables.update(member).set({ role: 'member,admin' }).where(eq(member.id, 'm4'))
    const names = (await service.list({ user: 'eve' })).map(({ workspace }) => workspace.kind)
    expect(names).toContain('organization')
    const all = await service.list('all')
    expect(all.length).toBeGreaterThan(names.length)
  })

  test('an owner has at most 50 working keys, however many are requested at once', async () => {
    await database.tables.insert(user).values({ id: 'fay', name: 'F', email: 'fay@example.com' })
    const make = () => service.create({ kind: 'map', name: 'x', owner: { user: 'fay' } })
    const made = await Promise.allSettled(Array.from({ length: 60 }, make))
    expect(made.filter(({ status }) => status === 'fulfilled').length).toBe(50)
    expect(await refusal(make())).toBe('too_many')
    const [first] = await service.list({ user: 'fay' })
    await service.revoke(first.id, { user: 'fay' })
    expect(await refusal(make())).toBe('no refusal')
  })

  test('200 dead keys are stored, and the oldest are deleted', async () => {
    const { tables } = database
    await tables.insert(user).values({ id: 'gus', name: 'G', email: 'gus@example.com' })
    await tables.insert(apikey).values(
      Array.from({ length: 205 }, (_, i) => ({
        id: `old_${i}`,
        configId: 'map',
        key: `hash ${i}`,
        referenceId: 'gus',
        enabled: false,
        createdAt: new Date(Date.UTC(2020, 0, 1, 0, i)),
      })),
    )
    await service.create({ kind: 'map', name: 'new', owner: { user: 'gus' } })
    const ids = (await service.list({ user: 'gus' })).map(({ id }) => id)
    expect(ids.length).toBe(201)
    expect(ids.at(-1)).toBe('old_5')
  })

  test('no key outlives its owner, however the owner is deleted', async () => {
    const { tables } = database
    await tables.insert(user).values({ id: 'hal', name: 'H', email: 'hal@example.com' })
    await service.create({ kind: 'map', name: 'x', owner: { user: 'hal' } })
    await service.create({
      kind: 'architect',
      name: 'x',
      owner: { organization: 'acme', by: 'ada' },
    })
    const rest = async () =>
      tables
        .select({ id: apikey.id })
        .from(apikey)
        .where(sql`${apikey.referenceId} IN ('hal', 'acme')`)
    expect((await rest()).length).toBeGreaterThan(1)
    await tables.delete(user).where(eq(user.id, 'hal'))
    await tables.delete(organization).where(eq(organization.id, 'acme'))
    expect(await rest()).toEqual([])
  })
})
