import type OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import { CHAT_PARAMETERS } from './chat-parameters.ts'
import { type Parameter, RESPONSES_PARAMETERS, readParameters } from './parameters.ts'

type ChatField = keyof OpenAI.ChatCompletionCreateParamsNonStreaming
type ResponsesField = keyof OpenAI.Responses.ResponseCreateParamsNonStreaming

/** For each field of the official client a value that is accepted, and one that is refused. */
type Values = [accepted: unknown, refused?: unknown]

const SHARED = {
  model: ['architect', 5],
  metadata: [{ project_id: 'prj_1' }, { team: 1 }],
  stream: [true, 'yes'],
  store: [true, false],
  tools: [[], [{ type: 'function' }]],
  tool_choice: ['auto', 'required'],
  parallel_tool_calls: [true, 'yes'],
  temperature: [0.5, 3],
  top_p: [1, 1.5],
  top_logprobs: [0, 5],
  user: ['ada', 5],
  safety_identifier: ['ada', 'x'.repeat(513)],
  prompt_cache_key: ['house', 5],
  prompt_cache_retention: ['24h', 5],
  prompt_cache_options: [{ mode: 'implicit' }, 'implicit'],
  service_tier: ['auto', 5],
  moderation: [null, { input: true }],
} satisfies Record<string, Values>

const CHAT: Record<ChatField, Values> = {
  ...SHARED,
  messages: [[{ role: 'user', content: 'Draw a house.' }]],
  presence_penalty: [0, 3],
  frequency_penalty: [-2, -3],
  audio: [null, { voice: 'ash', format: 'wav' }],
  function_call: ['auto', { name: 'draw' }],
  functions: [[], [{ name: 'draw' }]],
  logit_bias: [{}, { 50256: -100 }],
  logprobs: [false, true],
  max_completion_tokens: [100, 0],
  max_tokens: [100, '100'],
  modalities: [['text'], ['text', 'audio']],
  n: [1, 2],
  prediction: [{ type: 'content', content: 'A house.' }, 'A house.'],
  reasoning_effort: ['xhigh', 'extreme'],
  response_format: [{ type: 'text' }, { type: 'json_object' }],
  seed: [7, 0.5],
  stop: [[], ['END']],
  stream_options: [{ include_usage: true }, { include_usage: 1 }],
  verbosity: ['low', 'loud'],
  web_search_options: [null, {}],
}

const RESPONSES: Record<ResponsesField, Values> = {
  ...SHARED,
  input: ['Draw a house.'],
  instructions: ['Use metres.', 5],
  background: [true, 'yes'],
  include: [['svc.tool_calls'], 'svc.tool_calls'],
  reasoning: [{ effort: 'high', summary: 'auto' }, { effort: 'extreme' }],
  previous_response_id: ['resp_1', 5],
  max_output_tokens: [100, 0],
  max_tool_calls: [5, 0],
  truncation: ['auto', 'none'],
  stream_options: [{ include_obfuscation: false }, 5],
  text: [{ format: { type: 'text' }, verbosity: 'low' }, { format: { type: 'json_object' } }],
  access_programs: [null, { programs: [] }],
  image: [{ detail: 'low' }, 'low'],
  conversation: [null, 'conv_1'],
  prompt: [null, { id: 'pmpt_1' }],
  context_management: [null, [{ type: 'compaction' }]],
}

describe.each([
  ['Chat Completions', CHAT_PARAMETERS, CHAT],
  ['Responses', RESPONSES_PARAMETERS, RESPONSES],
] as [string, Record<string, Parameter>, Record<string, Values>][])(
  'the fields of %s',
  (_, parameters, values) => {
    test('are all that the official client has, and no others', () => {
      const known = Object.keys(values)
      const own = Object.keys(parameters).filter((name) => !known.includes(name))
      // Of both formats in Open Responses.
      const open = ['presence_penalty', 'frequency_penalty']
      expect(own.filter((name) => !open.includes(name))).toEqual([])
      expect(known.filter((name) => !(name in parameters))).toEqual([])
    })

    test.each(Object.entries(values))(
      '%s is accepted, and refused by its name',
      (name, [good, bad]) => {
        expect(readParameters(parameters, { [name]: good, model: 'architect' })).toBeDefined()
        if (name !== 'model')
          expect(readParameters(parameters, { model: 'architect', [name]: null })).toBeDefined()
        if (bad === undefined) return
        const read = () => readParameters(parameters, { model: 'architect', [name]: bad })
        const param = expect.stringMatching(new RegExp(`^${name}(\\.|$)`))
        expect(read).toThrow(expect.objectContaining({ code: 'invalid_input', param }))
      },
    )

    test('an unknown one is refused by its name', () => {
      const read = () => readParameters(parameters, { model: 'architect', top_k: 5 })
      expect(read).toThrow(expect.objectContaining({ code: 'invalid_input', param: 'top_k' }))
    })
  },
)
