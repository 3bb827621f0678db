import { setImmediate as nextTick, setTimeout as sleep } from 'node:timers/promises'
import { dataOf } from '../prompts/fenced-text.ts'
import { ANSWER_LIMITS, type AnswerLimits } from './answer-limits.ts'
import type { Script, ScriptStep } from './script-file.ts'
import {
  type ModelAnswer,
  type ModelCall,
  ModelFailure,
  type ModelMessage,
  type StepModel,
  type StepRequest,
} from './step-model.ts'
import { estimateUsage } from './token-estimate.ts'

interface ScriptedOptions {
  takesImages: boolean
  limits?: AnswerLimits
}

/** A reference to a field of an earlier output, as a whole text: `$0.wallIds.1`. */
const REFERENCE = /^\$(\d+)((?:\.\w+)*)$/
/** Characters that an endless answer grows by at a time. */
const ENDLESS_CHARACTERS = 10_000

/**
 * A model that plays a script. It has no state: the scenario follows from the last text of the
 * user, and the step from the number of answers since then, in whatever process that is.
 */
export class ScriptedModel implements StepModel {
  readonly name = 'scripted'
  readonly takesImages: boolean
  readonly isFree = false
  private readonly script: Script
  private readonly limits: AnswerLimits

  constructor(script: Script, { takesImages, limits = ANSWER_LIMITS }: ScriptedOptions) {
    this.script = script
    this.takesImages = takesImages
    this.limits = limits
  }

  async answer(request: StepRequest): Promise<ModelAnswer> {
    const { signal } = request
    signal.throwIfAborted()
    const turn = turnOf(request.messages)
    const step = this.stepOf(turn)
    await wait(step.delay_ms, signal)
    if (step.fail) throw new ModelFailure(step.fail, `The script fails here: ${step.fail}.`)
    if (step.stall) {
      await wait(this.limits.first_ms, signal)
      throw new ModelFailure('silent', 'The script sends nothing here.')
    }
    if (step.endless) await this.endless(signal)
    const answer = {
      text: step.text,
      reasoning: step.reasoning,
      calls: step.calls.map(({ tool, arguments: given }, index) => ({
        id: `call_${turn.calls.length + index}`,
        tool,
        arguments: typeof given === 'string' ? given : JSON.stringify(resolve(given, turn)),
      })),
    }
    const usage = step.usage ?? estimateUsage(request, answer)
    return { ...answer, usage, isCut: step.cut }
  }

  private stepOf({ text, answers }: ScriptedTurn): ScriptStep {
    const scenario = this.script.scenarios.find(({ match }) => match?.test(text) ?? true)
    if (!scenario) throw new ModelFailure('invalid', 'The script has no scenario for this text.')
    let first = 0
    for (const step of scenario.steps) {
      first += step.repeat
      if (answers < first) return step
    }
    throw new ModelFailure('invalid', `The script has ${first} steps here and no further one.`)
  }

  /** Grows until it is longer than an answer may be. */
  private async endless(signal: AbortSignal): Promise<never> {
    const { charactersMax } = this.limits
    for (let characters = 0; characters <= charactersMax; characters += ENDLESS_CHARACTERS) {
      await nextTick()
      signal.throwIfAborted()
    }
    throw new ModelFailure('endless', `The script wrote more than ${charactersMax} characters.`)
  }
}

/** What has happened since the last text of the user. */
interface ScriptedTurn {
  text: string
  /** Answers of the model. */
  answers: number
  calls: ModelCall[]
  /** Outputs of calls by their ids. */
  outputs: Map<string, string>
}

function turnOf(messages: readonly ModelMessage[]): ScriptedTurn {
  const at = messages.findLastIndex((message) => message.role === 'user' && !message.isNote)
  const sent = messages[at]
  const turn: ScriptedTurn = {
    text: sent?.role === 'user' ? sent.text : '',
    answers: 0,
    calls: [],
    outputs: new Map(),
  }
  for (const message of messages.slice(at + 1)) {
    if (message.role === 'tool') turn.outputs.set(message.call.id, dataOf(message.output))
    if (message.role !== 'model') continue
    turn.answers++
    turn.calls.push(...message.answer.calls)
  }
  return turn
}

/** The value with every reference replaced. Throws `ModelFailure` for one to nothing. */
function resolve(value: unknown, turn: ScriptedTurn): unknown {
  if (typeof value === 'string') return resolveText(value, turn)
  if (Array.isArray(value)) return value.map((each) => resolve(each, turn))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, resolve(each, turn)]),
  )
}

function resolveText(text: string, { calls, outputs }: ScriptedTurn): unknown {
  if (text.startsWith('$$')) return text.slice(1)
  const [, number, path] = REFERENCE.exec(text) ?? []
  if (number === undefined) return text
  const output = outputs.get(calls[Number(number)]?.id ?? '')
  if (output === undefined) throw noSuch(text, 'that call has no output')
  let at: unknown
  try {
    at = JSON.parse(output)
  } catch {
    throw noSuch(text, 'its output is not JSON')
  }
  for (const field of path.split('.').slice(1)) {
    const fields = at !== null && typeof at === 'object' ? at : {}
    if (!Object.hasOwn(fields, field)) throw noSuch(text, `its output has no ${field} there`)
    at = (fields as Record<string, unknown>)[field]
  }
  return at
}

const noSuch = (reference: string, problem: string): ModelFailure =>
  new ModelFailure('invalid', `The script refers to ${reference}, but ${problem}.`)

async function wait(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await sleep(ms, undefined, { signal }).catch(() => signal.throwIfAborted())
}
