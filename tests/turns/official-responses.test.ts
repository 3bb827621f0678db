import type OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAccount } from '../../architect/store/credits.ts'
import { onEmbeddedEngine } from '../accounts/accounts-on.ts'
import { isLongRun } from '../long-run.ts'
import { clientScript } from './client-script.ts'
import { TurnServer } from './turn-server.ts'

type Response = OpenAI.Responses.Response
type Event = OpenAI.Responses.ResponseStreamEvent

const TYPES = ['reasoning', 'mcp_call', 'message']
/** Fields of the response object that Open Responses requires. */
const REQUIRED =
  'id object created_at completed_at status incomplete_details model previous_response_id instructions output error tools tool_choice truncation parallel_tool_calls text top_p presence_penalty frequency_penalty top_logprobs temperature reasoning usage max_output_tokens max_tool_calls store background service_tier metadata safety_identifier prompt_cache_key'

/** The text of the message items, which is what the clients compute `output_text` from. */
const textOf = ({ output }: Response): string =>
  output
    .flatMap((item) => (item.type === 'message' ? item.content : []))
    .map((part) => (part.type === 'output_text' ? part.text : ''))
    .join('')

const metadataOf = ({ metadata }: Response) => metadata as Record<string, string>

/** Fields that the helper for streams adds to those of the wire. */
function withoutParsed(response: Response): unknown {
  return JSON.parse(JSON.stringify(response), (name, value) =>
    name === 'output_parsed' || name === 'parsed' ? undefined : value,
  )
}

onEmbeddedEngine((engine) => {
  const settings = clientScript()
  let server: TurnServer
  let clients: Map<string, OpenAI>
  beforeAll(async () => {
    server = await TurnServer.open(engine, settings)
    clients = new Map(await server.clients())
  })
  afterAll(async () => {
    await server.close()
    settings[Symbol.dispose]()
  })

  describe.each(isLongRun ? ['openai 7', 'openai 6'] : ['openai 7'])('%s', (name) => {
    const client = () => clients.get(name)!

    async function send(input: string, more: Record<string, unknown> = {}, project?: string) {
      const project_id = project ?? (await server.service.project())
      const metadata = { project_id, ...(more.metadata as Record<string, string>) }
      return await client().responses.create({ model: 'architect', input, ...more, metadata })
    }

    async function whenEnded({ id }: Response): Promise<Response> {
      const read = () => client().responses.retrieve(id)
      await expect
        .poll(async () => (await read()).status, { interval: 100 })
        .not.toMatch(/queued|in_progress/)
      return await read()
    }

    test('a turn in the foreground edits, answers and saves a version', async () => {
      const response = await send('Add a kitchen', {
        model: 'svc-architect-low',
        include: ['svc.tool_calls'],
        metadata: { commit_message: 'A kitchen', team: 'north' },
      })
      expect(response.error).toBeNull()
      expect(response).toMatchObject({ status: 'completed', model: 'svc-architect-low' })
      expect(Object.keys(response)).toEqual(expect.arrayContaining(REQUIRED.split(' ')))
      expect(response._request_id).toBe(response.id)
      expect(response.output_text).toBe('The kitchen has **12 m2**. 🏠')
      expect(response.output_text).toBe(textOf(response))
      expect(metadataOf(response)).toMatchObject({
        team: 'north',
        svc_version: '1',
        svc_version_label: 'A kitchen',
        svc_version_url: expect.stringMatching(/\/projects\/prj_\w+\?version=1$/),
      })
      const calls = response.output.filter((item) => item.type === 'mcp_call')
      expect(calls.map((call) => [call.name, call.status, !call.error])).toEqual([
        ['create_room', 'completed', true],
        ['add_door', 'completed', true],
        ['delete_node', 'failed', false],
      ])
      for (const call of calls) {
        expect(JSON.parse(call.arguments)).toBeTypeOf('object')
        expect(JSON.parse(call.output ?? '')).toBeTypeOf('object')
        expect(call.server_label).toBe('svc')
      }
      const types = response.output.map(({ type }) => type)
      expect(new Set(types)).toEqual(new Set(TYPES))
      expect(types.at(-1)).toBe('message')
      // The reply is not a step as well.
      expect(JSON.stringify(response.output).split('12 m2').length).toBe(2)
      const include = ['svc.tool_calls'] as never
      const read = await client().responses.retrieve(response.id, { include })
      expect(read).toEqual(response)
      const plain = await client().responses.retrieve(response.id)
      expect(plain.output.map(({ type }) => type)).not.toContain('mcp_call')
    })

    test('without credits the client throws its error of the status 402, and sends once', async () => {
      const { id, key } = await server.service.person()
      const workspace = { kind: 'personal', id } as const
      const { tables } = server.service.accounts.database
      await tables.transaction((tx) => openAccount(tx, workspace, 1_000))
      const project_id = await server.service.project({}, key)
      let sent = 0
      const poor = client().withOptions({
        apiKey: key,
        fetch: (...request) => {
          sent += 1
          return fetch(...request)
        },
      })
      const error = await poor.responses
        .create({ model: 'architect', input: 'Add a kitchen', metadata: { project_id } })
        .catch((thrown) => thrown)
      expect(error).toMatchObject({
        status: 402,
        code: 'insufficient_quota',
        error: { needed: expect.any(Number), available: 1 },
      })
      expect(sent).toBe(1)
      expect(await server.turnsOf(project_id)).toBe(0)
    })

    test('a turn in the background answers at once and is polled', async () => {
      const { data: queued, response } = await client()
        .responses.create({
          model: 'architect',
          input: 'Change nothing, pause',
          background: true,
          metadata: { project_id: await server.service.project() },
        })
        .withResponse()
      expect(queued.status).toMatch(/^(queued|in_progress)$/)
      expect(queued.output_text).toBe('')
      expect(response.headers.get('x-request-id')).toBe(queued.id)
      const polled = await client().responses.retrieve(queued.id).withResponse()
      expect(Number(polled.response.headers.get('openai-poll-after-ms'))).toBeGreaterThan(0)
      const ended = await whenEnded(queued)
      expect(ended).toMatchObject({ status: 'completed', output_text: 'After a pause.' })
      expect(ended.background).toBe(true)
      const { response: last } = await client().responses.retrieve(queued.id).withResponse()
      expect(last.headers.get('openai-poll-after-ms')).toBeNull()
    })

    test('a stream has its events in order, and is read again from any of them', async () => {
      const stream = await client().responses.create({
        model: 'architect',
        input: 'Add a kitchen',
        include: ['svc.tool_calls'] as never,
        metadata: { project_id: await server.service.project() },
        stream: true,
      })
      const events: Event[] = []
      for await (const event of stream) events.push(event)
      expect(events.slice(0, 3).map(({ type }) => type)).toEqual([
        'response.created',
        'response.queued',
        'response.in_progress',
      ])
      expect(events.map(({ sequence_number }) => sequence_number)).toEqual([...events.keys()])
      const last = events.at(-1)!
      if (last.type !== 'response.completed') throw new Error(`ends with ${last.type}`)
      const { id } = last.response
      const include = ['svc.tool_calls'] as never
      expect(last.response).toMatchObject({ status: 'completed' })
      const after = Math.floor(events.length / 2)
      const again = await client().responses.retrieve(id, {
        stream: true,
        starting_after: after,
        include,
      })
      const others: Event[] = []
      for await (const event of again) others.push(event)
      expect(others).toEqual(events.slice(after + 1))
    })

    test('the helper for streams ends with the response, also where it begins again', async () => {
      const stream = client().responses.stream({
        model: 'architect',
        input: 'Add a kitchen',
        metadata: { project_id: await server.service.project() },
      })
      let deltas = ''
      stream.on('response.output_text.delta', ({ delta }) => (deltas += delta))
      const final = await stream.finalResponse()
      expect(deltas).toBe(final.output_text)
      const read = await client().responses.retrieve(final.id)
      const wire = JSON.parse(JSON.stringify(read))
      expect(withoutParsed(final)).toEqual(wire)
      const again = client().responses.stream({ response_id: final.id, starting_after: 5 })
      const seen: number[] = []
      again.on('event', ({ sequence_number }) => seen.push(sequence_number))
      expect(withoutParsed(await again.finalResponse())).toEqual(wire)
      expect(seen[0]).toBe(6)
    })

    test('a cancelled turn saves what it did, and ends streams and the foreground', async () => {
      const project = await server.service.project()
      const queued = await send('Work slowly', { background: true }, project)
      const stream = client().responses.stream({ response_id: queued.id })
      const last = new Promise<Event>((resolve) =>
        stream.on('event', (event) => {
          if (/completed|incomplete|failed/.test(event.type)) resolve(event)
        }),
      )
      const reads = () => client().responses.retrieve(queued.id)
      await expect.poll(async () => (await reads()).output.length, { interval: 100 }).toBe(1)
      const cancelled = await client().responses.cancel(queued.id)
      expect(cancelled).toMatchObject({ id: queued.id, status: 'cancelled' })
      expect(cancelled._request_id).toBe(queued.id)
      expect(cancelled.output_text).toContain('cancelled')
      expect(metadataOf(cancelled).svc_version).toBe('1')
      expect((await stream.finalResponse()).status).toBe('cancelled')
      expect((await last).type).toBe('response.incomplete')
      expect(await client().responses.cancel(queued.id)).toEqual(cancelled)
    })

    test('a turn that fails is an answer with its error, also as a stream', async () => {
      const failed = await send('broken')
      expect(failed).toMatchObject({
        status: 'failed',
        output_text: '',
        error: { code: 'model_unavailable', message: expect.stringContaining('saved') },
      })
      const stream = client().responses.stream({
        model: 'architect',
        input: 'down',
        metadata: { project_id: await server.service.project() },
      })
      const final = await stream.finalResponse()
      expect(final).toMatchObject({ status: 'failed', error: { code: 'model_unavailable' } })
    })

    test('a turn whose credits end is incomplete, also as a stream', async () => {
      const project = await server.service.project()
      const metadata = { project_id: project, svc_max_credits: '2' }
      const response = await send('dear', { metadata }, project)
      expect(response).toMatchObject({
        status: 'incomplete',
        incomplete_details: { reason: 'max_credits' },
        usage: { input_tokens: 2_000, output_tokens: 500, credits: 1.35 },
      })
      expect(response.output_text).toContain('I begin.')
      expect(response.output_text).toBe(textOf(response))
      const stream = client().responses.stream({ model: 'architect', input: 'dear', metadata })
      const types: string[] = []
      stream.on('event', ({ type }) => types.push(type))
      expect((await stream.finalResponse()).status).toBe('incomplete')
      expect(types.at(-1)).toBe('response.incomplete')
    })

    test('the number of an option answers the question of the turn before', async () => {
      const project = await server.service.project()
      const first = await send('Add a garage', {}, project)
      expect(first).toMatchObject({ status: 'completed', metadata: { svc_waiting: 'question' } })
      expect(first.output_text).toBe('On which side?\n1. North\n2. East')
      const repeated = await send('7', { previous_response_id: first.id }, project)
      expect(repeated.output_text).toBe(first.output_text)
      expect(repeated.usage).toMatchObject({ credits: 0 })
      const answered = await send('2.', { previous_response_id: first.id }, project)
      expect(answered.output_text).toBe('East it is.')
      expect(answered.previous_response_id).toBe(first.id)
      expect(metadataOf(answered).svc_waiting).toBeUndefined()
    })

    test('a refused request is an error of the client with its code and field', async () => {
      const project = await server.service.project()
      const other = await server.service.person()
      const foreign = await server.service.project({}, other.key)
      const metadata = { project_id: project }
      const refused: [Record<string, unknown>, number, string, string][] = [
        [{ model: 'gpt-5' }, 404, 'model_not_found', 'model'],
        [{ model: ' architect' }, 404, 'model_not_found', 'model'],
        [{ metadata: { project_id: foreign } }, 404, 'project_not_found', 'metadata.project_id'],
        [{ metadata: { project_id: 'prj_x' } }, 404, 'project_not_found', 'metadata.project_id'],
        [{ model: 'architect-pro' }, 403, 'upgrade_required', 'model'],
        [
          { metadata: { ...metadata, svc_max_credits: '0' } },
          400,
          'invalid_input',
          'metadata.svc_max_credits',
        ],
        [{ tools: [{ type: 'web_search' }] }, 400, 'invalid_input', 'tools'],
        [{ include: ['svc.everything'] }, 400, 'invalid_input', 'include.0'],
        [{ previous_response_id: 'resp_none' }, 404, 'turn_not_found', 'previous_response_id'],
        [{ input: '' }, 400, 'invalid_input', 'input'],
      ]
      for (const [more, status, code, param] of refused) {
        const error = await client()
          .responses.create({ model: 'architect', input: 'nothing', metadata, ...more } as never)
          .then(
            () => null,
            (thrown) => thrown,
          )
        expect(error, code).toMatchObject({ status, code, param })
        expect(error.type).toMatch(/_error$/)
        expect(error.requestID).toBe(error.headers.get('request-id'))
        expect(error.headers.get('x-should-retry')).toBe('false')
        expect(error.error).toMatchObject({
          request_id: error.requestID,
          doc_url: `${server.origin}/docs#error-${code}`,
        })
        if (code === 'model_not_found') expect(error.message).toContain('svc-architect-pro')
      }
      expect(await server.turnsOf(project)).toBe(0)
    })
  })
})
