import { createOpenResponses } from '@ai-sdk/open-responses'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import {
  Agent,
  OpenAIChatCompletionsModel,
  OpenAIResponsesModel,
  run,
  setTracingDisabled,
} from '@openai/agents'
import { APICallError, generateText, type LanguageModel, streamText } from 'ai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { onEmbeddedEngine } from '../accounts/accounts-on.ts'
import { isLongRun } from '../long-run.ts'
import { clientScript } from './client-script.ts'
import { TurnServer } from './turn-server.ts'

const REPLY = 'It has **1 level**. 🏠'

interface Wanted {
  apiKey: string
  baseURL: string
  headers: Record<string, string>
}

/** Providers of the AI SDK, and whether each shows reasoning. */
const PROVIDERS: [name: string, model: (wanted: Wanted) => LanguageModel, hasReasoning: boolean][] =
  [
    ['@ai-sdk/openai, Responses', (wanted) => createOpenAI(wanted).responses('architect'), true],
    ['@ai-sdk/openai, Chat Completions', (wanted) => createOpenAI(wanted).chat('architect'), false],
    [
      '@ai-sdk/openai-compatible',
      (wanted) =>
        createOpenAICompatible({ ...wanted, name: 'plat', includeUsage: true })('architect'),
      true,
    ],
    [
      '@ai-sdk/open-responses',
      ({ baseURL, ...wanted }) =>
        createOpenResponses({ ...wanted, name: 'plat', url: `${baseURL}/responses` })('architect'),
      true,
    ],
  ]

onEmbeddedEngine((engine) => {
  const settings = clientScript()
  let server: TurnServer
  beforeAll(async () => {
    setTracingDisabled(true)
    server = await TurnServer.open(engine, settings)
  })
  afterAll(async () => {
    setTracingDisabled(false)
    await server.close()
    settings[Symbol.dispose]()
  })

  /** A new project and the settings of a client that works on it. */
  async function wanted(): Promise<Wanted & { project: string }> {
    const { service, baseURL } = server
    const project = await service.project()
    const apiKey = await service.keyOf(service.personId)
    return { apiKey, baseURL, project, headers: { 'X-Svc-Project': project } }
  }

  describe.each(PROVIDERS.filter((_, nth) => isLongRun || nth === 0))(
    '%s',
    (_, modelOf, hasReasoning) => {
      test('a turn is a text with its usage', async () => {
        const made = await wanted()
        const result = await generateText({
          model: modelOf(made),
          system: 'Be brief.',
          prompt: 'Look around',
          temperature: 0.2,
          maxOutputTokens: 500,
        })
        expect(result.text).toBe(REPLY)
        expect(result.finishReason).toBe('stop')
        if (hasReasoning) expect(result.reasoningText).toContain('list levels: 1 found')
        expect(result.usage.inputTokens).toBeGreaterThan(0)
        expect(result.response.id).toMatch(/^resp_/)
        expect(await server.turnsOf(made.project)).toBe(1)
      })

      test('a stream is the same text, with the reasoning before it', async () => {
        const made = await wanted()
        const result = streamText({ model: modelOf(made), prompt: 'Look around' })
        const types: string[] = []
        for await (const { type } of result.fullStream) types.push(type)
        expect(await result.text).toBe(REPLY)
        expect(await result.finishReason).toBe('stop')
        expect(types).not.toContain('error')
        if (!hasReasoning) return
        expect(types.indexOf('reasoning-delta')).toBeGreaterThan(0)
        expect(types.indexOf('text-delta')).toBeGreaterThan(types.lastIndexOf('reasoning-delta'))
      })

      test('a turn whose credits end has the reason length', async () => {
        const made = await wanted()
        // Not every provider sends metadata of its own.
        const fetchCapped: typeof fetch = (url, init) => {
          const body = JSON.parse(`${init?.body}`)
          const metadata = { svc_max_credits: '2' }
          return fetch(url, { ...init, body: JSON.stringify({ ...body, metadata }) })
        }
        const capped = { ...made, fetch: fetchCapped }
        const result = await generateText({ model: modelOf(capped), prompt: 'dear' })
        expect(result.text).toContain('I begin.')
        // Responses has no reason that stands for the credits of a turn.
        expect(result.finishReason).toMatch(/length|other/)
      })

      test('a turn that fails is an error, and is not sent again', async () => {
        const made = await wanted()
        for (const prompt of ['broken', 'down']) {
          const error = await generateText({ model: modelOf(made), prompt }).then(
            () => null,
            (thrown) => thrown,
          )
          expect(APICallError.isInstance(error), `${error}`).toBe(true)
          expect(error.message).toContain('The script fails here: unavailable.')
          const errors: unknown[] = []
          const onError = ({ error }: { error: unknown }) => void errors.push(error)
          const result = streamText({ model: modelOf(made), prompt, onError })
          for await (const _part of result.fullStream);
          expect(JSON.stringify(errors)).toContain('The script fails here: unavailable.')
        }
        expect(await server.turnsOf(made.project)).toBe(4)
      })
    },
  )

  describe.each([
    ['Responses', OpenAIResponsesModel],
    ['Chat Completions', OpenAIChatCompletionsModel],
  ])('@openai/agents, %s', (_, Model) => {
    async function agent() {
      const project_id = await server.service.project()
      const model = new Model((await server.client()) as never, 'architect')
      const modelSettings = { providerData: { metadata: { project_id } } }
      return {
        project_id,
        agent: new Agent({ name: 'A', instructions: 'Be brief.', model, modelSettings }),
      }
    }

    test('a turn is the output of an agent, also as a stream', async () => {
      const { agent: first } = await agent()
      expect((await run(first, 'Look around')).finalOutput).toBe(REPLY)
      const { agent: second } = await agent()
      const stream = await run(second, 'Look around', { stream: true })
      const types: string[] = []
      for await (const { type } of stream) types.push(type)
      await stream.completed
      expect(stream.finalOutput).toBe(REPLY)
      expect(types.length).toBeGreaterThan(5)
    })

    test('a turn that fails is an error, and is not sent again', async () => {
      const { agent: made, project_id } = await agent()
      await expect(run(made, 'broken')).rejects.toThrow(/failed|fails/)
      expect(await server.turnsOf(project_id)).toBe(1)
    })
  })
})
