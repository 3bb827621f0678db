import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { turn } from '../../architect/store/turn-schema.ts'
import { onEmbeddedEngine } from '../accounts/accounts-on.ts'
import { isLongRun } from '../long-run.ts'
import { ProjectsService } from '../projects/projects-service.ts'
import { TurnRequests, turnBody } from './turn-requests.ts'
import { scripted } from './turn-script.ts'

/** Time after which the foreground is stopped in its test: enough for one edit. */
const FOLLOW_MS = 4_000
/** The fields that a response has in Open Responses of 2026-04-24, which clients rely on. */
const FIELDS = [
  ...['id', 'object', 'created_at', 'completed_at', 'status', 'incomplete_details', 'model'],
  ...['previous_response_id', 'instructions', 'output', 'error', 'tools', 'tool_choice'],
  ...['truncation', 'parallel_tool_calls', 'text', 'top_p', 'presence_penalty'],
  ...['frequency_penalty', 'top_logprobs', 'temperature', 'reasoning', 'usage'],
  ...['max_output_tokens', 'max_tool_calls', 'store', 'background', 'service_tier', 'metadata'],
  ...['safety_identifier', 'prompt_cache_key'],
]

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

  describe('a turn in the foreground', () => {
    test('edits the project, answers, and saves a version under its label', async () => {
      const id = await service.project()
      const response = await turns.turn(id, 'Add a kitchen', {
        include: ['svc.tool_calls', 'reasoning.encrypted_content'],
        metadata: { commit_message: 'A kitchen', own: 'x' },
      })
      expect(response).toMatchObject({
        object: 'response',
        status: 'completed',
        output_text: 'The kitchen has 12 m2.',
        error: null,
        incomplete_details: null,
        background: false,
        reasoning: { effort: 'medium' },
        metadata: {
          project_id: id,
          own: 'x',
          svc_version: '1',
          svc_version_label: 'A kitchen',
          svc_version_url: `http://plat.example/projects/${id}?version=1`,
        },
      })
      expect(response.metadata).not.toHaveProperty('svc_waiting')
      const types = response.output.map(({ type }: { type: string }) => type)
      expect(types.filter((type: string) => type === 'mcp_call')).toHaveLength(2)
      expect(types.at(-1)).toBe('message')
      const calls = response.output.filter(({ type }: { type: string }) => type === 'mcp_call')
      expect(calls.map(({ name }: { name: string }) => name)).toEqual(['create_room', 'add_door'])
      for (const call of calls) {
        expect(call).toMatchObject({ server_label: 'svc', status: 'completed', error: null })
        expect(JSON.parse(call.output).ok).toBe(true)
        expect(JSON.parse(call.arguments)).toBeTypeOf('object')
      }
      const { zones } = await service.json(`${id}/read`, { payload: { tool: 'get_zones' } })
      expect(zones.map(({ label }: { label: string }) => label)).toEqual(['Kitchen'])
      const { version, label } = await service.json(`${id}/versions/1`)
      expect({ version, label }).toEqual({ version: 1, label: 'A kitchen' })
      const again = await turns.read(response.id)
      expect(again.output.some(({ type }: { type: string }) => type === 'mcp_call')).toBe(false)
      expect(await turns.read(`${response.id}?include=svc.tool_calls`)).toEqual(response)
    })

    test('has all fields of the response object, and usage with credits', async () => {
      const response = await turns.turn(await service.project(), 'nothing')
      expect(Object.keys(response)).toEqual(expect.arrayContaining(FIELDS))
      expect(response.usage.credits).toBeGreaterThan(0)
      expect(response.usage.total_tokens).toBe(
        response.usage.input_tokens + response.usage.output_tokens,
      )
    })

    test('that changes nothing saves no version', async () => {
      const id = await service.project()
      const response = await turns.turn(id, 'nothing')
      expect(response.status).toBe('completed')
      expect(response.metadata).toEqual({ project_id: id })
      expect((await service.json(id)).latestVersion).toBeNull()
    })

    test('that undoes what it did saves no version', async () => {
      const id = await service.project()
      const response = await turns.turn(id, 'back and forth')
      expect(response.output_text).toBe('Nothing is left.')
      expect(response.metadata).not.toHaveProperty('svc_version')
    })

    test('that fails is 200 with the error', async () => {
      const response = await turns.turn(await service.project(), 'broken')
      expect(response).toMatchObject({
        status: 'failed',
        error: { code: 'model_unavailable', message: expect.stringMatching(/\S/) },
      })
    })

    if (isLongRun)
      test('is stopped after its time with what it did saved', async () => {
        const id = await service.project()
        const { turns: parts } = service.opened.parts
        const { follow_ms } = parts
        parts.follow_ms = FOLLOW_MS
        const response = await turns.turn(id, 'slowly').finally(() => {
          parts.follow_ms = follow_ms
        })
        expect(response).toMatchObject({
          status: 'incomplete',
          incomplete_details: { reason: 'follow_timeout' },
          metadata: { svc_version: '1' },
        })
      })

    test('names the turn in x-request-id, and the request in Request-Id', async () => {
      const answer = await turns.post(turnBody(await service.project(), 'nothing'), {
        headers: { 'x-request-id': 'mine-1' },
      })
      expect(answer.headers['x-request-id']).toBe(answer.json().id)
      expect(answer.headers['request-id']).toBe('mine-1')
    })
  })

  describe('a turn in the background', () => {
    test('is queued at once, runs, and others wait for it in their order', async () => {
      const id = await service.project()
      const first = await turns.turn(id, 'slowly', { background: true })
      expect(first).toMatchObject({ status: 'queued', output: [], output_text: '' })
      await turns.until(first.id, 'in_progress')
      const waiting = []
      for (let i = 0; i < 8; i++)
        waiting.push(await turns.turn(id, 'nothing', { background: true }))
      const ninth = await turns.error(turnBody(id, 'nothing', { background: true }))
      expect(ninth).toMatchObject({ status: 429, code: 'rate_limit_exceeded' })
      expect(ninth.headers).toMatchObject({ 'x-should-retry': 'true', 'retry-after': '30' })
      expect(await turns.status(waiting[0].id)).toBe('queued')
      const stopped = await turns.cancel(waiting[3].id)
      expect(stopped).toMatchObject({ status: 'cancelled', output: [] })
      const cancelled = await turns.cancel(first.id)
      expect(cancelled).toMatchObject({ status: 'cancelled', metadata: { svc_version: '1' } })
      expect(await turns.cancel(first.id)).toEqual(cancelled)
      for (const { id: each } of waiting.filter((_, at) => at !== 3))
        await turns.until(each, 'completed')
      const rows = await service.accounts.database.tables
        .select()
        .from(turn)
        .where(eq(turn.projectId, id))
        .orderBy(turn.startedAt)
      const started = rows.filter(({ startedAt }) => startedAt).map(({ place }) => place)
      expect(started).toEqual([...started].sort((a, b) => a - b))
    })

    test('is cancelled by its own account alone, and read by all who may edit', async () => {
      const id = await service.project()
      const other = await service.person()
      const sent = await turns.turn(id, 'slowly', { background: true })
      for (const url of [`/v1/responses/${sent.id}`, '/v1/responses/resp_none']) {
        const missing = await service.send(url, { key: other.key })
        expect(missing.statusCode).toBe(404)
        const { request_id: _, ...error } = missing.json().error
        expect(error).toEqual({
          type: 'not_found_error',
          code: 'turn_not_found',
          message: 'There is no such turn on a project that you may edit.',
          doc_url: 'http://plat.example/docs#error-turn_not_found',
        })
        const refused = await service.send(`${url}/cancel`, { method: 'POST', key: other.key })
        expect(refused.statusCode).toBe(404)
        expect(refused.json().error).toMatchObject(error)
      }
      expect((await turns.cancel(sent.id)).status).toBe('cancelled')
      await service.send(id, { method: 'DELETE' })
      expect((await service.send(`/v1/responses/${sent.id}`)).statusCode).toBe(404)
    })
  })

  describe('questions', () => {
    test('wait for the next request, whose number picks an option', async () => {
      const id = await service.project()
      for (const answer of ['1', '1.', ' 1 ', 'North']) {
        const question = await turns.turn(id, 'a garage')
        expect(question).toMatchObject({
          status: 'completed',
          output_text: 'On which side?\n1. North\n2. East',
          metadata: { svc_waiting: 'question' },
        })
        const answered = await turns.turn(id, answer)
        expect(answered.output_text).toBe('North it is.')
        expect(answered.metadata).not.toHaveProperty('svc_waiting')
      }
    })

    test('are repeated for the number of no option, which costs nothing', async () => {
      const id = await service.project()
      const question = await turns.turn(id, 'a garage')
      const again = await turns.turn(id, '7')
      expect(again.output_text).toBe(question.output_text)
      expect(again.metadata.svc_waiting).toBe('question')
      expect(again.usage.credits).toBe(0)
      expect((await turns.turn(id, '1')).output_text).toBe('North it is.')
    })

    test('can be named by previous_response_id', async () => {
      const id = await service.project()
      const question = await turns.turn(id, 'a garage')
      await turns.turn(id, 'nothing')
      const answered = await turns.turn(id, '1', { previous_response_id: question.id })
      expect(answered.output_text).toBe('North it is.')
      const foreign = await turns.error(
        turnBody(await service.project(), '1', { previous_response_id: question.id }),
      )
      expect(foreign).toMatchObject({
        status: 404,
        code: 'turn_not_found',
        param: 'previous_response_id',
      })
    })
  })
})
