import type OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { onEmbeddedEngine } from '../accounts/accounts-on.ts'
import { isLongRun } from '../long-run.ts'
import { clientScript } from './client-script.ts'
import { TurnServer } from './turn-server.ts'

type Completion = OpenAI.ChatCompletion & {
  metadata?: Record<string, string>
  _request_id?: string | null
}
type Chunk = OpenAI.ChatCompletionChunk

const deltasOf = (chunks: readonly Chunk[], field: string): string[] =>
  chunks
    .map(({ choices }) => (choices[0]?.delta as Record<string, string> | undefined)?.[field] ?? '')
    .filter((text) => text !== '')

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

    async function paramsOf(content: string, project?: string) {
      return {
        model: 'architect',
        messages: [{ role: 'user' as const, content }],
        metadata: { project_id: project ?? (await server.service.project()) },
      }
    }
    const errorOf = async (sent: Promise<unknown>) =>
      await sent.then(
        () => null,
        (thrown) => thrown,
      )

    test('a completion has the reply, the reasoning, the usage and the version', async () => {
      const params = await paramsOf('Add a kitchen')
      const system = { role: 'system' as const, content: 'Be brief.' }
      const completion = (await client().chat.completions.create({
        ...params,
        messages: [system, ...params.messages],
        reasoning_effort: 'low',
        max_completion_tokens: 500,
        user: 'ada',
      })) as Completion
      const [{ message, finish_reason }] = completion.choices
      expect(completion).toMatchObject({
        object: 'chat.completion',
        model: 'architect',
        service_tier: 'default',
        metadata: { ...params.metadata, svc_version: '1' },
      })
      expect(finish_reason).toBe('stop')
      expect(message).toMatchObject({
        role: 'assistant',
        content: 'The kitchen has **12 m2**. 🏠',
        reasoning_content: expect.stringMatching(
          /^A room of 4 by 3 m\..*\n\ncreate room: Kitchen/s,
        ),
      })
      expect(completion._request_id).toBe(completion.id)
      // The same turn in the other form.
      const turn = await client().responses.retrieve(completion.id)
      expect(turn).toMatchObject({
        status: 'completed',
        output_text: message.content,
        instructions: 'Be brief.',
        reasoning: { effort: 'low' },
        max_output_tokens: 500,
        user: 'ada',
        metadata: completion.metadata,
      })
      expect(completion.usage).toMatchObject({
        prompt_tokens: turn.usage?.input_tokens,
        completion_tokens: turn.usage?.output_tokens,
        total_tokens: turn.usage?.total_tokens,
        credits: expect.any(Number),
      })
    })

    test('a stream has the role at once, lines of reasoning, then the reply', async () => {
      const params = await paramsOf('Add a kitchen')
      const stream = await client().chat.completions.create({
        ...params,
        stream: true,
        stream_options: { include_usage: true },
      })
      const chunks: Chunk[] = []
      for await (const chunk of stream) chunks.push(chunk)
      expect(chunks[0].choices[0].delta).toEqual({ role: 'assistant', content: '' })
      expect(deltasOf(chunks, 'reasoning_content').length).toBeGreaterThanOrEqual(4)
      expect(deltasOf(chunks, 'content').join('')).toBe('The kitchen has **12 m2**. 🏠')
      expect(new Set(chunks.map(({ object }) => object))).toEqual(
        new Set(['chat.completion.chunk']),
      )
      expect(chunks.at(-2)?.choices[0].finish_reason).toBe('stop')
      expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { credits: expect.any(Number) } })
    })

    test('the helper for streams ends with the completion', async () => {
      const params = await paramsOf('Change nothing')
      const stream = client().chat.completions.stream(params)
      const final = (await stream.finalChatCompletion()) as Completion
      expect(final.choices[0]).toMatchObject({
        finish_reason: 'stop',
        message: { content: 'Nothing was changed.' },
      })
      expect(final.metadata).toEqual(params.metadata)
    })

    test('a turn that is stopped ends with length: its credits end, or it is cancelled', async () => {
      const params = await paramsOf('dear')
      const metadata = { ...params.metadata, svc_max_credits: '2' }
      const capped = await client().chat.completions.create({ ...params, metadata })
      expect(capped.choices[0]).toMatchObject({
        finish_reason: 'length',
        message: { content: expect.stringMatching(/^I begin\..*credits/s) },
      })
      const waiting = await client().chat.completions.create({
        ...(await paramsOf('wait')),
        stream: true,
      })
      const chunks: Chunk[] = []
      for await (const chunk of waiting) {
        if (chunks.push(chunk) === 1) await client().responses.cancel(chunk.id)
      }
      expect(chunks.at(-1)?.choices[0].finish_reason).toBe('length')
      expect(deltasOf(chunks, 'content').join('')).toContain('cancelled')
    })

    test('a turn that fails is an error of the client, also as a stream', async () => {
      const params = await paramsOf('broken')
      const error = await errorOf(client().chat.completions.create(params))
      expect(error).toMatchObject({
        status: 424,
        code: 'turn_failed',
        type: 'invalid_request_error',
        error: { reason: 'model_unavailable', response_id: error.requestID },
      })
      expect(error.message).toContain('saved')
      expect(await client().responses.retrieve(error.requestID)).toMatchObject({ status: 'failed' })
      const stream = await client().chat.completions.create({ ...params, stream: true })
      const chunks: Chunk[] = []
      const broken = await errorOf(
        (async () => {
          for await (const chunk of stream) chunks.push(chunk)
        })(),
      )
      expect(broken).toMatchObject({ code: 'turn_failed', error: { reason: 'model_unavailable' } })
      expect(broken.requestID).toBe(chunks[0].id)
      expect(deltasOf(chunks, 'reasoning_content')).toEqual(['list levels: 1 found'])
      expect(await server.turnsOf(params.metadata.project_id)).toBe(2)
    })

    test('the next message answers the question of the turn before', async () => {
      const params = await paramsOf('Add a garage')
      const asking = (await client().chat.completions.create(params)) as Completion
      expect(asking.metadata).toMatchObject({ svc_waiting: 'question' })
      const { content } = asking.choices[0].message
      const answered = await client().chat.completions.create({
        ...params,
        messages: [
          ...params.messages,
          { role: 'assistant', content },
          { role: 'user', content: '2' },
        ],
      })
      expect(answered.choices[0].message.content).toBe('East it is.')
    })

    test('a refused request is an error of the client with its code and field', async () => {
      const params = await paramsOf('nothing')
      const refused: [Record<string, unknown>, number, string, string][] = [
        [{ model: 'gpt-5' }, 404, 'model_not_found', 'model'],
        [{ n: 2 }, 400, 'invalid_input', 'n'],
        [{ stop: 'END' }, 400, 'invalid_input', 'stop'],
        [{ response_format: { type: 'json_object' } }, 400, 'invalid_input', 'response_format'],
        [{ tools: [{ type: 'function' }], stream: true }, 400, 'invalid_input', 'tools'],
        [{ messages: [] }, 400, 'invalid_input', 'messages'],
        [{ messages: 'draw' }, 400, 'invalid_input', 'messages'],
        [{ background: true }, 400, 'invalid_input', 'background'],
        [{ metadata: { project_id: 'prj_x' } }, 404, 'project_not_found', 'metadata.project_id'],
        [{ model: 'svc-architect-pro', stream: true }, 403, 'upgrade_required', 'model'],
      ]
      for (const [more, status, code, param] of refused) {
        const sent = client().chat.completions.create({ ...params, ...more } as typeof params)
        const error = await errorOf(sent)
        expect(error, JSON.stringify(more)).toMatchObject({ status, code, param })
        expect(error.headers.get('x-should-retry')).toBe('false')
        expect(error.requestID).toBe(error.headers.get('request-id'))
      }
      expect(await server.turnsOf(params.metadata.project_id)).toBe(0)
    })

    test('all ten models are listed with their effort and plan, and read by name', async () => {
      const models: OpenAI.Model[] = []
      for await (const model of client().models.list()) models.push(model)
      const names = ['', '-low', '-medium', '-high', '-pro'].map((end) => `architect${end}`)
      expect(models.map(({ id }) => id)).toEqual(names.flatMap((each) => [each, `svc-${each}`]))
      for (const model of models) {
        expect(model).toMatchObject({ object: 'model', owned_by: 'svc' })
        expect(await client().models.retrieve(model.id)).toEqual(model)
      }
      expect(models[0]).toMatchObject({
        svc: {
          effort: 'medium',
          efforts: ['low', 'medium', 'high'],
          plan: 'free',
          takes_images: true,
        },
      })
      expect(models.at(-1)).toMatchObject({ svc: { effort: 'pro', efforts: ['pro'], plan: 'pro' } })
      const error = await errorOf(client().models.retrieve('architect-huge'))
      expect(error).toMatchObject({ status: 404, code: 'model_not_found', param: 'model' })
      expect(error.message).toContain('architect-high')
    })
  })
})
