import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { StepError } from '../../../terminal/step-error.ts'

/** Bytes of a script. */
const SCRIPT_BYTES_MAX = 4_000_000
/** Scenarios of a script, and steps of a scenario. */
const SCENARIOS_MAX = 1_000
/** Longest wait of a step. */
const DELAY_MAX_MS = 3_600_000
/** Most times that one step is played. */
const REPEATS_MAX = 1_000_000

const STEP = 'read the script of the model'
const tokens = z.int().min(0).max(1_000_000_000)

const call = z.strictObject({
  tool: z.string().max(200),
  /**
   * An object, in which a text such as `$0.wallIds.1` is a field of the output of the first call of
   * the turn and `$$` at the start of a text is a dollar sign; or a text that is sent as it is.
   */
  arguments: z.union([z.record(z.string(), z.unknown()), z.string()]).default({}),
})

const step = z.strictObject({
  text: z.string().default(''),
  reasoning: z.string().default(''),
  calls: z.array(call).default([]),
  /** Absent: estimated from the lengths, as for providers that report none. */
  usage: z
    .strictObject({
      input: tokens,
      cached: tokens.default(0),
      output: tokens,
      reasoning: tokens.default(0),
    })
    .optional(),
  delay_ms: z.int().min(0).max(DELAY_MAX_MS).default(0),
  /** Whether the answer ends at the limit of output tokens. */
  cut: z.boolean().default(false),
  /** Faults: a failure of this reason, silence, and an answer without an end. */
  fail: z
    .enum(['busy', 'unavailable', 'silent', 'endless', 'invalid', 'refused', 'too_long'])
    .optional(),
  stall: z.boolean().default(false),
  endless: z.boolean().default(false),
  /** Times that the step is played. */
  repeat: z.int().min(1).max(REPEATS_MAX).default(1),
})

const pattern = z.string().transform((text, context) => {
  try {
    return new RegExp(text, 'iu')
  } catch {
    context.addIssue({ code: 'custom', message: `is not a regular expression: ${text}` })
    return z.NEVER
  }
})

const script = z.strictObject({
  scenarios: z
    .array(
      z.strictObject({
        /** Found in the last text of the user, in any case; absent: every text. */
        match: pattern.optional(),
        steps: z.array(step).min(1).max(SCENARIOS_MAX),
      }),
    )
    .min(1)
    .max(SCENARIOS_MAX),
})

export type Script = z.infer<typeof script>
export type ScriptStep = z.infer<typeof step>
/** A script as its file has it. */
export type ScriptInput = z.input<typeof script>
export const Script = script

/** Validates a script. Throws `StepError` that names `source` and the place in it. */
export function parseScript(value: unknown, source: string): Script {
  const parsed = script.safeParse(value)
  if (parsed.success) return parsed.data
  const [{ path, message }] = parsed.error.issues
  const place = path.length > 0 ? `${path.map(String).join('.')}: ` : ''
  throw new StepError(STEP, source, `${place}${message}`, 'Correct the script.')
}

/** Reads a script from its file. Throws `StepError`. */
export function openScript(file: string): Script {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (cause) {
    throw new StepError(STEP, file, 'cannot be read', 'Set PLAT_MODEL_SCRIPT to a file.', { cause })
  }
  if (text.length > SCRIPT_BYTES_MAX)
    throw new StepError(
      STEP,
      file,
      `has more than ${SCRIPT_BYTES_MAX} characters`,
      'Divide the script.',
    )
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new StepError(STEP, file, 'is not JSON', 'Correct the script.', { cause })
  }
  return parseScript(value, file)
}
