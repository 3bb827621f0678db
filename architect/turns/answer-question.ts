import type { Turn, TurnQuestion } from './turn.ts'

/** An input with what it answers. */
export type Answered =
  | { kind: 'input'; text: string }
  /** The number of no option: the question is the reply again, and nothing is spent. */
  | { kind: 'repeat'; question: TurnQuestion }

/**
 * The text of an input, which answers the question of the last turn of the project where that has
 * one; or the question of the turn that `previous_response_id` names. The number
 * of an option, as `2` or `2.`, is that option. `former` are the turns before, the latest first.
 */
export function answerQuestion(turn: Turn, former: readonly Turn[]): Answered {
  const { text } = turn.input
  const named = former.find(({ id }) => id === turn.request.previousTurnId)
  const waiting = named?.question ? named : former.find(({ state }) => state === 'completed')
  const question = waiting?.question
  if (!question) return { kind: 'input', text }
  const [, digits] = /^\s*(\d{1,3})\s*[.)]?\s*$/.exec(text) ?? []
  if (digits === undefined || question.options.length === 0) return { kind: 'input', text }
  const option = question.options[Number(digits) - 1]
  if (option === undefined) return { kind: 'repeat', question }
  return { kind: 'input', text: option }
}
