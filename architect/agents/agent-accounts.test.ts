import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { REGISTRATIONS_OF_DAY, REGISTRATIONS_OF_HOUR } from '../../accounts/agents/agent-bounds.ts'
import { agent, agentClaim, apikey, user } from '../../accounts/database/schema.ts'
import { onEachEngine, onEmbeddedEngine } from '../../tests/accounts/accounts-on.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { AgentGround, PROFILE } from '../../tests/projects/agent-ground.ts'
import { ProjectsService } from '../../tests/projects/projects-service.ts'
import { draft, project } from '../store/schema.ts'

const WALL = { tool: 'create_wall', arguments: { start: [0, 0], end: [4, 0] } }
const onEngines = isLongRun ? onEachEngine : onEmbeddedEngine

onEngines((engine) => {
  let service: ProjectsService
  let ground: AgentGround
  beforeAll(async () => {
    service = await ProjectsService.open(engine)
    ground = new AgentGround(service)
  })
  afterAll(() => service?.close())

  const tables = () => service.accounts.database.tables
  const counts = async () => {
    const all = [user, agent, apikey, project, draft] as const
    return await Promise.all(all.map((table) => tables().$count(table)))
  }

  describe('a registration', () => {
    test('gives ids, a key and a project, and the key is stored as its hash alone', async () => {
      const answer = await ground.send('register', { payload: PROFILE, key: null })
      expect(answer.statusCode).toBe(201)
      expect(answer.headers['cache-control']).toBe('no-store')
      expect(answer.json()).toEqual({
        userId: expect.stringMatching(/^user_\w{20}$/),
        agentId: expect.stringMatching(/^agent_\w{20}$/),
        apiKey: expect.stringMatching(/^sk_arch_\w{46}$/),
        starterProjectId: expect.stringMatching(/^prj_\w{20}$/),
      })
      const { userId, apiKey, starterProjectId } = answer.json()
      expect(await service.json(starterProjectId, { key: apiKey })).toMatchObject({
        owner: { kind: 'personal', id: userId, name: PROFILE.name },
        visibility: 'private',
        draftVersion: 0,
        canPublish: true,
      })
      expect((await service.send(starterProjectId)).statusCode).toBe(404)
      const [stored] = await tables().select().from(apikey).where(eq(apikey.userId, userId))
      expect(JSON.stringify(stored)).not.toContain(apiKey.slice(20))
    })

    test('an agent goes from there to a published 3D file', async () => {
      const { apiKey: key, starterProjectId: id } = await ground.register()
      await service.json(`${id}/operations`, { payload: { operations: [WALL] }, key })
      expect(await service.json(`${id}/publish`, { payload: {}, key })).toMatchObject({
        publishedVersion: 1,
      })
      const glb = async () => (await service.send(`${id}/glb`, { key })).statusCode
      await expect.poll(glb, { timeout: 60_000, interval: 50 }).toBe(307)
    })

    test.each<[string, unknown, number, string | undefined]>([
      ['no name', { ...PROFILE, name: undefined }, 400, 'name'],
      ['an empty name', { ...PROFILE, name: '  ' }, 400, 'name'],
      ['a long name', { ...PROFILE, name: 'x'.repeat(81) }, 400, 'name'],
      ['a number for a name', { ...PROFILE, name: 7 }, 400, 'name'],
      ['a turned name', { ...PROFILE, name: 'a\u202eb' }, 400, 'name'],
      ['a list for a purpose', { ...PROFILE, purpose: ['x'] }, 400, 'purpose'],
      ['a long purpose', { ...PROFILE, purpose: 'x'.repeat(501) }, 400, 'purpose'],
      ['a line in a client', { ...PROFILE, client: 'a\nb' }, 400, 'client'],
      ['a plan of its own', { ...PROFILE, plan: 'pro' }, 400, 'plan'],
      ['a list', [PROFILE], 400, 'body'],
      ['nothing', '', 400, undefined],
      ['cut JSON', '{"name":', 400, 'body'],
      ['more than 8 kB', { ...PROFILE, purpose: 'x'.repeat(9_000) }, 413, undefined],
      ['10 MB', { ...PROFILE, purpose: 'x'.repeat(10_000_000) }, 413, undefined],
    ])('with %s is refused, and nothing is made', async (_what, payload, status, param) => {
      const before = await counts()
      const headers = { 'content-type': 'application/json' }
      const answer = await ground.send('register', { payload, key: null, headers })
      const { error } = answer.json()
      expect([answer.statusCode, answer.headers['x-should-retry']]).toEqual([status, 'false'])
      expect(error).toMatchObject({ code: status === 413 ? 'payload_too_large' : 'invalid_input' })
      if (param) expect(error.param).toBe(param)
      expect(await counts()).toEqual(before)
    })

    test('that fails half-way leaves neither an account nor a key nor a project', async () => {
      const before = await counts()
      const { database } = service.accounts
      await database.query({
        text: `CREATE FUNCTION fail_draft() RETURNS trigger LANGUAGE plpgsql
          AS $$ BEGIN RAISE EXCEPTION 'no draft today'; END $$`,
      })
      await database.query({
        text: 'CREATE TRIGGER fail BEFORE INSERT ON draft FOR EACH ROW EXECUTE FUNCTION fail_draft()',
      })
      try {
        const answer = await ground.send('register', { payload: PROFILE, key: null })
        expect(answer.statusCode).toBeGreaterThanOrEqual(500)
        expect(answer.body).not.toContain('no draft today')
      } finally {
        await database.query({ text: 'DROP TRIGGER fail ON draft' })
      }
      const blobs = join(service.folder, 'blobs')
      renameSync(blobs, `${blobs}-away`)
      try {
        const answer = await ground.send('register', { payload: PROFILE, key: null })
        expect([answer.statusCode, answer.json().error.code]).toEqual([503, 'storage_failed'])
      } finally {
        renameSync(`${blobs}-away`, blobs)
      }
      expect(await counts()).toEqual(before)
      await ground.register()
    })

    test('is limited by address, and other addresses go on', async () => {
      const remoteAddress = '203.0.113.5'
      const sent = { payload: PROFILE, key: null, remoteAddress }
      for (let i = 0; i < REGISTRATIONS_OF_HOUR.requests; i++)
        expect((await service.send('/api/auth/agent/register', sent)).statusCode).toBe(201)
      const answer = await service.send('/api/auth/agent/register', sent)
      expect([answer.statusCode, answer.json().error.code]).toEqual([429, 'rate_limit_exceeded'])
      expect(answer.headers['x-should-retry']).toBe('true')
      const wait = Number(answer.headers['retry-after'])
      expect(wait).toBeGreaterThan(3_000)
      expect(wait).toBeLessThanOrEqual(3_600)
      await ground.register()
    })

    test('is limited by day, also where every hour has room', async () => {
      const remoteAddress = '203.0.113.6'
      const { limits } = service.accounts
      const id = `agent/registration/day/${remoteAddress}`
      await limits.take(id, REGISTRATIONS_OF_DAY, REGISTRATIONS_OF_DAY.requests)
      const sent = { payload: PROFILE, key: null, remoteAddress }
      const answer = await service.send('/api/auth/agent/register', sent)
      expect(answer.statusCode).toBe(429)
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(80_000)
    })
  })

  describe('the status', () => {
    test('has four fields, and goes from unclaimed to pending to claimed and back', async () => {
      const made = await ground.register()
      const status = async () => (await ground.send('status', { key: made.apiKey })).json()
      const own = { agentId: made.agentId, mode: 'autonomous', isOrganizationScoped: false }
      expect(await status()).toEqual({ ...own, claimState: 'unclaimed' })
      const { code } = await ground.code(made.apiKey)
      expect(await status()).toEqual({ ...own, claimState: 'pending' })
      await tables()
        .update(agentClaim)
        .set({ expiresAt: new Date(0) })
      expect(await status()).toEqual({ ...own, claimState: 'unclaimed' })
      const ada = await ground.person('ada-status')
      expect((await ada.post('/api/account/agents', { code })).status).toBe(404)
      const again = await ground.code(made.apiKey)
      expect((await ada.post('/api/account/agents', again)).status).toBe(201)
      expect(await status()).toEqual({ ...own, claimState: 'claimed' })
      expect((await ada.delete(`/api/account/agents/${made.agentId}`)).status).toBe(200)
      expect(await status()).toEqual({ ...own, claimState: 'unclaimed' })
    })

    test('and a claim code are for agents alone', async () => {
      const made = await ground.register()
      const ada = await ground.person('ada-outside')
      const session = { key: null, headers: { cookie: ada.cookie, host: 'maps.test:8080' } }
      for (const [what, payload] of [
        ['status', undefined],
        ['claim/start', {}],
      ] as const) {
        const refused = async (sent: object) => {
          const answer = await ground.send(what, { payload, ...sent })
          return [answer.statusCode, answer.json().error.code]
        }
        expect(await refused({ key: null })).toEqual([401, 'invalid_api_key'])
        expect(await refused({ key: `${made.apiKey}x` })).toEqual([401, 'invalid_api_key'])
        expect(await refused({ key: service.key })).toEqual([403, 'agent_required'])
        const own = { ...session.headers, origin: ada.origin }
        expect(await refused({ ...session, headers: own })).toEqual([403, 'agent_required'])
        const foreign = { ...session.headers, origin: 'https://evil.example' }
        expect(await refused({ ...session, headers: foreign })).toEqual([401, 'invalid_api_key'])
      }
      const wrong = await ground.send('claim/start', { payload: { code: 'x' }, key: made.apiKey })
      expect([wrong.statusCode, wrong.json().error.param]).toEqual([400, 'code'])
    })

    test('is 401 for a revoked key, and for every key of a deleted agent', async () => {
      const made = await ground.register()
      const { owner: boss, organizationId } = await ground.organization('deleting')
      const invite = await ground.invite(boss, { organization_id: organizationId })
      const redeemed = await ground.redeem(invite.token, made.apiKey)
      const own = await service.accounts.keys.list({ user: made.userId })
      const state = async (key: string) => (await ground.send('status', { key })).statusCode
      await service.accounts.keys.revoke(own[0].id, 'any')
      expect(await state(made.apiKey)).toBe(401)
      expect(await state(redeemed.organizationApiKey)).toBe(200)
      await tables().delete(user).where(eq(user.id, made.userId))
      // Another change of an account: cached credentials expire.
      await ground.invite(boss, { organization_id: organizationId })
      expect(await state(redeemed.organizationApiKey)).toBe(401)
      const start = { payload: {}, key: redeemed.organizationApiKey }
      expect((await ground.send('claim/start', start)).statusCode).toBe(401)
    })
  })

  test('no fault of the service was behind an answer', () => {
    const texts = service.failures.map((failure) => `${failure} ${(failure as Error).cause ?? ''}`)
    expect(texts.filter((text) => !/no draft today|storage|ENOENT/i.test(text))).toEqual([])
  })
})
