import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import {
  begin,
  chatArguments,
  chatCall,
  chatEnd,
  chatHello,
  chunk,
  endless,
  failing,
  type Respond,
  streaming,
} from '../../../tests/servers/model-upstream.ts'
import { closeUpstreams, MODEL_KEY, openedModel } from '../../../tests/servers/opened-model.ts'
import { stepRequest } from '../../../tests/servers/step-requests.ts'
import type { AnswerLimits } from './answer-limits.ts'

const openWith = (answers: Respond[], limits: Partial<AnswerLimits> = {}, takesImages = true) =>
  openedModel(answers, { kind: 'openai-compatible', limits, takesImages })
afterEach(closeUpstreams)

describe('a failure', () => {
  test.each([
    [401, 'refused', { error: { message: `Incorrect API key provided: ${MODEL_KEY}.` } }],
    [403, 'refused', { error: { message: 'No access to this model' } }],
    [404, 'refused', { error: { message: 'The model m does not exist' } }],
    [429, 'refused', { error: { message: 'Pay first', code: 'insufficient_quota' } }],
    [302, 'refused', 'moved'],
    [400, 'too_long', { error: { message: 'x', code: 'context_length_exceeded' } }],
    [400, 'too_long', { object: 'error', message: 'maximum context length is 4096 tokens' }],
    [413, 'too_long', 'too large'],
  ])('of status %i is %s, and is not repeated', async (status, reason, body) => {
    const { failure, upstream } = await openWith([
      failing(status, body, { location: 'http://127.0.0.1:9/' }),
    ])
    expect(await failure()).toMatchObject({ name: 'ModelFailure', reason })
    expect(upstream.requests).toHaveLength(1)
  })

  test.each([
    [429, 'busy'],
    [503, 'busy'],
    [500, 'unavailable'],
    [502, 'unavailable'],
  ])('of status %i is %s after the last repeat', async (status, reason) => {
    const { failure, upstream } = await openWith([failing(status, 'x'.repeat(100_000))], {
      sendsMax: 3,
    })
    expect(await failure()).toMatchObject({ reason })
    expect(upstream.requests).toHaveLength(3)
  })

  test('that passes is repeated after the wait that the provider requests', async () => {
    const { model, upstream } = await openWith([
      failing(429, { error: { message: 'slow down' } }, { 'retry-after-ms': '40' }),
      failing(503, 'x', { 'retry-after': '0' }),
      chatHello,
    ])
    const start = performance.now()
    expect((await model.answer(stepRequest())).text).toBe('Hello')
    expect(performance.now() - start).toBeGreaterThan(35)
    expect(upstream.requests).toHaveLength(3)
  })

  test('with a longer wait than the bound is not repeated', async () => {
    const { failure, upstream } = await openWith([failing(429, 'x', { 'retry-after': '3600' })])
    expect(await failure()).toMatchObject({ reason: 'busy' })
    expect(upstream.requests).toHaveLength(1)
  })

  test('of the connection is unavailable', async () => {
    const { failure, upstream } = await openWith([chatHello], { sendsMax: 2 })
    await upstream.close()
    expect(await failure()).toMatchObject({ reason: 'unavailable' })
  })

  test('never has the key or a long body in its texts', async () => {
    const long = `${MODEL_KEY} sk-proj-abc***xyz ${'lorem ipsum '.repeat(500)}`
    for (const answer of [
      failing(401, { error: { message: long } }),
      failing(400, long),
      streaming(chunk({ content: 'A' }), `data: ${long}\n\n`),
      streaming(`data: ${JSON.stringify({ error: { message: long } })}\n\n`),
    ]) {
      const { failure } = await openWith([answer], { sendsMax: 1 })
      const error = await failure()
      const shown = `${error.message} ${error.detail} ${error.stack} ${JSON.stringify(error)}`
      expect(shown).not.toContain(MODEL_KEY)
      expect(shown).not.toContain('abc***xyz')
      expect(`${error.message}${error.detail}`.length).toBeLessThan(450)
      expect(error.cause).toBeUndefined()
    }
  })

  test.each([
    ['JSON that is not a stream', failing(200, { choices: [{ message: { content: 'Hi' } }] })],
    ['a page', failing(200, '<html>Sign in</html>', { 'content-type': 'text/html' })],
    ['an empty body', streaming()],
    ['events that are not JSON', streaming('data: {"choices": [{\n\n')],
    ['events of another protocol', streaming('data: {"chatHello": 1}\n\n')],
  ])('of %s with status 200 is invalid', async (_, answer) => {
    const { failure, upstream } = await openWith([answer])
    expect(await failure()).toMatchObject({ reason: 'invalid' })
    expect(upstream.requests).toHaveLength(1)
  })

  test('within an answer is not repeated', async () => {
    const error = 'data: {"error": {"message": "boom", "code": 502}}\n\n'
    const ends: ((response: ServerResponse) => unknown)[] = [
      (response) => response.end(),
      (response) => response.destroy(),
      (response) => response.end(error),
    ]
    for (const end of ends) {
      const { failure, upstream } = await openWith([
        (_, response) => {
          begin(response)
          response.write(chunk({ content: 'Hel' }), () => end(response))
        },
      ])
      expect(await failure()).toMatchObject({ reason: 'unavailable' })
      expect(upstream.requests).toHaveLength(1)
    }
  })
})

describe('a stream', () => {
  test('that never begins is silent, and its connection is closed', async () => {
    const { failure, upstream } = await openWith([() => {}], { first_ms: 1_000 })
    expect(await failure()).toMatchObject({ reason: 'silent' })
    await upstream.requests[0].closed
    expect(upstream.requests).toHaveLength(1)
  })

  test('that stalls is silent, and its connection is closed', async () => {
    const { failure, upstream } = await openWith(
      [
        (_, response) => {
          begin(response)
          response.write(chunk({ content: 'Hel' }))
        },
      ],
      { silent_ms: 50 },
    )
    expect(await failure()).toMatchObject({ reason: 'silent' })
    await upstream.requests[0].closed
  })

  test('that is slow, with pings, is waited for', async () => {
    const { model } = await openWith(
      [
        async (_, response) => {
          begin(response)
          for (let pings = 0; pings < 12; pings++) {
            await new Promise((resolve) => setTimeout(resolve, 80))
            response.write(': ping\n\n')
          }
          response.end(chunk({ content: 'Late' }) + chatEnd('stop'))
        },
      ],
      { silent_ms: 800 },
    )
    expect((await model.answer(stepRequest())).text).toBe('Late')
  })

  test.each([
    ['text', { charactersMax: 100_000 }, () => chunk({ content: 'x'.repeat(1_000) })],
    [
      'reasoning',
      { charactersMax: 100_000 },
      () => chunk({ reasoning_content: 'x'.repeat(1_000) }),
    ],
    [
      'arguments',
      { charactersMax: 100_000 },
      (n: number) =>
        n === 0 ? chatCall(0, 'a', 'create_room', '{') : chatArguments(0, ' '.repeat(1_000)),
    ],
    ['calls', {}, (n: number) => chatCall(n, `call_${n}`, 'get_scene', '{}')],
    ['empty events', { bytesMax: 200_000 }, () => chunk({})],
    ['one line', { bytesMax: 200_000 }, (n: number) => (n === 0 ? 'data: "' : 'x'.repeat(1_000))],
    ['pings', { answer_ms: 1_000 }, () => ': ping\n\n'],
  ])('of %s without an end is endless, and its connection is closed', async (_, limits, event) => {
    const { failure, upstream } = await openWith([endless(event)], limits)
    expect(await failure()).toMatchObject({ reason: 'endless' })
    await upstream.requests[0].closed
    expect(upstream.requests).toHaveLength(1)
  })

  test('is closed at once when the request is aborted, and the reason is thrown', async () => {
    const controller = new AbortController()
    const { failure, upstream } = await openWith([
      (_, response) => {
        begin(response)
        response.write(chunk({ content: 'Hel' }))
        setTimeout(() => controller.abort(new Error('stopped by a person')), 20)
      },
    ])
    expect((await failure({ signal: controller.signal })).message).toBe('stopped by a person')
    await upstream.requests[0].closed
  })

  test('is not begun again when the request is aborted between two sends', async () => {
    const controller = new AbortController()
    const { failure, upstream } = await openWith([
      (_, response) => {
        response.writeHead(503, { 'retry-after': '10' }).end()
        setTimeout(() => controller.abort(new Error('stopped')), 30)
      },
    ])
    expect((await failure({ signal: controller.signal })).message).toBe('stopped')
    expect(upstream.requests).toHaveLength(1)
  })
})
