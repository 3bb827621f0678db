import type { Draft } from '../draft.ts'
import { type Answer, isRefused } from '../draft-answer.ts'
import { NamedAnswers, UnknownName } from './named-answers.ts'

/** One of several calls that are made in order. */
export interface NumberedCall {
  /** Its place: the number of its line in a file. */
  line: number
  tool: string
  arguments: Record<string, unknown>
  operationId?: string
  /** A name for the answer, for references in later calls: `"$kitchen.wallIds.2"`. */
  as?: string
}

/** The answer to one of the calls. */
export interface CallAnswer {
  line: number
  tool: string
  as?: string
  answer: Answer
}

/**
 * Makes the calls on the draft, in order, and stops at the first that is refused, whose answer is
 * then the last one. The edits before it stay in the draft.
 */
export function runCalls(draft: Draft, calls: readonly NumberedCall[]): CallAnswer[] {
  return [...answersOf(draft, calls)]
}

/** As `runCalls`, one call each time that the next answer is requested. */
export function* answersOf(draft: Draft, calls: readonly NumberedCall[]): Generator<CallAnswer> {
  const names = new NamedAnswers(draft.scene)
  for (const { line, tool, arguments: given, operationId, as } of calls) {
    const answer = call(draft, names, tool, given, operationId)
    yield { line, tool, ...(as === undefined ? {} : { as }), answer }
    if (isRefused(answer)) return
    if (as !== undefined) names.set(as, answer)
  }
}

function call(
  draft: Draft,
  names: NamedAnswers,
  tool: string,
  given: Record<string, unknown>,
  operationId: string | undefined,
): Answer {
  try {
    return draft.apply(
      tool,
      names.resolve(given) as Record<string, unknown>,
      operationId === undefined ? {} : { operationId },
    )
  } catch (error) {
    if (!(error instanceof UnknownName)) throw error
    return {
      error: { code: 'invalid_input', message: error.message, mutationApplied: false },
    }
  }
}
