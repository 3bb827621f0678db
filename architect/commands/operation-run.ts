import type { Draft } from '../operations/draft.ts'
import { type Answer, isRefused } from '../operations/draft-answer.ts'
import { NamedAnswers, UnknownName } from './named-answers.ts'
import type { OperationLine } from './operation-lines.ts'

/** The answer to the call of one line. */
export interface LineAnswer {
  line: number
  tool: string
  as?: string
  answer: Answer
}

/**
 * Makes the calls on the draft, in order, and stops at the first that is refused, whose answer is
 * then the last one. The edits before it stay in the draft.
 */
export function runOperations(draft: Draft, lines: readonly OperationLine[]): LineAnswer[] {
  const names = new NamedAnswers(draft.scene)
  const answers: LineAnswer[] = []
  for (const { line, tool, arguments: given, operationId, as } of lines) {
    const answer = call(draft, names, tool, given, operationId)
    answers.push({ line, tool, ...(as === undefined ? {} : { as }), answer })
    if (isRefused(answer)) break
    if (as !== undefined) names.set(as, answer)
  }
  return answers
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
