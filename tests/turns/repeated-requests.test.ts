import { createOpenAI } from '@ai-sdk/openai'
import { generateText } from 'ai'
import type OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { onEmbeddedEngine } from '../accounts/accounts-on.ts'
import { isLongRun } from '../long-run.ts'
import { LossyProxy } from '../servers/lossy-proxy.ts'
import { clientScript } from './client-script.ts'
import { TurnServer } from './turn-server.ts'

type Project = { project_id: string }

/** Ways of one turn with the official client, each with the text of its reply. */
const WAYS: [string, (client: OpenAI, metadata: Project) => Promise<string>][] = [
  [
    'a response in the foreground',
    async (client, metadata) => {
      const sent = { model: 'architect', input: 'Change nothing', metadata }
      return (await client.responses.create(sent)).output_text
    },
  ],
  [
    'a stream of events',
    async (client, metadata) => {
      const sent = { model: 'architect', input: 'Change nothing', metadata }
      return (await client.responses.stream(sent).finalResponse()).output_text
    },
  ],
  [
    'a completion',
    async (client, metadata) => {
      const messages = [{ role: 'user' as const, content: 'Change nothing' }]
      const sent = { model: 'architect', messages, metadata }
      return `${(await client.chat.completions.create(sent)).choices[0].message.content}`
    },
  ],
  [
    'a stream of chunks',
    async (client, metadata) => {
      const messages = [{ role: 'user' as const, content: 'Change nothing' }]
      const stream = client.chat.completions.stream({ model: 'architect', messages, metadata })
      return `${await stream.finalContent()}`
    },
  ],
]

onEmbeddedEngine((engine) => {
  const settings = clientScript()
  let server: TurnServer
  let proxy: LossyProxy
  beforeAll(async () => {
    server = await TurnServer.open(engine, settings)
    proxy = await LossyProxy.before(server.origin)
  })
  afterAll(async () => {
    vi.restoreAllMocks()
    await proxy.close()
    await server.close()
    settings[Symbol.dispose]()
  })
  const newProject = async () => ({ project_id: await server.service.project() })

  test.each(WAYS.filter(([way]) => isLongRun || !way.startsWith('a stream')))(
    '%s whose connection is lost is sent again, and is one turn',
    async (_, send) => {
      for (const [, client] of await server.clients({ baseURL: `${proxy.origin}/v1` })) {
        const metadata = await newProject()
        proxy.losses = 1
        expect(await send(client, metadata)).toBe('Nothing was changed.')
        expect(proxy.losses).toBe(0)
        expect(await server.turnsOf(metadata.project_id)).toBe(1)
      }
    },
  )

  if (isLongRun)
    test('a turn that takes longer than the client waits is one turn', async () => {
      for (const [, client] of await server.clients({ timeout: 300, maxRetries: 10 })) {
        const metadata = await newProject()
        const messages = [{ role: 'user' as const, content: 'pause' }]
        const sent = { model: 'architect', messages, metadata }
        const completion = await client.chat.completions.create(sent)
        expect(completion.choices[0].message.content).toBe('After a pause.')
        expect(await server.turnsOf(metadata.project_id)).toBe(1)
      }
    })

  if (isLongRun)
    test('a client that counts no retries gets one turn by its Idempotency-Key', async () => {
      const { project_id } = await newProject()
      const provider = createOpenAI({
        apiKey: server.service.key,
        baseURL: `${proxy.origin}/v1`,
        headers: { 'X-Svc-Project': project_id },
      })
      proxy.losses = 1
      const { text } = await generateText({
        model: provider.chat('architect'),
        prompt: 'Change nothing',
        headers: { 'Idempotency-Key': 'one' },
      })
      expect(text).toBe('Nothing was changed.')
      expect(proxy.losses).toBe(0)
      expect(await server.turnsOf(project_id)).toBe(1)
    })

  describe('the same request without a key', () => {
    const body = (metadata: Project) => ({ model: 'architect', input: 'Change nothing', metadata })
    const post = async (metadata: Project, headers: Record<string, string> = {}) => {
      const answer = await server.post('/v1/responses', body(metadata), headers)
      return ((await answer.json()) as { id: string }).id
    }

    test('is another turn, unless the client counts it as a retry of its own', async () => {
      const metadata = await newProject()
      const first = await post(metadata, { 'x-stainless-retry-count': '0' })
      const second = await post(metadata)
      expect(second).not.toBe(first)
      expect(await post(metadata, { 'x-stainless-retry-count': '1' })).toBe(second)
      const other = await server.service.keyOf(server.service.personId)
      const headers = { 'x-stainless-retry-count': '1', authorization: `Bearer ${other}` }
      expect([first, second]).not.toContain(await post(metadata, headers))
      expect(await server.turnsOf(metadata.project_id)).toBe(3)
    })
  })

  describe('an Idempotency-Key', () => {
    test('finds the turn again, running or ended, with the id of that turn', async () => {
      const client = await server.client()
      const sent = { model: 'architect', input: 'pause', metadata: await newProject() }
      const options = { headers: { 'Idempotency-Key': 'two' } }
      const background = { ...sent, background: true }
      const first = await client.responses.create(background, options)
      const running = await client.responses.create(background, options)
      expect(running.id).toBe(first.id)
      expect(running._request_id).toBe(first.id)
      const ended = await client.responses.stream({ response_id: first.id }).finalResponse()
      const again = await client.responses.create(background, options)
      expect(again).toMatchObject({ id: first.id, output_text: ended.output_text })
      expect(again.output_text).toBe('After a pause.')
      expect(await server.turnsOf(sent.metadata.project_id)).toBe(1)
    })

    test('with another request is refused by name, and not sent again', async () => {
      let requests = 0
      const client = await server.client()
      const counting = client.withOptions({
        fetch: (url, init) => {
          requests++
          return fetch(url, init)
        },
      })
      const metadata = await newProject()
      const options = { headers: { 'Idempotency-Key': 'three' } }
      const sent = { model: 'architect', input: 'nothing', metadata }
      await client.responses.create(sent, options)
      for (const other of [
        { ...sent, input: 'Nothing' },
        { ...sent, stream: true as const },
      ])
        await expect(counting.responses.create(other, options)).rejects.toMatchObject({
          status: 409,
          code: 'idempotency_mismatch',
          param: 'Idempotency-Key',
        })
      expect(requests).toBe(2)
      expect(await server.turnsOf(metadata.project_id)).toBe(1)
      const bad = { headers: { 'Idempotency-Key': 'x'.repeat(256) } }
      await expect(client.responses.create(sent, bad)).rejects.toMatchObject({
        status: 400,
        param: 'Idempotency-Key',
      })
    })

    test('answers a question once, however often the answer is sent', async () => {
      const client = await server.client()
      const metadata = await newProject()
      await client.responses.create({ model: 'architect', input: 'Add a garage', metadata })
      const answer = { model: 'architect', input: '2', metadata }
      const options = { headers: { 'Idempotency-Key': 'four' } }
      const first = await client.responses.create(answer, options)
      expect(first.output_text).toBe('East it is.')
      expect(await client.responses.create(answer, options)).toEqual(first)
    })
  })

  test('too many waiting turns are 429, after which the client sends the request again', async () => {
    const metadata = await newProject()
    const { client, requests } = await watched()
    const waiting: string[] = []
    for (let count = 0; count < 9; count++) {
      const sent = { model: 'architect', input: 'wait', background: true, metadata }
      waiting.push((await client.responses.create(sent)).id)
    }
    // One runs once a worker has it, and eight wait.
    const isRunning = async () => (await client.responses.retrieve(waiting[0])).status
    await expect.poll(isRunning, { interval: 50 }).toBe('in_progress')
    const options = { headers: { 'Idempotency-Key': 'five' } }
    requests.on429 = async () => {
      for (const id of waiting.toReversed()) await client.responses.cancel(id)
    }
    const sent = { model: 'architect', input: 'nothing', metadata }
    const response = await client.responses.create(sent, options)
    expect(response.output_text).toBe('Nothing was changed.')
    expect(requests.refused).toMatchObject([{ 'x-should-retry': 'true', 'retry-after': '30' }])
    expect(await server.turnsOf(metadata.project_id)).toBe(10)
  })

  test('a failure of the service is not sent again', async () => {
    const { client, requests } = await watched()
    const { turns } = server.service.opened.parts
    vi.spyOn(turns, 'create').mockRejectedValue(new Error('a fault of the test'))
    const metadata = await newProject()
    const sent = { model: 'architect', input: 'nothing', metadata }
    const messages = [{ role: 'user' as const, content: 'nothing' }]
    const refused = { status: 500, code: 'internal_error', type: 'server_error' }
    await expect(client.responses.create(sent)).rejects.toMatchObject(refused)
    const chat = { model: 'architect', messages, metadata }
    await expect(client.chat.completions.create(chat)).rejects.toMatchObject(refused)
    vi.restoreAllMocks()
    expect(requests.count).toBe(2)
  })

  test('a completion whose turn cannot be followed any more names the turn to read', async () => {
    const { client, requests } = await watched()
    const { turns } = server.service.opened.parts
    vi.spyOn(turns, 'whenEnded').mockRejectedValue(new Error('a fault of the test'))
    const messages = [{ role: 'user' as const, content: 'nothing' }]
    const chat = { model: 'architect', messages, metadata: await newProject() }
    const completion = await client.chat.completions.create(chat)
    vi.restoreAllMocks()
    expect(completion.choices[0]).toMatchObject({
      finish_reason: 'length',
      message: { content: expect.stringContaining(`GET /v1/responses/${completion.id}`) },
    })
    expect(requests.count).toBe(1)
  })

  /** A client whose requests are counted, and which does not wait after a 429. */
  async function watched() {
    const requests = {
      count: 0,
      refused: [] as Record<string, string>[],
      on429: async () => {},
    }
    const client = (await server.client()).withOptions({
      fetch: async (url, init) => {
        requests.count++
        const answer = await fetch(url, init)
        if (answer.status !== 429) return answer
        requests.refused.push(Object.fromEntries(answer.headers))
        await requests.on429()
        const headers = new Headers(answer.headers)
        headers.set('retry-after-ms', '1')
        return new Response(answer.body, { status: 429, headers })
      },
    })
    return { client, requests }
  }
})
