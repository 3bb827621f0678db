import type { HouseRoom } from '../../house/house.ts'
import type { Clause, RoomReference } from '../../language/clause.ts'
import type { ReplyUnit } from '../../language/format.ts'
import { levelIn } from '../../language/storey-words.ts'
import { Declined, type Workbench } from '../../workbench.ts'
import type { Pattern } from '../pattern-rule.ts'

/** What an answer is made from. */
export interface Question {
  bench: Workbench
  clause: Clause
  match: RegExpExecArray
  /** The unit in which the answer states lengths; areas and volumes follow it. */
  unit: ReplyUnit
}

const FEET = /\b(?:feet|foot|ft|inch(?:es)?|sq\.? ?ft|square footage|sqft)\b|ft²/i

/** A form of a question with its answer; `accepts` separates it from others of this form. */
export const question = (
  form: RegExp,
  answer: (question: Question) => string,
  accepts: (clause: Clause) => boolean = () => true,
): Pattern => [
  form,
  (clause, match) =>
    accepts(clause)
      ? {
          subject: clause.rooms.length > 0 ? subjectOf(clause.rooms[0]) : null,
          run: (bench) =>
            answer({ bench, clause, match, unit: FEET.test(clause.original) ? 'ft' : 'm' }),
        }
      : null,
]

const subjectOf = ({ text }: RoomReference): string =>
  `the ${text.replace(/^(?:the|a|an|my|our|your|all|every|each) /i, '')}`

/** Rooms under a roof, of one storey where the text names one. Throws `Declined` for none. */
export function indoorRooms({ bench, clause: { text } }: Question): HouseRoom[] {
  const level = levelIn(text)
  const rooms = bench.house.rooms.filter(({ isOutdoors }) => !isOutdoors)
  if (rooms.length === 0) throw new Declined('The project has no rooms yet.')
  const found = rooms.filter((room) => level === null || room.level === level)
  if (found.length > 0) return found
  const top = Math.max(...rooms.map((room) => room.level))
  throw new Declined(
    level! > top
      ? `There is no upper floor: the building has ${top === 0 ? 'one storey' : `${top + 1} storeys`}.`
      : 'There are no rooms on that storey.',
  )
}
