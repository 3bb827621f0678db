import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { claimCodeHash } from '../../accounts/agents/claim-code.ts'
import { agentClaim, user } from '../../accounts/database/schema.ts'
import type { AccountBrowser } from '../../tests/accounts/account-browser.ts'
import { onEachEngine, onEmbeddedEngine } from '../../tests/accounts/accounts-on.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { AgentGround, PROFILE } from '../../tests/projects/agent-ground.ts'
import { ProjectsService } from '../../tests/projects/projects-service.ts'

const onEngines = isLongRun ? onEachEngine : onEmbeddedEngine

onEngines((engine) => {
  let service: ProjectsService
  let ground: AgentGround
  let ada: AccountBrowser
  let bob: AccountBrowser
  beforeAll(async () => {
    service = await ProjectsService.open(engine)
    ground = new AgentGround(service)
    ada = await ground.person('ada')
    bob = await ground.person('bob')
  })
  afterAll(() => service?.close())

  const look = (person: AccountBrowser, code: string) =>
    person.post('/api/account/agents/claim', { code })
  const claim = (person: AccountBrowser, code: string) =>
    person.post('/api/account/agents', { code })
  const agentsOf = async (person: AccountBrowser) =>
    (await person.get('/api/account/agents')).body.data as { id: string }[]

  test('a code is readable, valid for 15 minutes, stored as its hash, and leads to the dialog', async () => {
    const made = await ground.register()
    const before = Date.now()
    const answer = await ground.send('claim/start', { payload: {}, key: made.apiKey })
    const { code, expiresAt, claimUrl } = answer.json()
    expect(Object.keys(answer.json())).toEqual(['code', 'expiresAt', 'claimUrl'])
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(code).toMatch(/^([2-9A-HJ-NP-Z]{4}-){2}[2-9A-HJ-NP-Z]{4}$/)
    expect(Math.abs(Date.parse(expiresAt) - before - 15 * 60_000)).toBeLessThan(30_000)
    expect(claimUrl).toBe('http://plat.example/projects#claim-agent')
    const rows = await service.accounts.database.tables.select().from(agentClaim)
    expect(rows.map(({ codeHash }) => codeHash)).toContain(claimCodeHash(code))
    expect(JSON.stringify(rows)).not.toContain(code.replaceAll('-', ''))
  })

  test('a person sees the agent before they confirm, in whatever way the code is typed', async () => {
    const made = await ground.register({ purpose: 'Draws <b>barns</b>' })
    const { code } = await ground.code(made.apiKey)
    const typed = ` ${code.toLowerCase().replaceAll('-', ' ')} `
    const seen = await look(ada, typed)
    expect([seen.status, seen.body]).toEqual([
      200,
      {
        object: 'agent',
        id: made.agentId,
        ...PROFILE,
        purpose: 'Draws <b>barns</b>',
        created_at: expect.any(String),
      },
    ])
    expect(await agentsOf(ada)).toEqual([])
    expect((await claim(ada, typed)).status).toBe(201)
    expect(await agentsOf(ada)).toMatchObject([
      { id: made.agentId, claimed_at: expect.any(String) },
    ])
    expect(await agentsOf(bob)).toEqual([])
  })

  test('claiming gives neither side the work of the other, and moves nothing', async () => {
    const made = await ground.register()
    await claim(ada, (await ground.code(made.apiKey)).code)
    const { tables } = service.accounts.database
    const [{ id }] = await tables.select().from(user).where(eq(user.email, 'ada@example.com'))
    const person = await service.keyOf(id)
    const theirs = await service.project({ name: 'Theirs' }, person)
    const { starterProjectId: own } = made
    const projects = async (key: string) =>
      (await service.json('/api/scenes', { key })).scenes.map((each: { id: string }) => each.id)
    expect(await projects(person)).toEqual([theirs])
    expect(await projects(made.apiKey)).toEqual([own])
    for (const [key, foreign] of [
      [person, own],
      [made.apiKey, theirs],
    ]) {
      expect((await service.send(foreign, { key })).statusCode).toBe(404)
      const edit = { key, payload: { operations: [] } }
      expect((await service.send(`${foreign}/operations`, edit)).statusCode).toBeOneOf([400, 404])
      expect((await service.send(`${foreign}/scene`, { key })).statusCode).toBe(404)
    }
    const keys = (await ada.get('/api/account/keys')).body.data
    expect(keys.map(({ workspace }: { workspace: { id: string } }) => workspace.id)).not.toContain(
      made.userId,
    )
    const status = await ground.send('status', { key: made.apiKey })
    expect(status.body).not.toMatch(new RegExp(`ada|${id}`))
  })

  test('unknown, used, superseded and expired codes are answered alike', async () => {
    const made = await ground.register()
    const { code: superseded } = await ground.code(made.apiKey)
    const { code: expired } = await ground.code(made.apiKey)
    const other = await ground.register()
    const { code: used } = await ground.code(other.apiKey)
    expect((await claim(bob, used)).status).toBe(201)
    await service.accounts.database.tables
      .update(agentClaim)
      .set({ expiresAt: new Date(Date.now() - 1_000) })
      .where(eq(agentClaim.agentId, made.agentId))
    const guesser = await ground.person('eve')
    const answers = []
    for (const code of ['2222-2222-2222', 'x', superseded, expired, used])
      for (const enter of [look, claim]) {
        const { status, body } = await enter(guesser, code)
        const { request_id: _, ...error } = body.error
        answers.push({ status, error })
      }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toMatchObject({ status: 404, error: { param: 'code' } })
    expect(await agentsOf(bob)).toHaveLength(1)
  })

  test('of two people who enter a code at once exactly one has the agent', async () => {
    const people = [ada, bob, await ground.person('racer')]
    for (let i = 0; i < 3; i++) {
      const before = (await Promise.all(people.map(agentsOf))).flat().length
      const made = await ground.register()
      const { code } = await ground.code(made.apiKey)
      const statuses = await Promise.all(
        people.map(async (each) => (await claim(each, code)).status),
      )
      expect(statuses.sort()).toEqual([201, 404, 404])
      const found = await Promise.all(people.map(agentsOf))
      expect(found.flat()).toHaveLength(before + 1)
      const again = await ground.send('claim/start', { payload: {}, key: made.apiKey })
      expect([again.statusCode, again.json().error.code]).toEqual([409, 'agent_claimed'])
    }
  })

  test('two requests at once leave one code that works', async () => {
    const made = await ground.register()
    const codes = await Promise.all([ground.code(made.apiKey), ground.code(made.apiKey)])
    const statuses = []
    for (const { code } of codes) statuses.push((await claim(ada, code)).status)
    expect(statuses.sort()).toEqual([201, 404])
  })

  test('an agent is released by its own person alone, and may be claimed again', async () => {
    const made = await ground.register()
    await claim(ada, (await ground.code(made.apiKey)).code)
    const path = `/api/account/agents/${made.agentId}`
    expect((await bob.delete(path)).status).toBe(404)
    expect((await ada.delete(path)).status).toBe(200)
    expect((await ada.delete(path)).status).toBe(404)
    expect((await claim(bob, (await ground.code(made.apiKey)).code)).status).toBe(201)
  })

  test('the agent of a deleted person is unclaimed, and goes on', async () => {
    const made = await ground.register()
    const leaver = await ground.person('leaver')
    await claim(leaver, (await ground.code(made.apiKey)).code)
    await service.accounts.database.tables.delete(user).where(eq(user.email, 'leaver@example.com'))
    const status = await ground.send('status', { key: made.apiKey })
    expect([status.statusCode, status.json().claimState]).toEqual([200, 'unclaimed'])
  })

  test('codes that a person enters, and those that an agent requests, are limited', async () => {
    const guesser = await ground.person('guesser')
    const made = await ground.register()
    const statuses: number[] = []
    for (let i = 0; i < 21; i++) statuses.push((await look(guesser, `guess-${i}`)).status)
    expect(statuses).toEqual([...Array(20).fill(404), 429])
    const limited = await guesser.request('POST', '/api/account/agents', { code: 'x' })
    expect(new Map(limited.headers).get('retry-after')).toMatch(/^\d+$/)
    for (let i = 0; i < 20; i++) await ground.code(made.apiKey)
    const answer = await ground.send('claim/start', { payload: {}, key: made.apiKey })
    expect([answer.statusCode, answer.json().error.code]).toEqual([429, 'rate_limit_exceeded'])
  })

  test('requests of others than the signed-in person on the own page are refused', async () => {
    const made = await ground.register()
    const { code } = await ground.code(made.apiKey)
    const nobody = await ground.person('nobody')
    nobody.cookies.clear()
    for (const path of ['/api/account/agents', '/api/account/agents/claim'])
      expect((await nobody.post(path, { code })).status).toBe(401)
    expect((await nobody.get('/api/account/agents')).status).toBe(401)
    const elsewhere = { origin: 'https://evil.example' }
    const foreign = await ada.request('POST', '/api/account/agents', { code }, elsewhere)
    expect(foreign.status).toBe(403)
    for (const body of [{}, { code: 7 }, { code: '' }, { code: 'x'.repeat(41) }, { code, more: 1 }])
      expect((await ada.post('/api/account/agents', body)).status).toBe(400)
    expect((await ada.request('DELETE', '/api/account/agents')).status).toBe(405)
    expect((await claim(ada, code)).status).toBe(201)
  })

  test('expired codes are swept, and open ones stay', async () => {
    const [old, fresh] = [await ground.register(), await ground.register()]
    await ground.code(old.apiKey)
    const { tables } = service.accounts.database
    const isOld = eq(agentClaim.agentId, old.agentId)
    await tables
      .update(agentClaim)
      .set({ expiresAt: new Date(0) })
      .where(isOld)
    const { code } = await ground.code(fresh.apiKey)
    await service.store.sweep()
    const left = await tables.select().from(agentClaim)
    expect(left.map(({ agentId }) => agentId)).not.toContain(old.agentId)
    expect((await look(bob, code)).status).toBe(200)
    expect(service.failures).toEqual([])
  })
})
