import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHEAP_HASH, onEachEngine, onOneEngine } from '../../tests/accounts/accounts-on.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { CredentialGate } from '../admission/credential-gate.ts'
import type { Database } from '../database/database.ts'
import { account, user } from '../database/schema.ts'
import { MemoryLimits } from '../limits/memory-limits.ts'
import { hashPassword } from '../people/password-hash.ts'
import { People } from '../people/people.ts'
import { createAgent, type NewAgent, requireAgent } from './agents.ts'

const onEngines = isLongRun ? onEachEngine : onOneEngine

const SECRET = 'a secret of tests, which signs no session but theirs'

onEngines((engine) => {
  let database: Database
  let gate: CredentialGate
  beforeAll(async () => {
    database = await engine.database()
    gate = new CredentialGate({ database, limits: new MemoryLimits(), secret: SECRET })
  })
  afterAll(() => gate.close())

  const make = (made: Partial<NewAgent> = {}) =>
    database.tables.transaction((tx) =>
      createAgent(tx, { name: 'Mason', purpose: 'Walls', client: 'tests', ...made }),
    )

  test('an agent has an account of its kind and plan, and an Architect key that works', async () => {
    const agent = await make({ plan: 'pro' })
    expect(agent.row.workspace).toEqual({ kind: 'personal', id: agent.userId, name: 'Mason' })
    const admission = await gate.admit({ kind: 'key', key: agent.key }, 'projects:edit', '::1')
    expect(admission).toMatchObject({ kind: 'admitted', caller: agent.caller })
    expect(agent.caller).toMatchObject({
      account: { id: agent.userId, kind: 'agent' },
      plan: 'pro',
      scopes: ['projects:edit', 'projects:publish', 'projects:download'],
    })
    const map = await gate.admit({ kind: 'key', key: agent.key }, 'read:public', '::1')
    expect(map.kind).toBe('forbidden')
    expect(await requireAgent(database.tables, agent.userId)).toBe(agent.agentId)
  })

  test('an agent that cannot have its key is not made', async () => {
    const before = await database.tables.$count(user)
    await expect(make({ name: ' ' })).rejects.toMatchObject({ reason: 'wrong_name' })
    expect(await database.tables.$count(user)).toBe(before)
  })

  test('an agent never signs in, not even with a password', async () => {
    const { userId: id } = await make()
    const [{ email }] = await database.tables.select().from(user).where(eq(user.id, id))
    const password = await hashPassword('a password', CHEAP_HASH)
    const row = { id: 'x', userId: id, accountId: id, providerId: 'credential', password }
    await database.tables.insert(account).values(row)
    const people = new People(database, {
      secret: SECRET,
      mustVerify: false,
      hashCost: CHEAP_HASH,
      post: () => {},
    })
    const origin = 'http://maps.test'
    const headers = { origin, 'content-type': 'application/json' }
    const body = JSON.stringify({ email, password: 'a password' })
    const change = people.change({
      request: new Request(`${origin}/api/auth/sign-in/email`, { method: 'POST', headers, body }),
      subject: { email },
      claim: { deadline_ms: Infinity, claimants: [] },
    })
    const answer = await change.catch((error) => ({
      status: error.statusCode,
      headers: new Headers(),
    }))
    expect(answer.status).toBe(403)
    expect(answer.headers.getSetCookie()).toEqual([])
  })
})
