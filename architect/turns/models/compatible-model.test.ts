import { afterEach, describe, expect, test } from 'vitest'
import {
  chatArguments,
  chatCall,
  chatEnd,
  chatHello,
  chunk,
  failing,
  type Respond,
  streaming,
} from '../../../tests/servers/model-upstream.ts'
import { closeUpstreams, MODEL_KEY, openedModel } from '../../../tests/servers/opened-model.ts'
import { modelAnswer, stepRequest } from '../../../tests/servers/step-requests.ts'
import type { AnswerLimits } from './answer-limits.ts'
import type { StepRequest } from './step-model.ts'

const openWith = (answers: Respond[], limits: Partial<AnswerLimits> = {}, takesImages = true) =>
  openedModel(answers, { kind: 'openai-compatible', limits, takesImages })
afterEach(closeUpstreams)

describe('an answer', () => {
  test('has its text and the usage that the endpoint reports', async () => {
    const { model, upstream } = await openWith([chatHello])
    expect(await model.answer(stepRequest({ effort: 'pro' }))).toEqual({
      text: 'Hello',
      reasoning: '',
      calls: [],
      usage: { input: 120, cached: 100, output: 30, reasoning: 20 },
      isCut: false,
    })
    const [{ path, headers, body }] = upstream.requests
    expect(path).toBe('/v1/chat/completions')
    expect(headers.authorization).toBe(`Bearer ${MODEL_KEY}`)
    expect(body).toMatchObject({
      model: 'large',
      max_tokens: 1_000,
      reasoning_effort: 'high',
      stream: true,
      stream_options: { include_usage: true },
      messages: [
        { role: 'system', content: 'You are an architect.' },
        { role: 'user', content: 'Add a garage' },
      ],
      tools: [{ type: 'function', function: { name: 'create_room' } }],
    })
  })

  test('has reasoning, and parallel calls whose arguments come in pieces', async () => {
    const { model } = await openWith([
      streaming(
        chunk({ role: 'assistant', reasoning_content: 'A room, ' }),
        chunk({ reasoning_content: 'then a door.' }),
        chunk({ content: 'I add both.' }),
        chatCall(0, 'call_a', 'create_room', ''),
        chatArguments(0, '{"label":'),
        chatCall(1, 'call_b', 'add_door', '{"wal'),
        chatArguments(0, '"Bath"}'),
        chatArguments(1, 'lId":"w"}'),
        chatEnd('tool_calls'),
      ),
    ])
    const answer = await model.answer(stepRequest())
    expect(answer).toMatchObject({
      text: 'I add both.',
      reasoning: 'A room, then a door.',
      calls: [
        { id: 'call_a', tool: 'create_room', arguments: '{"label":"Bath"}' },
        { id: 'call_b', tool: 'add_door', arguments: '{"wallId":"w"}' },
      ],
    })
    // No usage was reported: the work is not free.
    expect(answer.usage.input).toBeGreaterThan(20)
    expect(answer.usage.output).toBeGreaterThan(10)
    expect(answer.usage.reasoning).toBe(5)
  })

  test('has calls of tools that do not exist and arguments that are not JSON as written', async () => {
    const { model } = await openWith([
      streaming(
        chatCall(0, 'call_a', 'build house!', '{"label": "Bath'),
        chatCall(1, 'call_b', 'get_scene', ''),
        chatEnd('tool_calls'),
      ),
    ])
    expect((await model.answer(stepRequest())).calls).toEqual([
      { id: 'call_a', tool: 'build house!', arguments: '{"label": "Bath' },
      { id: 'call_b', tool: 'get_scene', arguments: '{}' },
    ])
  })

  test('has ids that no earlier call has', async () => {
    const { model } = await openWith([
      streaming(chatCall(0, '0', 'get_scene', '{}'), chatEnd('tool_calls')),
    ])
    const call = { id: '0', tool: 'get_scene', arguments: '{}' }
    const { calls } = await model.answer(
      stepRequest({
        messages: [
          { role: 'user', text: 'Look', images: [] },
          { role: 'model', answer: modelAnswer({ calls: [call] }) },
          { role: 'tool', call, output: '{}', hasFailed: false, images: [] },
        ],
      }),
    )
    expect(calls).toEqual([expect.objectContaining({ tool: 'get_scene' })])
    expect(calls[0].id).toMatch(/^call_[\w-]{36}$/)
  })

  test('is cut at the limit of output tokens', async () => {
    const { model } = await openWith([
      streaming(
        chatCall(0, 'a', 'create_room', '{"la'),
        chatCall(1, 'b', 'get_scene', ''),
        chatEnd('length'),
      ),
    ])
    const { isCut, calls } = await model.answer(stepRequest())
    expect(isCut).toBe(true)
    expect(calls.map((call) => call.arguments)).toEqual(['{"la', ''])
  })
})

describe('messages', () => {
  const image = { mediaType: 'image/png', bytes: new Uint8Array([137, 80, 78, 71]) }
  const PNG = 'data:image/png;base64,iVBORw=='
  const first = { id: 'a', tool: 'view_scene', arguments: '{}' }
  const second = { id: 'b', tool: 'make it!', arguments: 'not JSON' }
  const third = { id: 'c', tool: 'get_scene', arguments: '{}' }
  const messages: StepRequest['messages'] = [
    { role: 'user', text: 'Before', images: [] },
    { role: 'model', answer: modelAnswer({ text: 'Yes.', reasoning: 'Old thoughts.' }) },
    { role: 'user', text: 'Look', images: [image] },
    {
      role: 'model',
      answer: modelAnswer({ reasoning: 'New thoughts.', calls: [first, second, third] }),
    },
    { role: 'tool', call: first, output: 'Seen.', hasFailed: false, images: [image] },
    { role: 'tool', call: second, output: 'No such tool.', hasFailed: true, images: [] },
  ]
  const [, user, , answer, ...results] = [
    { role: 'user', content: 'Before' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Look' },
        { type: 'image_url', image_url: { url: PNG } },
      ],
    },
    null,
    {
      role: 'assistant',
      content: null,
      reasoning_content: 'New thoughts.',
      tool_calls: [
        { id: 'a', type: 'function', function: { name: 'view_scene', arguments: '{}' } },
        { id: 'b', type: 'function', function: { name: 'make_it_', arguments: '"not JSON"' } },
        { id: 'c', type: 'function', function: { name: 'get_scene', arguments: '{}' } },
      ],
    },
    { role: 'tool', tool_call_id: 'a', content: 'Seen.' },
    { role: 'tool', tool_call_id: 'b', content: 'No such tool.' },
    { role: 'tool', tool_call_id: 'c', content: 'This call was not run.' },
  ]

  test('have results of all calls, then images; reasoning of this turn alone', async () => {
    const { model, upstream } = await openWith([chatHello])
    await model.answer(stepRequest({ instructions: '', messages }))
    expect(upstream.requests[0].body.messages).toEqual([
      { role: 'user', content: 'Before' },
      { role: 'assistant', content: 'Yes.' },
      user,
      answer,
      ...results,
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Images of the result of view_scene:' },
          { type: 'image_url', image_url: { url: PNG } },
        ],
      },
    ])
  })

  test('state that images were left out where the model takes none', async () => {
    const { model, upstream } = await openWith([chatHello], {}, false)
    await model.answer(stepRequest({ instructions: '', messages }))
    const sent = upstream.requests[0].body.messages
    const sentence = '\n\n[One image was left out: this model takes no images.]'
    expect(sent[2]).toEqual({ role: 'user', content: `Look${sentence}` })
    expect(sent[4]).toEqual({ role: 'tool', tool_call_id: 'a', content: `Seen.${sentence}` })
    expect(JSON.stringify(sent)).not.toContain('base64')
  })
})

describe('fields that an endpoint refuses', () => {
  const refuses = (field: string) =>
    failing(400, { error: { message: `Unsupported parameter: '${field}'.`, type: 'invalid' } })

  test('are left out from then on', async () => {
    const { model, upstream } = await openWith([
      refuses('max_tokens'),
      refuses('reasoning_effort'),
      chatHello,
    ])
    expect((await model.answer(stepRequest())).text).toBe('Hello')
    await model.answer(stepRequest())
    expect(upstream.requests).toHaveLength(4)
    for (const { body } of upstream.requests.slice(2)) {
      expect(body.max_completion_tokens).toBe(1_000)
      expect(body).not.toHaveProperty('max_tokens')
      expect(body).not.toHaveProperty('reasoning_effort')
    }
  })

  test('end the request where leaving them out does not help', async () => {
    const { failure, upstream } = await openWith([refuses('reasoning_effort')])
    expect(await failure()).toMatchObject({ reason: 'refused' })
    expect(upstream.requests).toHaveLength(2)
  })
})
