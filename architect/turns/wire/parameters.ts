import { z } from 'zod'
import { invalidInput } from '../../projects/architect-error.ts'
import { MODEL_NAMES, REASONING_EFFORTS } from '../turn-models.ts'

/** What a field of a request does. */
export type Use =
  /** It has its effect. */
  | 'used'
  /** It is accepted and repeated in answers, and has no effect: clients send it by themselves. */
  | 'echoed'
  /** It is accepted and has no effect on the turn: it would only hint at how to answer. */
  | 'accepted'
  /** It is refused unless it has its usual value: to ignore it would change what was meant. */
  | 'refused'

export interface Parameter {
  use: Use
  schema: z.ZodType
  /** For the reference: one sentence. */
  note: string
  /** The shape for the reference, where `schema` leaves the value to another reader. */
  shown?: z.ZodType
}

/** Pairs of `metadata`, and characters of a key and of a value: as in the OpenAI API. */
const METADATA_PAIRS_MAX = 16
const METADATA_KEY_CHARACTERS_MAX = 64
const METADATA_VALUE_CHARACTERS_MAX = 512
/** Characters of `instructions`. */
export const INSTRUCTIONS_CHARACTERS_MAX = 32_000
/** Characters of a short text. */
const TEXT_CHARACTERS_MAX = 512

const text = z.string().max(TEXT_CHARACTERS_MAX).nullable()
/** Passes only these values. */
export const only = (values: unknown[], why: string) =>
  z
    .unknown()
    .refine((value) => values.some((each) => isSame(each, value)), why)
    .meta({ enum: values.filter((each) => each !== undefined) })
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

const model = z.string()
const metadata = z
  .record(z.string(), z.unknown())
  .superRefine((pairs, context) => {
    const names = Object.keys(pairs)
    if (names.length > METADATA_PAIRS_MAX)
      context.addIssue(`must have at most ${METADATA_PAIRS_MAX} pairs, got ${names.length}`)
    for (const name of names) {
      const path = [name]
      if (name.length > METADATA_KEY_CHARACTERS_MAX)
        context.addIssue({
          code: 'custom',
          path: [name.slice(0, METADATA_KEY_CHARACTERS_MAX)],
          message: `is a key of more than ${METADATA_KEY_CHARACTERS_MAX} characters`,
        })
      const value = pairs[name]
      if (typeof value !== 'string')
        context.addIssue({ code: 'custom', path, message: 'must be a string, as every value' })
      else if (value.length > METADATA_VALUE_CHARACTERS_MAX)
        context.addIssue({
          code: 'custom',
          path,
          message: `must have at most ${METADATA_VALUE_CHARACTERS_MAX} characters`,
        })
    }
  })
  .transform((pairs) => pairs as Record<string, string>)

const NO_TOOLS = 'must be left out: the service has its own tools'
const ALWAYS_STORED = 'must be true or left out: every turn joins the chat of its project'

/** Fields that both formats have. */
export const SHARED_PARAMETERS: Record<string, Parameter> = {
  model: { use: 'used', schema: model, note: 'One of the names of `GET /v1/models`.' },
  metadata: {
    use: 'used',
    schema: metadata.nullish(),
    note: '`project_id`, `commit_message` and `svc_max_credits` have their meaning; all are repeated.',
  },
  stream: { use: 'used', schema: z.boolean().nullish(), note: 'Events instead of one answer.' },
  store: {
    use: 'refused',
    schema: only([undefined, null, true], ALWAYS_STORED),
    note: 'Only `true`.',
  },
  tools: {
    use: 'refused',
    schema: only([undefined, null, []], NO_TOOLS),
    note: 'The service has its own tools.',
  },
  tool_choice: {
    use: 'refused',
    schema: only([undefined, null, 'auto', 'none'], 'must be "auto" or left out'),
    note: 'The service has its own tools.',
  },
  parallel_tool_calls: {
    use: 'echoed',
    schema: z.boolean().nullish(),
    note: 'Calls are made one after the other.',
  },
  temperature: { use: 'echoed', schema: z.number().min(0).max(2).nullish(), note: '' },
  top_p: { use: 'echoed', schema: z.number().min(0).max(1).nullish(), note: '' },
  presence_penalty: { use: 'echoed', schema: z.number().min(-2).max(2).nullish(), note: '' },
  frequency_penalty: { use: 'echoed', schema: z.number().min(-2).max(2).nullish(), note: '' },
  top_logprobs: {
    use: 'refused',
    schema: only([undefined, null, 0], 'must be left out: there are no log probabilities'),
    note: 'There are no log probabilities.',
  },
  user: { use: 'echoed', schema: text.optional(), note: '' },
  safety_identifier: { use: 'echoed', schema: text.optional(), note: '' },
  prompt_cache_key: { use: 'echoed', schema: text.optional(), note: '' },
  prompt_cache_retention: { use: 'echoed', schema: text.optional(), note: '' },
  prompt_cache_options: { use: 'accepted', schema: z.looseObject({}).nullish(), note: '' },
  moderation: {
    use: 'refused',
    schema: only([undefined, null], 'must be left out: nothing is moderated'),
    note: 'Nothing is moderated.',
  },
  service_tier: { use: 'echoed', schema: text.optional(), note: '' },
}

/** Fields of `POST /v1/responses`. */
export const RESPONSES_PARAMETERS: Record<string, Parameter> = {
  ...SHARED_PARAMETERS,
  input: {
    use: 'used',
    schema: z.unknown(),
    shown: z.union([z.string(), z.array(z.looseObject({ type: z.string().optional() }))]),
    note: 'A text, or messages with parts of the types `input_text`, `input_image` and `input_file`.',
  },
  instructions: {
    use: 'used',
    schema: z.string().max(INSTRUCTIONS_CHARACTERS_MAX).nullish(),
    note: 'Added to those of the service.',
  },
  background: { use: 'used', schema: z.boolean().nullish(), note: 'Answers at once.' },
  include: {
    use: 'used',
    schema: z.array(z.string()).nullish(),
    note: '`svc.tool_calls`; values of OpenAI are accepted and have no effect.',
  },
  reasoning: {
    use: 'used',
    schema: z
      .looseObject({
        effort: z.enum(Object.keys(REASONING_EFFORTS) as [string, ...string[]]).nullish(),
      })
      .nullish(),
    note: '`effort` chooses that of `architect`; other models have their own.',
  },
  previous_response_id: {
    use: 'used',
    schema: z.string().max(100).nullish(),
    note: 'A turn of the same project, whose question this one answers.',
  },
  max_output_tokens: {
    use: 'echoed',
    schema: z.int().min(1).nullish(),
    note: '`metadata.svc_max_credits` bounds a turn.',
  },
  max_tool_calls: {
    use: 'echoed',
    schema: z.int().min(1).nullish(),
    note: '`metadata.svc_max_credits` bounds a turn.',
  },
  truncation: { use: 'echoed', schema: z.enum(['auto', 'disabled']).nullish(), note: '' },
  stream_options: { use: 'echoed', schema: z.looseObject({}).nullish(), note: '' },
  conversation: {
    use: 'refused',
    schema: only([undefined, null], 'must be left out: each project has its own conversation'),
    note: 'Each project has its own.',
  },
  prompt: {
    use: 'refused',
    schema: only([undefined, null], 'must be left out: the service has its own prompts'),
    note: 'The service has its own prompts.',
  },
  access_programs: {
    use: 'refused',
    schema: only([undefined, null], 'must be left out: there are none'),
    note: 'There are none.',
  },
  image: {
    use: 'accepted',
    schema: z.looseObject({}).nullish(),
    note: 'Pictures have one size for models.',
  },
  context_management: {
    use: 'refused',
    schema: only([undefined, null, []], 'must be left out: the service chooses the context'),
    note: 'The service chooses the context.',
  },
  text: {
    use: 'refused',
    schema: z
      .looseObject({
        format: only(
          [undefined, null, { type: 'text' }],
          'must be text: replies have no other form',
        ).optional(),
      })
      .nullish(),
    note: 'Replies are text.',
  },
}

const EFFECTS: Record<Use, string> = {
  used: '',
  echoed: 'Repeated in the answer, without an effect.',
  accepted: 'Without an effect.',
  refused: 'Refused with another value.',
}
/** Fields that a request must have. */
const REQUIRED = ['model', 'input', 'messages']

/** The body of a request for the reference, made of its fields. */
export function shownBody(parameters: Record<string, Parameter>): z.ZodObject {
  const fields = Object.entries(parameters).map(([name, { use, schema, shown = schema, note }]) => {
    const field = REQUIRED.includes(name) ? shown : shown.optional()
    return [name, field.describe([note, EFFECTS[use]].filter(Boolean).join(' '))] as const
  })
  return z.strictObject(Object.fromEntries(fields))
}

/** Values of `include` of the OpenAI API, which clients send by themselves. */
const STANDARD_INCLUDES = [
  'file_search_call.results',
  'web_search_call.results',
  'web_search_call.action.sources',
  'message.input_image.image_url',
  'computer_call_output.output.image_url',
  'code_interpreter_call.outputs',
  'reasoning.encrypted_content',
  'message.output_text.logprobs',
]
const TOOL_CALLS = 'svc.tool_calls'

/** Whether calls of tools are requested. Throws for a value that is none of the known ones. */
export function includesCalls(values: readonly string[]): boolean {
  for (const [at, value] of values.entries())
    if (value !== TOOL_CALLS && !STANDARD_INCLUDES.includes(value))
      throw invalidInput(
        `include.${at}`,
        `include must be ${TOOL_CALLS}, got ${JSON.stringify(value.slice(0, 80))}.`,
      )
  return values.includes(TOOL_CALLS)
}

/** The fields of a request, each checked. Throws `invalid_input` that names the first wrong one. */
export function readParameters(
  parameters: Record<string, Parameter>,
  body: unknown,
): Record<string, unknown> {
  if (body === null || typeof body !== 'object' || Array.isArray(body))
    throw invalidInput('body', 'The body must be a JSON object.')
  const given = body as Record<string, unknown>
  for (const name of Object.keys(given))
    if (!Object.hasOwn(parameters, name))
      throw invalidInput(name.slice(0, 80), `${name.slice(0, 80)} is not a field of this request.`)
  const read: Record<string, unknown> = {}
  for (const [name, { schema }] of Object.entries(parameters)) {
    const parsed = schema.safeParse(given[name])
    if (!parsed.success) throw issueOf(name, parsed.error.issues[0])
    if (parsed.data !== undefined) read[name] = parsed.data
  }
  return read
}

function issueOf(name: string, { path, message }: z.core.$ZodIssue) {
  const param = [name, ...path].join('.')
  return invalidInput(param, `${param} ${message.replace(/^Invalid input: /, 'is wrong: ')}.`)
}

/** The fields that answers repeat, as they were sent. */
export function echoedOf(
  parameters: Record<string, Parameter>,
  read: Record<string, unknown>,
): Record<string, unknown> {
  const names = Object.keys(read).filter((name) => parameters[name].use === 'echoed')
  return Object.fromEntries(
    names.filter((name) => read[name] !== null).map((name) => [name, read[name]]),
  )
}

export const isModelName = (name: string): boolean => MODEL_NAMES.includes(name)
