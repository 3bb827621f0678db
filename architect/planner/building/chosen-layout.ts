import type { FormerTurn } from '../former-turn.ts'
import { clausesOf } from '../language/clause.ts'
import { formatList } from '../language/format.ts'
import { isChat } from '../turn-context.ts'
import { type WholeRequest, wholeRequest } from '../whole-request.ts'
import { Declined } from '../workbench.ts'

/** A layout of the last building that a request chooses in place of the one that was drawn. */
export interface ChosenLayout {
  /** The request for the building. */
  request: WholeRequest
  plan: number
}

const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth']
const NOUN = '(?:layout|plan|option|alternative|version|variant)'
/** What may stand behind a choice: anything else is a request of its own, or about other things. */
const END = String.raw`(?=(?:[\s.,!]|please|instead|now|then|again|thanks?|thank you|for me|(?:is|was|looks?) (?:better|nicer|good)|better)*$)`
const NAMED = new RegExp(
  String.raw`\b(?:${NOUN}|one|number)\s*(?:no\.?\s*|number\s*)?(\d+|${NUMBERS.join('|')})\b${END}`,
  'i',
)
const ORDINAL = new RegExp(String.raw`\b(${ORDINALS.join('|')}) (?:${NOUN}|one)\b${END}`, 'i')
/** Any text that names a layout by its number, whatever follows. */
const LAYOUT =
  /\b(?:layout|alternative|variant)s?\s*(?:no\.?\s*)?\d|\b(?:first|second|third) (?:layout|alternative|variant)\b/i
const OTHER = new RegExp(
  String.raw`^\W*(?:please |can you |could you |can i (?:have|see) |show me |draw |use |try |give me |i want |i'd like )*(?:an?other|a different|the other|an alternative|the next) (?:${NOUN}|one)(?:,? please)?\W*$`,
  'i',
)
/** A choice is short: longer texts that contain `plan 2` are about something else. */
const REQUEST_WORDS_MAX = 9
/** `plan-building.ts` ends a reply so. */
const OFFER = /This is layout (\d), with \d+ of 100 points.*/
/** Replies of turns that changed nothing. */
const UNCHANGED =
  /^(?:I did not understand|I found no request|There is no layout|What do you mean|Please state)/

/**
 * The layout that a text chooses, after a building was laid out and nothing was changed since:
 * `layout 2`, `use the third layout`, `another layout`. Null for any other text. Throws `Declined`
 * for a layout that was not offered.
 */
export function chosenLayout(text: string, former: readonly FormerTurn[]): ChosenLayout | null {
  const at = former.findLastIndex((turn) => !isIdle(turn))
  const drawn = OFFER.exec(former[at]?.reply ?? '')
  if (!drawn) return null
  const offered = [...drawn[0].matchAll(/layout (\d)/g)].map(([, number]) => Number(number)).sort()
  const named = planNamed(text)
  const plan = named ?? (isOther(text) ? nextOf(offered, Number(drawn[1])) : null)
  if (plan === null) {
    if (!LAYOUT.test(text) || !isShort(text)) return null
    throw new Declined(
      'Choose the layout in a request of its own: “layout 2”. Then state what else you want.',
    )
  }
  if (!offered.includes(plan))
    throw new Declined(
      `There is no layout ${plan}: ${offered.length === 1 ? 'only layout 1 was found' : `I can draw ${formatList(offered.map((number) => `layout ${number}`))}`}. Describe the building in another way for others.`,
    )
  // The building was requested before all the choices of its layouts.
  const first = former
    .slice(0, at + 1)
    .findLastIndex((turn) => OFFER.test(turn.reply) && chosenBefore(turn.request) === null)
  return first < 0
    ? null
    : { request: wholeRequest(former[first].request, former.slice(0, first)), plan }
}

const nextOf = (offered: readonly number[], drawn: number): number =>
  offered[(offered.indexOf(drawn) + 1) % offered.length]

/** Whether a turn has left the building as it was: a question, or what was not understood. */
const isIdle = ({ request, reply }: FormerTurn): boolean =>
  UNCHANGED.test(reply) ||
  (!OFFER.test(reply) &&
    clausesOf(request, []).every((clause) => clause.isQuestion || isChat(clause)))

/** Whether a text chooses a layout where none is offered. */
export const isLateChoice = (text: string): boolean =>
  /\b(?:layout|alternative|variant)/i.test(text) && chosenBefore(text) !== null

const chosenBefore = (text: string): number | null => planNamed(text) ?? (isOther(text) ? 1 : null)

const isShort = (text: string): boolean => text.trim().split(/\s+/).length <= REQUEST_WORDS_MAX
const isOther = (text: string): boolean => isShort(text) && OTHER.test(text)

function planNamed(text: string): number | null {
  if (!isShort(text)) return null
  const number = NAMED.exec(text)?.[1].toLowerCase()
  if (number !== undefined) return NUMBERS.indexOf(number) + 1 || Number(number)
  const ordinal = ORDINAL.exec(text)
  return ordinal ? ORDINALS.indexOf(ordinal[1].toLowerCase()) + 1 : null
}
