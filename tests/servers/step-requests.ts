import { newScene } from '../../architect/scene/scene.ts'
import { ANSWER_LIMITS, type AnswerLimits } from '../../architect/turns/models/answer-limits.ts'
import type { ModelAnswer, StepRequest } from '../../architect/turns/models/step-model.ts'

/** Limits that tests need not wait for. */
export const quick = (limits: Partial<AnswerLimits> = {}): AnswerLimits => ({
  ...ANSWER_LIMITS,
  repeat_ms: 5,
  ...limits,
})

/** A request with one text of the user and one tool. */
export const stepRequest = (fields: Partial<StepRequest> = {}): StepRequest => ({
  effort: 'medium',
  instructions: 'You are an architect.',
  messages: [{ role: 'user', text: 'Add a garage', images: [] }],
  tools: [
    {
      name: 'create_room',
      description: 'Makes a room.',
      inputSchema: { type: 'object', properties: { label: { type: 'string' } } },
    },
  ],
  outputTokensMax: 1_000,
  readScene: async () => newScene('New project', 'k3x9'),
  signal: new AbortController().signal,
  ...fields,
})

export const modelAnswer = (fields: Partial<ModelAnswer> = {}): ModelAnswer => ({
  text: '',
  reasoning: '',
  calls: [],
  usage: { input: 0, cached: 0, output: 0, reasoning: 0 },
  isCut: false,
  ...fields,
})
