import { z } from 'zod'
import { REASONING_EFFORTS } from '../turn-models.ts'
import { only, type Parameter, SHARED_PARAMETERS } from './parameters.ts'

const NO_TOOLS = 'must be left out: the service has its own tools'
const ONE_TEXT = 'must be left out: an answer is one text'
const CREDITS_BOUND = '`metadata.svc_max_credits` bounds a turn.'

const tokens = z.int().min(1).nullish()

/** Fields of `POST /v1/chat/completions`. */
export const CHAT_PARAMETERS: Record<string, Parameter> = {
  ...SHARED_PARAMETERS,
  messages: {
    use: 'used',
    schema: z.unknown(),
    note: 'The last one is of the user and states what to do; earlier ones are its context.',
  },
  reasoning_effort: {
    use: 'used',
    schema: z.enum(Object.keys(REASONING_EFFORTS) as [string, ...string[]]).nullish(),
    note: 'Chooses the effort of `architect`; other models have their own.',
  },
  stream_options: {
    use: 'used',
    schema: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
    note: '`include_usage` adds a last chunk with `usage`.',
  },
  max_completion_tokens: { use: 'echoed', schema: tokens, note: CREDITS_BOUND },
  max_tokens: { use: 'echoed', schema: tokens, note: CREDITS_BOUND },
  seed: { use: 'accepted', schema: z.int().nullish(), note: '' },
  verbosity: {
    use: 'accepted',
    schema: z.enum(['low', 'medium', 'high']).nullish(),
    note: 'Request it in a message.',
  },
  prediction: {
    use: 'accepted',
    schema: z.looseObject({}).nullish(),
    note: 'It would only save time.',
  },
  n: {
    use: 'refused',
    schema: only([undefined, null, 1], 'must be 1 or left out: a turn has one answer'),
    note: 'Only 1.',
  },
  stop: {
    use: 'refused',
    schema: only([undefined, null, []], 'must be left out: replies end by themselves'),
    note: 'Replies end by themselves.',
  },
  logprobs: {
    use: 'refused',
    schema: only([undefined, null, false], 'must be left out: there are no log probabilities'),
    note: 'There are no log probabilities.',
  },
  logit_bias: {
    use: 'refused',
    schema: only([undefined, null, {}], 'must be left out: it has no effect on a turn'),
    note: 'It has no effect on a turn.',
  },
  response_format: {
    use: 'refused',
    schema: only(
      [undefined, null, { type: 'text' }],
      'must be {"type":"text"} or left out: replies have no other form',
    ),
    note: 'Replies are text.',
  },
  modalities: {
    use: 'refused',
    schema: only([undefined, null, ['text']], 'must be ["text"] or left out: replies are text'),
    note: 'Replies are text.',
  },
  audio: {
    use: 'refused',
    schema: only([undefined, null], ONE_TEXT),
    note: 'Replies are text.',
  },
  functions: {
    use: 'refused',
    schema: only([undefined, null, []], NO_TOOLS),
    note: 'The service has its own tools.',
  },
  function_call: {
    use: 'refused',
    schema: only([undefined, null, 'auto', 'none'], 'must be "auto" or left out'),
    note: 'The service has its own tools.',
  },
  web_search_options: {
    use: 'refused',
    schema: only([undefined, null], NO_TOOLS),
    note: 'The service has its own tools.',
  },
}
