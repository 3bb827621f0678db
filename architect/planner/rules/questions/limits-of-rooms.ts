import { describeRoom } from '../../house/describe.ts'
import type { HouseRoom } from '../../house/house.ts'
import type { Clause } from '../../language/clause.ts'
import { formatArea, formatLength, type ReplyUnit } from '../../language/format.ts'
import { marked, type Pattern } from '../pattern-rule.ts'
import { type Question, question } from './question.ts'

/** A comparison with a figure, as replies state it, and whether a value meets it. */
interface Comparison {
  form: RegExp
  text: string
  meets: (value: number, limit: number) => boolean
}

/** Figures that differ by less are alike, in metres or square metres. */
const ALIKE = 0.005
const COMPARISONS: readonly Comparison[] = [
  {
    form: /\bat least\b|\bminimum\b|\bor more\b|\bno (?:less|smaller|narrower) than\b/,
    text: 'at least',
    meets: (value, limit) => value >= limit - ALIKE,
  },
  {
    form: /\bat most\b|\bmaximum\b|\bor less\b|\bno (?:more|larger|bigger|wider) than\b/,
    text: 'at most',
    meets: (value, limit) => value <= limit + ALIKE,
  },
  {
    form: /\b(?:smaller|less|under|below|narrower|shorter|shallower)\b/,
    text: 'less than',
    meets: (value, limit) => value < limit - ALIKE,
  },
  {
    form: /\b(?:larger|bigger|more|over|above|greater|wider|longer|deeper)\b/,
    text: 'more than',
    meets: (value, limit) => value > limit + ALIKE,
  },
]

const width = ({ box }: HouseRoom): number => box.maxX - box.minX
const depth = ({ box }: HouseRoom): number => box.maxZ - box.minZ
/** A room longer than this times its width has its width across, as a corridor has. */
const PASSAGE_ASPECT = 2.5
function across(room: HouseRoom): number {
  const [less, more] = [width(room), depth(room)].sort((a, b) => a - b)
  return more > PASSAGE_ASPECT * less ? less : width(room)
}
const EXTENTS: readonly [RegExp, adjective: string, (room: HouseRoom) => number][] = [
  [/\b(?:wide|width|wider|narrower)\b/, 'wide', across],
  [/\b(?:deep|depth|deeper|shallower)\b/, 'deep', depth],
  [/\b(?:long|length|longer|shorter)\b/, 'long', (room) => Math.max(width(room), depth(room))],
]

/** `Is the bath at least 6 m²?`, `is the hall wider than 1.2 m?` */
export const LIMIT_QUESTIONS: readonly Pattern[] = [
  question(
    /^(?:is|are|does|do|has|have) (room\d+)\b.*\b(?:len|area)\d+/,
    meetsLimit,
    (clause) => limitIn(clause) !== null,
  ),
]

interface Limit {
  comparison: Comparison
  value: number
  figure: (room: HouseRoom) => number
  format: (value: number, unit: ReplyUnit) => string
}

/** The only figure of a clause with what it limits; null where there is none. */
function limitIn({ text, areas, lengths, rooms }: Clause): Limit | null {
  const comparison = COMPARISONS.find(({ form }) => form.test(text))
  if (!comparison || areas.length + lengths.length !== 1 || rooms.length !== 1) return null
  if (/\b(?:windows?|doors?|openings?|item\d|walls?)\b/.test(text)) return null
  if (areas.length > 0)
    return { comparison, value: areas[0], figure: ({ area }) => area, format: formatArea }
  const extent = EXTENTS.find(([form]) => form.test(text))
  if (!extent) return null
  const [, adjective, figure] = extent
  const format = (metres: number, unit: ReplyUnit) => `${formatLength(metres, unit)} ${adjective}`
  return { comparison, value: lengths[0], figure, format }
}

function meetsLimit({ bench, clause, match, unit }: Question): string {
  const { comparison, value, figure, format } = limitIn(clause)!
  const hasArea = clause.areas.length > 0
  return bench
    .rooms(marked(clause.rooms, match[1]))
    .map((room) => {
      const isMet = comparison.meets(figure(room), value)
      const limit = `${comparison.text} ${format(value, unit)}`
      const states = hasArea
        ? isMet
          ? `has ${limit}`
          : `does not have ${limit}`
        : `is ${isMet ? '' : 'not '}${limit}`
      return `${isMet ? 'Yes' : 'No'}, ${describeRoom(room)} ${states}. It ${hasArea ? 'has' : 'is'} ${format(figure(room), unit)}.`
    })
    .join(' ')
}
