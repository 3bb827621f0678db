import { afterEach, describe, expect, test } from 'vitest'
import {
  begin,
  block,
  endless,
  failing,
  messageEnd,
  messageEvent,
  messageStart,
  type Respond,
  streaming,
} from '../../../tests/servers/model-upstream.ts'
import { closeUpstreams, MODEL_KEY, openedModel } from '../../../tests/servers/opened-model.ts'
import { modelAnswer, stepRequest } from '../../../tests/servers/step-requests.ts'
import type { AnswerLimits } from './answer-limits.ts'
import type { StepRequest } from './step-model.ts'

const openWith = (
  answers: Respond[],
  { name = 'claude-opus-4-6', ...limits }: Partial<AnswerLimits> & { name?: string } = {},
) => openedModel(answers, { kind: 'anthropic', name, limits })
afterEach(closeUpstreams)

const textBlock = (index: number, ...texts: string[]) =>
  block(
    index,
    { type: 'text', text: '' },
    texts.map((text) => ({ type: 'text_delta', text })),
  )
const thinking = (index: number, text: string, signature: string) =>
  block(index, { type: 'thinking', thinking: '', signature: '' }, [
    { type: 'thinking_delta', thinking: text },
    { type: 'signature_delta', signature },
  ])
const toolUse = (index: number, id: string, name: string, ...pieces: string[]) =>
  block(
    index,
    { type: 'tool_use', id, name, input: {} },
    pieces.map((partial_json) => ({ type: 'input_json_delta', partial_json })),
  )
const USAGE = {
  input_tokens: 20,
  cache_read_input_tokens: 900,
  cache_creation_input_tokens: 80,
  output_tokens: 1,
}
const hello = streaming(
  messageStart(USAGE),
  messageEvent({ type: 'ping' }),
  textBlock(0, 'Hel', 'lo'),
  messageEnd('end_turn', { output_tokens: 12 }),
)

describe('an answer', () => {
  test('has its text, and the whole input of which some was cached', async () => {
    const { model, upstream } = await openWith([hello])
    expect(await model.answer(stepRequest({ effort: 'high' }))).toEqual({
      text: 'Hello',
      reasoning: '',
      calls: [],
      usage: { input: 1_000, cached: 900, output: 12, reasoning: 0 },
      isCut: false,
    })
    const [{ path, headers, body }] = upstream.requests
    expect(path).toBe('/v1/messages')
    expect(headers['x-api-key']).toBe(MODEL_KEY)
    const cache_control = { type: 'ephemeral' }
    expect(body).toMatchObject({
      model: 'claude-opus-4-6',
      max_tokens: 1_000,
      stream: true,
      thinking: { type: 'adaptive' },
      output_config: { effort: 'high' },
      system: [{ type: 'text', text: 'You are an architect.', cache_control }],
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Add a garage', cache_control }] },
      ],
      tools: [{ name: 'create_room', input_schema: { type: 'object' } }],
    })
  })

  test('of a model with a budget of thinking has one that grows with the effort', async () => {
    const { model, upstream } = await openWith([hello], { name: 'claude-sonnet-4-5' })
    for (const effort of ['low', 'medium', 'high'] as const)
      await model.answer(stepRequest({ effort }))
    const budgets = upstream.requests.map(({ body }) => body.thinking.budget_tokens)
    expect(budgets).toEqual([...budgets].sort((a, b) => a - b))
    expect(new Set(budgets).size).toBe(3)
  })

  test('goes on from its thinking with the results of its calls', async () => {
    const { model, upstream } = await openWith([
      streaming(
        messageStart(USAGE),
        thinking(0, 'First the walls.', 'c2lnbmF0dXJl'),
        block(1, { type: 'redacted_thinking', data: 'c2VjcmV0' }, []),
        textBlock(2, 'I look.'),
        toolUse(3, 'toolu_1', 'view_scene', '{"vi', 'ew":"plan"}'),
        toolUse(4, 'toolu_2', 'get_scene'),
        messageEnd('tool_use', { output_tokens: 60 }),
      ),
      hello,
    ])
    const request = stepRequest()
    const answer = await model.answer(request)
    expect(answer).toMatchObject({
      text: 'I look.',
      reasoning: 'First the walls.',
      calls: [
        { id: 'toolu_1', tool: 'view_scene', arguments: '{"view":"plan"}' },
        { id: 'toolu_2', tool: 'get_scene', arguments: '{}' },
      ],
    })
    // It is stored between the steps.
    const stored = JSON.parse(JSON.stringify(answer))
    const [view, scene] = answer.calls
    const image = { mediaType: 'image/png', bytes: new Uint8Array([137, 80, 78, 71]) }
    const messages: StepRequest['messages'] = [
      ...request.messages,
      { role: 'model', answer: stored },
      { role: 'tool', call: view, output: 'A plan', hasFailed: false, images: [image] },
      { role: 'tool', call: scene, output: 'No scene', hasFailed: true, images: [] },
    ]
    await model.answer({ ...request, messages })
    const base64 = { type: 'base64', media_type: 'image/png', data: 'iVBORw==' }
    expect(upstream.requests[1].body.messages.slice(1)).toEqual([
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'First the walls.', signature: 'c2lnbmF0dXJl' },
          { type: 'redacted_thinking', data: 'c2VjcmV0' },
          { type: 'text', text: 'I look.' },
          { type: 'tool_use', id: 'toolu_1', name: 'view_scene', input: { view: 'plan' } },
          { type: 'tool_use', id: 'toolu_2', name: 'get_scene', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: 'toolu_1',
            content: [
              { type: 'text', text: 'A plan' },
              { type: 'image', source: base64 },
            ],
          },
          {
            type: 'tool_result',
            tool_use_id: 'toolu_2',
            content: 'No scene',
            is_error: true,
            cache_control: { type: 'ephemeral' },
          },
        ],
      },
    ])
    // Signatures of one model mean nothing to another.
    const other = await openWith([hello], { name: 'claude-opus-4-8' })
    await other.model.answer({ ...request, messages })
    const types = other.upstream.requests[0].body.messages[1].content.map(
      ({ type }: { type: string }) => type,
    )
    expect(types).toEqual(['text', 'tool_use', 'tool_use'])
  })

  test('with arguments that are not JSON is a call, and can be sent back', async () => {
    const { model, upstream } = await openWith([
      streaming(
        messageStart(USAGE),
        toolUse(0, 'toolu_1', 'create_room', '{"label": "Ba'),
        messageEnd('max_tokens', { output_tokens: 9 }),
      ),
      hello,
    ])
    const request = stepRequest()
    const answer = await model.answer(request)
    expect(answer).toMatchObject({ isCut: true, calls: [{ arguments: '{"label": "Ba' }] })
    await model.answer({
      ...request,
      messages: [...request.messages, { role: 'model', answer }],
    })
    expect(upstream.requests[1].body.messages.slice(1)).toMatchObject([
      { content: [{ type: 'tool_use', input: { rawInvalidInput: '{"label": "Ba' } }] },
      { content: [{ type: 'tool_result', is_error: true, content: 'This call was not run.' }] },
    ])
  })

  test('without text and calls is not sent back, since the API refuses it', async () => {
    const { model, upstream } = await openWith([hello])
    const user = { role: 'user', text: 'Again', images: [] } as const
    await model.answer(
      stepRequest({
        messages: [
          { ...user, images: [] },
          { role: 'model', answer: modelAnswer() },
          { ...user, images: [] },
        ],
      }),
    )
    expect(upstream.requests[0].body.messages.map(({ role }: { role: string }) => role)).toEqual([
      'user',
    ])
  })
})

describe('a failure', () => {
  const error = (type: string, message = 'x') => ({ type: 'error', error: { type, message } })
  test.each([
    [401, error('authentication_error', `invalid x-api-key ${MODEL_KEY}`), 'refused', 1],
    [404, error('not_found_error', 'model: m'), 'refused', 1],
    [400, error('invalid_request_error', 'credit balance is too low'), 'refused', 1],
    [
      400,
      error('invalid_request_error', 'prompt is too long: 210000 tokens > 200000 maximum'),
      'too_long',
      1,
    ],
    [413, error('request_too_large'), 'too_long', 1],
    [429, error('rate_limit_error'), 'busy', 2],
    [529, error('overloaded_error'), 'busy', 2],
    [500, error('api_error'), 'unavailable', 2],
  ])('of status %i with %j is %s, sent %i times', async (status, body, reason, sends) => {
    const { failure, upstream } = await openWith([failing(status, body)], { sendsMax: 2 })
    const failed = await failure()
    expect(failed).toMatchObject({ name: 'ModelFailure', reason })
    expect(`${failed.message} ${failed.detail} ${failed.stack}`).not.toContain(MODEL_KEY)
    expect(upstream.requests).toHaveLength(sends)
  })

  test('at the begin of a stream is repeated, and within an answer it is not', async () => {
    const overloaded = messageEvent({ ...error('overloaded_error', 'Overloaded') })
    const { model, upstream } = await openWith([streaming(overloaded), hello])
    expect((await model.answer(stepRequest())).text).toBe('Hello')
    expect(upstream.requests).toHaveLength(2)
    const begun = messageEvent({
      type: 'content_block_start',
      index: 0,
      content_block: { type: 'text', text: '' },
    })
    const delta = messageEvent({
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'text_delta', text: 'Hel' },
    })
    const later = await openWith([streaming(messageStart(USAGE), begun, delta, overloaded)])
    expect(await later.failure()).toMatchObject({ reason: 'busy' })
    expect(later.upstream.requests).toHaveLength(1)
    const cut = await openWith([streaming(messageStart(USAGE), begun, delta)])
    expect(await cut.failure()).toMatchObject({ reason: 'unavailable' })
  })

  test.each([
    ['a page', failing(200, '<html></html>', { 'content-type': 'text/html' })],
    ['JSON that is not a stream', failing(200, { type: 'message', content: [] })],
    ['events of another protocol', streaming('data: {"choices": []}\n\n')],
    ['a stream of nothing', streaming(messageStart(USAGE))],
  ])('of %s with status 200 is invalid', async (_, answer) => {
    const { failure } = await openWith([answer])
    expect(await failure()).toMatchObject({ reason: 'invalid' })
  })
})

describe('a stream', () => {
  test.each([
    [
      'text',
      () =>
        messageEvent({
          type: 'content_block_delta',
          index: 0,
          delta: { type: 'text_delta', text: 'x'.repeat(1_000) },
        }),
      { charactersMax: 100_000 },
    ],
    ['calls', (n: number) => toolUse(n, `toolu_${n}`, 'get_scene', '{}'), {}],
    ['calls with one id', (n: number) => toolUse(n, 'toolu_1', 'get_scene'), {}],
    ['pings', () => messageEvent({ type: 'ping' }), { answer_ms: 1_000 }],
  ])('of %s without an end is endless, and its connection is closed', async (_, event, limits) => {
    const { failure, upstream } = await openWith(
      [endless((n) => (n === 0 ? messageStart(USAGE) : event(n)))],
      limits,
    )
    expect(await failure()).toMatchObject({ reason: 'endless' })
    await upstream.requests[0].closed
  })

  test('that stalls is silent, and one that is aborted throws the reason', async () => {
    const stalling =
      (then = () => {}): Respond =>
      (_, response) => {
        begin(response)
        response.write(messageStart(USAGE), then)
      }
    const stalled = await openWith([stalling()], { silent_ms: 50 })
    expect(await stalled.failure()).toMatchObject({ reason: 'silent' })
    await stalled.upstream.requests[0].closed
    const controller = new AbortController()
    const aborted = await openWith([stalling(() => controller.abort(new Error('stopped')))])
    expect((await aborted.failure({ signal: controller.signal })).message).toBe('stopped')
    await aborted.upstream.requests[0].closed
  })
})
