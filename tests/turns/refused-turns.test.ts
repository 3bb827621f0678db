import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ledgerFaults, openAccount } from '../../architect/store/credits.ts'
import { turn } from '../../architect/store/turn-schema.ts'
import { onEmbeddedEngine } from '../accounts/accounts-on.ts'
import { ProjectsService } from '../projects/projects-service.ts'
import { TurnRequests, turnBody } from './turn-requests.ts'
import { scripted } from './turn-script.ts'

onEmbeddedEngine((engine) => {
  const settings = scripted()
  let service: ProjectsService
  let turns: TurnRequests

  beforeAll(async () => {
    service = await ProjectsService.open(engine, { turns: settings })
    turns = new TurnRequests(service)
  })
  afterAll(async () => {
    await service.close()
    settings[Symbol.dispose]()
  })

  describe('credits', () => {
    test('stop a turn before a step that its cap cannot pay, with the work saved', async () => {
      const id = await service.project()
      const response = await turns.turn(id, 'Add a kitchen', { metadata: { svc_max_credits: '2' } })
      expect(response).toMatchObject({
        status: 'incomplete',
        incomplete_details: { reason: 'max_credits' },
        metadata: { svc_version: '1', svc_max_credits: '2' },
      })
      expect(response.output_text).toContain('may')
      expect(response.usage.credits).toBeLessThan(2)
    })

    test('are checked before anything is queued, and so is the plan', async () => {
      const { id: personId, key } = await service.person()
      const id = await service.project({}, key)
      const { tables } = service.accounts.database
      const workspace = { kind: 'personal', id: personId } as const
      await tables.transaction((tx) => openAccount(tx, workspace, 1_000))
      const poor = await turns.error(turnBody(id, 'nothing'), { key })
      expect(poor).toMatchObject({
        status: 402,
        code: 'insufficient_quota',
        needed: 1.35,
        available: 1,
      })
      expect(poor.headers['x-should-retry']).toBe('false')
      expect((await tables.select().from(turn).where(eq(turn.projectId, id))).length).toBe(0)
      const answer = await turns.error(turnBody(id, 'nothing', { model: 'architect-pro' }), { key })
      expect(answer).toMatchObject({ status: 403, code: 'upgrade_required', param: 'model' })
    })

    test('add up', async () => {
      expect(await ledgerFaults(service.accounts.database.tables)).toEqual([])
    })
  })

  describe('a repeated request', () => {
    test('with its Idempotency-Key finds the turn where it is', async () => {
      const id = await service.project()
      const headers = { 'idempotency-key': 'k1' }
      const payload = turnBody(id, 'slowly', { background: true })
      const first = (await turns.post(payload, { headers })).json()
      const attached = (await turns.post(payload, { headers })).json()
      expect(attached.id).toBe(first.id)
      await turns.cancel(first.id)
      const after = (await turns.post(payload, { headers })).json()
      expect(after).toMatchObject({ id: first.id, status: 'cancelled' })
      const other = await turns.error(turnBody(id, 'nothing'), { headers })
      expect(other).toMatchObject({
        status: 409,
        code: 'idempotency_mismatch',
        param: 'Idempotency-Key',
      })
      expect(other.headers['x-should-retry']).toBe('false')
      // A key is one of its project and of its person.
      const elsewhere = await turns.post(turnBody(await service.project(), 'nothing'), { headers })
      expect(elsewhere.json().id).not.toBe(first.id)
    })

    test('that the official client sends again by itself needs no key', async () => {
      const id = await service.project()
      const payload = turnBody(id, 'nothing', { background: true })
      const first = (
        await turns.post(payload, { headers: { 'x-stainless-retry-count': '0' } })
      ).json()
      const retry = { headers: { 'x-stainless-retry-count': '1' } }
      expect((await turns.post(payload, retry)).json().id).toBe(first.id)
      const fresh = await turns.post(payload, { headers: { 'x-stainless-retry-count': '0' } })
      expect(fresh.json().id).not.toBe(first.id)
    })
  })

  describe('refused requests', () => {
    test.each<[string, Record<string, unknown>, number, string, string | undefined]>([
      ['an unknown model', { model: 'gpt-5' }, 404, 'model_not_found', 'model'],
      ['another case of a model', { model: 'Architect' }, 404, 'model_not_found', 'model'],
      ['no model', { model: undefined }, 400, 'invalid_input', 'model'],
      [
        'a cap of 0',
        { metadata: { svc_max_credits: '0' } },
        400,
        'invalid_input',
        'metadata.svc_max_credits',
      ],
      [
        'a cap as a number',
        { metadata: { svc_max_credits: 5 } },
        400,
        'invalid_input',
        'metadata.svc_max_credits',
      ],
      [
        'a cap with an exponent',
        { metadata: { svc_max_credits: '1e3' } },
        400,
        'invalid_input',
        'metadata.svc_max_credits',
      ],
      ['metadata with a list', { metadata: { own: ['a'] } }, 400, 'invalid_input', 'metadata.own'],
      ['tools', { tools: [{ type: 'web_search' }] }, 400, 'invalid_input', 'tools'],
      ['store false', { store: false }, 400, 'invalid_input', 'store'],
      ['an unknown field', { frobnicate: 1 }, 400, 'invalid_input', 'frobnicate'],
      ['an unknown include', { include: ['x'] }, 400, 'invalid_input', 'include.0'],
      [
        'an unknown effort',
        { reasoning: { effort: 'huge' } },
        400,
        'invalid_input',
        'reasoning.effort',
      ],
      ['an empty input', { input: '' }, 400, 'invalid_input', 'input'],
      ['no input', { input: undefined }, 400, 'invalid_input', 'input'],
      [
        'a remote picture',
        {
          input: [
            {
              role: 'user',
              content: [{ type: 'input_image', image_url: 'https://example.com/a.png' }],
            },
          ],
        },
        400,
        'invalid_input',
        'input.0.content.0.image_url',
      ],
      [
        'a project that is missing',
        { metadata: { project_id: 'prj_none' } },
        404,
        'project_not_found',
        'metadata.project_id',
      ],
    ])('%s', async (_, more, status, code, param) => {
      const id = await service.project()
      const error = await turns.error(turnBody(id, 'nothing', more))
      expect({ status: error.status, code: error.code, param: error.param }).toEqual({
        status,
        code,
        param,
      })
      expect(error.headers['x-should-retry']).toBe('false')
      expect(error.headers['x-request-id']).toBe(error.request_id)
    })

    test('name the header where it named the project', async () => {
      const id = await service.project()
      const { key } = await service.person()
      const foreign = await turns.error(turnBody('prj_none', 'nothing'), {
        headers: { 'x-svc-project': id },
        key,
      })
      const missing = await turns.error(turnBody(id, 'nothing'), {
        headers: { 'x-svc-project': 'prj_none' },
        key,
      })
      const plain = ({ message, param, status }: Record<string, unknown>) => [
        message,
        param,
        status,
      ]
      expect(plain(foreign)).toEqual(plain(missing))
      expect(plain(foreign)).toEqual([
        'There is no such project that you may edit.',
        'X-Svc-Project',
        404,
      ])
    })
  })
})
