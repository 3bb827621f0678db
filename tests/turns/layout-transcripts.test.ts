import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ModelSettings } from '../../architect/turns/models/model-settings.ts'
import { onEmbeddedEngine } from '../accounts/accounts-on.ts'
import { isLongRun } from '../long-run.ts'
import { ProjectsService } from '../projects/projects-service.ts'
import {
  block,
  chatArguments,
  chatCall,
  chatEnd,
  chunk,
  ModelUpstream,
  messageEnd,
  messageStart,
  type Respond,
  streaming,
} from '../servers/model-upstream.ts'
import { TurnRequests } from './turn-requests.ts'

const LAYOUT = JSON.stringify({
  rooms: [
    { label: 'Living room', roomType: 'living', sides: ['south'] },
    { label: 'Kitchen', roomType: 'kitchen', openTo: ['Living room'] },
    { label: 'Bedroom', roomType: 'bedroom', area: 14 },
    { label: 'Bathroom', roomType: 'bathroom' },
  ],
})
const CHECK = JSON.stringify({ minSeverity: 'error' })
const REPLY =
  'A house with a living room in the south, a kitchen open to it, a bedroom and a bathroom.'

/** The arguments of a call arrive in pieces. */
const halves = (json: string): [string, string] => [json.slice(0, 40), json.slice(40)]

const started = messageStart({ input_tokens: 9_000, output_tokens: 1 })
const ended = (reason: string) => messageEnd(reason, { output_tokens: 120 })
const usage = { prompt_tokens: 9_000, completion_tokens: 120 }

/** A call as Anthropic's Messages stream it. */
const messagesCall = (id: string, name: string, json: string): Respond =>
  streaming(
    started,
    block(
      0,
      { type: 'tool_use', id, name, input: {} },
      halves(json).map((part) => ({ type: 'input_json_delta', partial_json: part })),
    ),
    ended('tool_use'),
  )

/** A call as Chat Completions stream it. */
function completionsCall(id: string, name: string, json: string): Respond {
  const [first, rest] = halves(json)
  return streaming(
    chatCall(0, id, name, first),
    chatArguments(0, rest),
    chatEnd('tool_calls', usage),
  )
}

/** The reply of Anthropic's. */
const REPLIED = streaming(
  started,
  block(0, { type: 'text', text: '' }, [{ type: 'text_delta', text: REPLY }]),
  ended('end_turn'),
)
/** The same turn of both providers: a call in each of two answers, and the reply. */
const MESSAGES = [
  messagesCall('toolu_1', 'plan_layout', LAYOUT),
  messagesCall('toolu_2', 'verify_scene', CHECK),
  REPLIED,
]
const COMPLETIONS = [
  completionsCall('call_1', 'plan_layout', LAYOUT),
  completionsCall('call_2', 'verify_scene', CHECK),
  streaming(chunk({ role: 'assistant', content: REPLY }), chatEnd('stop', usage)),
]

/** The ordinary run has the reply alone: a thread for layouts takes seconds to start. */
const PROVIDERS = [
  ['anthropic', isLongRun ? MESSAGES : [REPLIED]] as const,
  ...(isLongRun ? [['openai-compatible', COMPLETIONS] as const] : []),
]

onEmbeddedEngine((engine) => {
  describe.each(PROVIDERS)('a model behind %s', (kind, transcript) => {
    let upstream: ModelUpstream
    let service: ProjectsService

    beforeAll(async () => {
      upstream = await ModelUpstream.open(...transcript)
      const models = { low: 'm', medium: 'm', high: 'm', pro: 'm' }
      const provider = { kind, name: 'local', url: upstream.url, key: 'key' } as const
      const model: ModelSettings = { ...provider, models, takesImages: false }
      service = await ProjectsService.open(engine, { turns: { model, startingCredits: 1_000_000 } })
    })
    afterAll(async () => {
      await service.close()
      await upstream.close()
    })

    test('has plan_layout as its first tool and in its prompt, and lays out a building with it', async () => {
      const id = await service.project()
      const response = await new TurnRequests(service).turn(id, 'A small house, please.')
      expect(response).toMatchObject({ status: 'completed', output_text: REPLY })
      const [{ body }] = upstream.requests
      const [tool] = body.tools
      expect(tool.name ?? tool.function.name).toBe('plan_layout')
      expect(JSON.stringify(body)).toMatch(/`plan_layout` comes first on an empty project/)
      if (!isLongRun) return
      // The second request has the result of the first call: layouts with scores, and no errors.
      const sent = JSON.stringify(upstream.requests[1].body)
      expect(sent).toMatch(/score/)
      expect(sent).toMatch(/zoneId/)
      const { nodes } = await service.json(`/api/scenes/${id}/scene`)
      const labels = Object.values(nodes as Record<string, { kind: string; label?: string }>)
        .filter((node) => node.kind === 'zone')
        .map(({ label }) => label)
      expect(labels.sort()).toEqual(['Bathroom', 'Bedroom', 'Hall', 'Kitchen', 'Living room'])
    })
  })
})
