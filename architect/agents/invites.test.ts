import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agent, agentInvite, member, user } from '../../accounts/database/schema.ts'
import { hashOf } from '../../accounts/keys/key-format.ts'
import type { AccountBrowser } from '../../tests/accounts/account-browser.ts'
import { onEachEngine, onEmbeddedEngine } from '../../tests/accounts/accounts-on.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { AgentGround } from '../../tests/projects/agent-ground.ts'
import { ProjectsService } from '../../tests/projects/projects-service.ts'
import { project } from '../store/schema.ts'

const onEngines = isLongRun ? onEachEngine : onEmbeddedEngine

onEngines((engine) => {
  let service: ProjectsService
  let ground: AgentGround
  let owner: AccountBrowser
  let organizationId: string
  /** A project of the organization. */
  let shared: string
  /** A member of the organization who does not manage it. */
  let member1: AccountBrowser
  beforeAll(async () => {
    service = await ProjectsService.open(engine)
    ground = new AgentGround(service)
    ;({ owner, organizationId } = await ground.organization('works'))
    const id = await idOf('owner-of-works@example.com')
    shared = await service.project({ organizationId }, await service.keyOf(id))
    member1 = await ground.person('member')
    await tables()
      .insert(member)
      .values({
        id: 'm1',
        organizationId,
        userId: await idOf('member@example.com'),
        role: 'member',
      })
  })
  afterAll(() => service?.close())

  const tables = () => service.accounts.database.tables
  const idOf = async (email: string) =>
    (await tables().select().from(user).where(eq(user.email, email)))[0].id
  const invite = (wanted: object = {}) =>
    ground.invite(owner, { organization_id: organizationId, ...wanted })
  const redeem = async (payload: unknown, key: string | null = null) => {
    const answer = await ground.send('invites/redeem', { payload, key })
    return { status: answer.statusCode, body: answer.json() }
  }
  const open = async (person: AccountBrowser) =>
    (await person.get('/api/account/agent-invites')).body.data as Record<string, unknown>[]
  const status = async (key: string) => (await ground.send('status', { key })).json()

  test('an invite is shown once, stored as its hash, and listed without its token', async () => {
    const made = await invite({ name: 'Drafting', expires_in_days: 3 })
    expect(made).toMatchObject({
      object: 'agent_invite',
      name: 'Drafting',
      organization: { id: organizationId, name: 'works' },
      scopes: ['projects:edit'],
      token: expect.stringMatching(/^invite_\w{40}$/),
      url: `http://maps.test:8080/projects#agent-invite=${made.token}`,
    })
    const [listed] = await open(owner)
    const { token: _, url: __, ...shown } = made
    expect(listed).toEqual(shown)
    const life = Date.parse(`${listed.expires_at}`) - Date.parse(`${listed.created_at}`)
    expect(life).toBe(3 * 86_400_000)
    expect(JSON.stringify(await tables().select().from(agentInvite))).not.toContain(made.token)
    expect((await member1.get('/api/account/agent-invites')).body.data).toEqual([])
    const path = `/api/account/agent-invites/${made.id}`
    expect((await member1.delete(path)).status).toBe(404)
    expect((await owner.delete(path)).status).toBe(200)
    expect(await open(owner)).toEqual([])
    expect((await redeem({ invite: made.token })).body.error.code).toBe('invite_not_found')
  })

  test('only managers make invites, with fields that fit', async () => {
    const post = async (person: AccountBrowser, body: object) =>
      (await person.post('/api/account/agent-invites', body)).status
    const good = { organization_id: organizationId, name: 'x' }
    expect(await post(member1, good)).toBe(403)
    expect(await post(await ground.person('stranger'), good)).toBe(404)
    for (const wrong of [
      { name: '' },
      { organization_id: 7 },
      { scopes: ['read:public'] },
      { scopes: ['projects:publish'] },
      { scopes: [] },
      { expires_in_days: 0 },
      { expires_in_days: 31 },
      { expires_in_days: 1.5 },
      { more: 1 },
    ])
      expect([wrong, await post(owner, { ...good, ...wrong })]).toEqual([wrong, 400])
    // Not with a key: a manager who is signed in.
    const key = await service.keyOf(await idOf('owner-of-works@example.com'))
    const headers = { authorization: `Bearer ${key}`, cookie: null }
    const byKey = await owner.request('POST', '/api/account/agent-invites', good, headers)
    expect(byKey.status).toBe(401)
    expect(await open(owner)).toEqual([])
  })

  test('without a key another agent is made, with an own key and one of the organization', async () => {
    const { token, url } = await invite({ scopes: ['projects:edit', 'projects:publish'] })
    const { status: code, body } = await redeem({ invite: url, name: 'Guest', client: 'tests' })
    expect([code, body]).toEqual([
      201,
      {
        userId: expect.stringMatching(/^user_/),
        agentId: expect.stringMatching(/^agent_/),
        apiKey: expect.stringMatching(/^sk_arch_/),
        starterProjectId: expect.stringMatching(/^prj_/),
        organization: { id: organizationId, name: 'works' },
        organizationApiKey: expect.stringMatching(/^sk_arch_/),
        scopes: ['projects:edit', 'projects:publish'],
      },
    ])
    const { agentId } = body
    expect(await status(body.apiKey)).toEqual({
      agentId,
      mode: 'autonomous',
      claimState: 'unclaimed',
      isOrganizationScoped: false,
    })
    expect(await status(body.organizationApiKey)).toEqual({
      agentId,
      mode: 'delegated',
      claimState: 'unclaimed',
      isOrganizationScoped: true,
    })
    expect((await redeem({ invite: token })).status).toBe(404)
    const [{ name }] = await tables().select().from(user).where(eq(user.id, body.userId))
    expect(name).toBe('Guest')
  })

  test('with its key an agent stays who it is', async () => {
    const made = await ground.register()
    const { body } = await redeem({ invite: (await invite()).token, name: 'Ignored' }, made.apiKey)
    expect(body).toMatchObject({
      userId: made.userId,
      agentId: made.agentId,
      apiKey: null,
      starterProjectId: null,
    })
    const again = await redeem({ invite: (await invite()).token }, body.organizationApiKey)
    expect(again.body).toMatchObject({ agentId: made.agentId, apiKey: null })
    const [{ name }] = await tables().select().from(user).where(eq(user.id, made.userId))
    expect(name).toBe('Mason')
  })

  test('each key reaches the projects of its own workspace alone', async () => {
    const { apiKey, starterProjectId, organizationApiKey } = await ground.redeem(
      (await invite()).token,
      null,
    )
    const lists = async (key: string) =>
      (await service.json('/api/scenes', { key })).scenes.map((each: { id: string }) => each.id)
    expect(await lists(apiKey!)).toEqual([starterProjectId])
    expect(await lists(organizationApiKey)).toEqual([shared])
    const { owner: other, organizationId: elsewhere } = await ground.organization('elsewhere')
    const otherKey = (
      await ground.redeem(
        (
          await ground.invite(other, { organization_id: elsewhere })
        ).token,
        apiKey,
      )
    ).organizationApiKey
    expect(await lists(otherKey)).toEqual([])
    for (const [key, foreign] of [
      [apiKey!, shared],
      [organizationApiKey, starterProjectId!],
      [otherKey, shared],
      [otherKey, starterProjectId!],
    ]) {
      expect((await service.send(foreign, { key })).statusCode).toBe(404)
      expect((await service.send(`${foreign}/scene`, { key })).statusCode).toBe(404)
    }
    // The scopes of the invite are those of the key.
    const publish = { key: organizationApiKey, payload: {} }
    const refused = await service.send(`${shared}/publish`, publish)
    expect([refused.statusCode, refused.json().error.code]).toEqual([403, 'insufficient_scope'])
    const wanted = { name: 'For others', organizationId: elsewhere }
    const moved = await service.send('/api/scenes', { key: organizationApiKey, payload: wanted })
    expect(moved.statusCode).toBe(404)
  })

  test('managers see the key among those of the organization, and revoke it; the own one stays', async () => {
    const { apiKey, organizationApiKey } = await ground.redeem(
      (await invite({ name: 'To revoke' })).token,
      null,
    )
    const { data } = (await owner.get('/api/account/keys')).body
    const row = data.find(({ name }: { name: string }) => name === 'To revoke')
    expect(row).toMatchObject({
      start: organizationApiKey.slice(0, 12),
      workspace: { kind: 'organization', id: organizationId },
      agent: { name: 'To revoke' },
    })
    expect((await owner.delete(`/api/account/keys/${row.id}`)).status).toBe(200)
    expect((await ground.send('status', { key: organizationApiKey })).statusCode).toBe(401)
    expect((await status(apiKey!)).mode).toBe('autonomous')
  })

  test('of several who redeem an invite at once exactly one gets the key', async () => {
    for (const isKnown of [false, true]) {
      const { token } = await invite()
      const keys = isKnown
        ? [(await ground.register()).apiKey, (await ground.register()).apiKey]
        : [null, null, null]
      const before = await Promise.all([tables().$count(agent), tables().$count(project)])
      const answers = await Promise.all(keys.map((key) => redeem({ invite: token }, key)))
      const lost = Array(keys.length - 1).fill(404)
      expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...lost])
      const after = await Promise.all([tables().$count(agent), tables().$count(project)])
      expect(after).toEqual(isKnown ? before : before.map((rows) => rows + 1))
    }
  })

  test('an invite ends by its time, with the role of its maker, and with the organization', async () => {
    const { token: expired } = await invite()
    const isIt = eq(agentInvite.tokenHash, hashOf(expired))
    await tables()
      .update(agentInvite)
      .set({ expiresAt: new Date(0) })
      .where(isIt)
    expect((await redeem({ invite: expired })).body.error.code).toBe('invite_not_found')
    expect(await open(owner)).toEqual([])
    await service.store.sweep()
    expect(await tables().$count(agentInvite)).toBe(0)

    const userId = await idOf('member@example.com')
    const isMember = and(eq(member.userId, userId), eq(member.organizationId, organizationId))
    await tables().update(member).set({ role: 'admin' }).where(isMember)
    const { token } = await ground.invite(member1, { organization_id: organizationId })
    await tables().update(member).set({ role: 'member' }).where(isMember)
    const agents = await tables().$count(agent)
    expect((await redeem({ invite: token })).body.error.code).toBe('invite_not_found')
    expect(await tables().$count(agent)).toBe(agents)
    // Nothing was used up: with the role it works.
    await tables().update(member).set({ role: 'admin' }).where(isMember)
    expect((await redeem({ invite: token })).status).toBe(201)

    const { owner: leaver, organizationId: gone } = await ground.organization('gone')
    const last = await ground.invite(leaver, { organization_id: gone })
    await leaver.post('/api/auth/organization/delete', { organizationId: gone })
    expect((await redeem({ invite: last.token })).status).toBe(404)
  })

  test('an organization with all its keys refuses, and the invite stays', async () => {
    const { owner: full, organizationId: id } = await ground.organization('full')
    const { token } = await ground.invite(full, { organization_id: id })
    const by = await idOf('owner-of-full@example.com')
    const keys: string[] = []
    for (let i = 0; i < 50; i++) {
      const wanted = { kind: 'architect', name: `${i}`, owner: { organization: id, by } } as const
      keys.push((await service.accounts.keys.create(wanted)).row.id)
    }
    const agents = await tables().$count(agent)
    const refused = await redeem({ invite: token })
    expect([refused.status, refused.body.error.code]).toEqual([422, 'limit_exceeded'])
    expect(await tables().$count(agent)).toBe(agents)
    await service.accounts.keys.revoke(keys[0], 'any')
    expect((await redeem({ invite: token })).status).toBe(201)
  })

  test('faulty redemptions are refused, use nothing up, and make nobody', async () => {
    const { token } = await invite()
    const agents = await tables().$count(agent)
    const person = service.key
    const session = { cookie: owner.cookie, host: 'maps.test:8080', origin: owner.origin }
    for (const [payload, key, code] of [
      [{}, null, 'invalid_input'],
      [{ invite: 7 }, null, 'invalid_input'],
      [{ invite: '' }, null, 'invalid_input'],
      [{ invite: 'x'.repeat(2_001) }, null, 'invalid_input'],
      [{ invite: token, plan: 'pro' }, null, 'invalid_input'],
      [{ invite: token, name: ['x'] }, null, 'invalid_input'],
      [{ invite: `${token}x` }, null, 'invite_not_found'],
      [{ invite: 'https://plat.example/projects#agent-invite=' }, null, 'invite_not_found'],
      [{ invite: token }, person, 'agent_required'],
      [{ invite: token }, 'sk_arch_unknown', 'invalid_api_key'],
    ] as const) {
      const refused = await redeem(payload, key)
      expect([payload, refused.body.error?.code]).toEqual([payload, code])
    }
    const large = { payload: { invite: 'x'.repeat(10_000_000) }, key: null }
    expect((await ground.send('invites/redeem', large)).statusCode).toBe(413)
    const bySession = { payload: { invite: token }, key: null, headers: session }
    const refused = await ground.send('invites/redeem', bySession)
    expect([refused.statusCode, refused.json().error.code]).toEqual([403, 'agent_required'])
    expect(await tables().$count(agent)).toBe(agents)
    expect((await redeem({ invite: token })).status).toBe(201)
  })

  test('tries of one address are limited', async () => {
    const sent = { payload: { invite: 'x' }, key: null, remoteAddress: '203.0.113.7' }
    const statuses = []
    for (let i = 0; i < 31; i++)
      statuses.push((await service.send('/api/auth/agent/invites/redeem', sent)).statusCode)
    expect(statuses).toEqual([...Array(30).fill(404), 429])
    expect(service.failures).toEqual([])
  })
})
