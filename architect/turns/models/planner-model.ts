import type { FormerTurn } from '../../planner/former-turn.ts'
import { lotOf } from '../../planner/lot/lot-of-scene.ts'
import type { PlanRequest, TurnPlan } from '../../planner/plan-turn.ts'
import type { PlannerThreads } from '../../planner/threads/planner-threads.ts'
import { ArchitectError } from '../../projects/architect-error.ts'
import { dataOf, withoutData } from '../prompts/fenced-text.ts'
import { QUESTION_TOOL } from '../tools/question-call.ts'
import { TRAVEL_TOOLS } from '../tools/travel-call.ts'
import {
  type ModelAnswer,
  type ModelCall,
  ModelFailure,
  type ModelMessage,
  NO_USAGE,
  type StepModel,
  type StepRequest,
} from './step-model.ts'

/** Plans of one turn: where others have changed the building meanwhile, it is planned anew. */
const PLANS_MAX = 3

/** What an answer with calls leaves for the one after them. */
interface PlannerState {
  reply: string
}

/**
 * The planner of the Architect as a model of turns: it reads plain English by rules, and knows
 * nothing else. It plans the whole turn on a copy of the building, requests the calls that have
 * worked there, and replies once they are made. It has no state of its own: a turn goes on in
 * another process.
 */
export class PlannerModel implements StepModel {
  readonly name = 'planner'
  readonly takesImages = false
  readonly isFree = true
  private readonly threads: Pick<PlannerThreads, 'plan'>

  constructor(threads: Pick<PlannerThreads, 'plan'>) {
    this.threads = threads
  }

  async answer({ messages, readScene, signal }: StepRequest): Promise<ModelAnswer> {
    signal.throwIfAborted()
    const { former, text, own } = turnOf(messages)
    const planned = own.flatMap((message) => (message.role === 'model' ? [message.answer] : []))
    const last = planned.at(-1)
    if (last) {
      const notes = own.flatMap((message) => (message.role === 'user' ? [message.text] : []))
      const calls = own.flatMap((message) => (message.role === 'tool' ? [message] : []))
      const refused = calls.find(({ hasFailed }) => hasFailed)
      const isUntouched = calls.length > 0 && calls.every(({ hasFailed }) => hasFailed)
      if (!(isUntouched && planned.length < PLANS_MAX)) {
        const { reply } = (planned.find(({ provider }) => provider)?.provider ?? {}) as PlannerState
        return answerOf({ text: replyAfter(reply ?? last.text, refused, notes.at(-1)) })
      }
    }
    const scene = await readScene()
    const plan = await this.plan({ scene, lot: lotOf(scene), text, former })
    signal.throwIfAborted()
    return answerOfPlan(plan)
  }

  private async plan(request: PlanRequest): Promise<TurnPlan> {
    try {
      return await this.threads.plan(request)
    } catch (error) {
      if (!(error instanceof ArchitectError)) throw error
      throw new ModelFailure(error.status >= 500 ? 'busy' : 'invalid', error.message)
    }
  }
}

/** The turns before, the text of this one, and its messages since then. */
function turnOf(messages: readonly ModelMessage[]): {
  former: FormerTurn[]
  text: string
  own: readonly ModelMessage[]
} {
  const at = messages.findLastIndex((message) => message.role === 'user' && !message.isNote)
  const input = messages[at]
  const text = input?.role === 'user' ? withoutData(input.text) : ''
  const former: FormerTurn[] = []
  for (const message of messages.slice(0, Math.max(0, at)))
    if (message.role === 'user') former.push({ request: withoutData(message.text), reply: '' })
    else if (message.role === 'model' && former.length > 0)
      former.at(-1)!.reply = message.answer.text
  return { former, text, own: messages.slice(at + 1) }
}

function answerOfPlan({ lines, calls, reply, question }: TurnPlan): ModelAnswer {
  const requested = question
    ? [{ tool: QUESTION_TOOL, arguments: { question: question.text, options: question.options } }]
    : calls
  return answerOf({
    text: requested.length > 0 ? '' : reply,
    reasoning: lines.join('\n'),
    calls: requested.map(
      ({ tool, arguments: given }, index): ModelCall => ({
        id: `call_${index}`,
        tool,
        arguments: JSON.stringify(given),
      }),
    ),
    provider: { reply } satisfies PlannerState,
  })
}

const answerOf = (fields: Partial<ModelAnswer>): ModelAnswer => ({
  text: '',
  reasoning: '',
  calls: [],
  usage: NO_USAGE,
  isCut: false,
  ...fields,
})

/** The reply once the calls are made: what was planned, and what has come otherwise. */
function replyAfter(
  reply: string,
  refused: (ModelMessage & { role: 'tool' }) | undefined,
  note: string | undefined,
): string {
  if (refused && TRAVEL_TOOLS.some((tool) => tool === refused.call.tool)) return reasonOf(refused)
  if (refused)
    return `Somebody else changed the building while I worked, so ${refused.call.tool.replaceAll('_', ' ')} was refused, and what follows it may be missing. Look at the building, and repeat what you still want.`
  const hasFindings = note?.includes('<data-') ?? false
  return hasFindings
    ? `${reply}\n\nThe check of the building has new errors: see its issues.`
    : reply
}

/** Why a call was refused, as its output states it. */
function reasonOf({ output }: ModelMessage & { role: 'tool' }): string {
  const { error } = JSON.parse(dataOf(output)) as { error: { message: string } }
  return error.message
}
