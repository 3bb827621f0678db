import type { FormerTurn } from '../former-turn.ts'

/** A layout of the last building that a request chooses in place of the one that was drawn. */
export interface ChosenLayout {
  /** The request for the building. */
  request: string
  plan: number
}

const ORDINALS = ['first', 'second', 'third']
const NAMED =
  /\b(?:layout|plan|option|alternative|version|variant|one|number)\s*(?:no\.?\s*)?([1-3])\b/i
const ORDINAL = /\b(first|second|third) (?:layout|plan|option|alternative|version|variant|one)\b/i
const OTHER =
  /^\W*(?:please |can you |could you |show me |draw |use |try |give me |i want |i'd like )*(?:an?other|a different|the other|an alternative|the next) (?:layout|plan|option|alternative|version|variant|one)(?:,? please)?\W*$/i
/** A choice is short: longer texts that contain `plan 2` are about something else. */
const REQUEST_WORDS_MAX = 9
/** `plan-building.ts` ends a reply so. */
const OFFER = /This is layout (\d), with \d+ of 100 points/

/**
 * The layout that a text chooses, right after a building was laid out: `layout 2`, `use the third
 * layout`, `another layout`. Null for any other text.
 */
export function chosenLayout(text: string, former: readonly FormerTurn[]): ChosenLayout | null {
  const drawn = OFFER.exec(former.at(-1)?.reply ?? '')
  if (!drawn || text.trim().split(/\s+/).length > REQUEST_WORDS_MAX) return null
  const plan = planNamed(text) ?? (OTHER.test(text) ? (Number(drawn[1]) % 3) + 1 : null)
  if (plan === null) return null
  // The building was requested before all the choices of its layouts.
  const request = former.findLast(
    (turn) => OFFER.test(turn.reply) && chosenBefore(turn.request) === null,
  )
  return request ? { request: request.request, plan } : null
}

/** Whether a text chooses a layout where none is offered. */
export const isLateChoice = (text: string): boolean =>
  /\b(?:layout|alternative|variant)/i.test(text) && chosenBefore(text) !== null

const chosenBefore = (text: string): number | null =>
  text.trim().split(/\s+/).length > REQUEST_WORDS_MAX
    ? null
    : (planNamed(text) ?? (OTHER.test(text) ? 1 : null))

function planNamed(text: string): number | null {
  const digit = NAMED.exec(text)
  if (digit) return Number(digit[1])
  const ordinal = ORDINAL.exec(text)
  return ordinal ? ORDINALS.indexOf(ordinal[1].toLowerCase()) + 1 : null
}
