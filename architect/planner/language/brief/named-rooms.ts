import { singular } from '../singular.ts'
import type { BriefCursor, BriefPart } from './brief-cursor.ts'
import { plainText } from './plain-tokens.ts'
import { isFiller, isRequestWord } from './unread-words.ts'

/** Most words of a name. */
const WORDS_MAX = 3
/** Between a name and its area. */
const UNTIL_AREA = /^(?:(?:of|is|at|about|approximately|around|approx|ca|[:(]) )*#(?:area|size)/
/** In a line of a list, a comma may stand before the area. */
const IN_LINE = /^, #(?:area|size)/
/** Before the first word of an item of a list. */
const BEFORE = /^(?:an?|the|and|with|plus|one|includes?|including|#number|[,.;:(\n])$/
/** Things with an area that are not rooms. */
const NO_ROOMS =
  /^(?:plot|lot|site|land|parcel|property|garden|yard|lawn|grounds?|pool|drive(?:way)?|parking|court(?:yard)?|footprint|foundation|window|door|wall|roof|ceiling|opening|glazing|total|minimum|maximum|house|correction|update|note|budget|revised)s?$/
/** Before such a word they name a space: `open space`. */
const QUALITIES = /^(?:open|main|common|shared|private|quiet)$/
/** Words of spaces that are too plain to request one by themselves. */
const HEADS = /^(?:area|space|zone|bay|section|corner|point|floor|store|bar|hall)s?$/

/** `operating theatre 18 m²`: a room of a kind that no list has, by its name and its area. */
export const readNamedRoom: BriefPart = (cursor) => {
  const { token } = cursor
  const before = cursor.tokens[cursor.at - 1]
  if (before && !BEFORE.test(plainText(before))) return false
  const isLine = before === undefined || plainText(before) === '\n'
  // `four phone booths of 2 m²`
  const first = token?.kind === 'number' && Number.isInteger(token.value) ? 1 : 0
  for (let count = first + 1; count <= first + WORDS_MAX; count++) {
    if (!isName(cursor, count)) return false
    const after = cursor.textAfter(count)
    if (!UNTIL_AREA.test(after) && !(isLine && IN_LINE.test(after))) continue
    return addNamed(cursor, first, count - first)
  }
  return false
}

function isName(cursor: BriefCursor, count: number): boolean {
  const at = cursor.at + count - 1
  const token = cursor.tokens[at]
  if (token?.kind !== 'word') return false
  const word = singular(token.word)
  return !cursor.isHouseAt(at) && !NO_ROOMS.test(word) && cursor.roomAt(at) === null
}

function addNamed(cursor: BriefCursor, skipped: number, count: number): boolean {
  const { token, ahead, brief } = cursor
  const words = cursor.tokens.slice(cursor.at + skipped, cursor.at + skipped + count)
  const [first, head] = [words[0], words.at(-1)]
  if (head?.kind !== 'word' || first.kind !== 'word') return false
  const isSpace = count > 1 && HEADS.test(head.word)
  const isPlain = isFiller(first.word) && !(isSpace && QUALITIES.test(first.word))
  if (isPlain || !(isSpace || isRequestWord(head.word))) return false
  const counted = token?.kind === 'number' ? token.value : (ahead.count ?? 1)
  const names = words.map(({ text }) => text)
  if (counted > 1) names.push(singular(names.pop()!))
  const name = names.join(' ')
  cursor.read(skipped + count)
  cursor.addRoom({ type: 'other', label: name[0].toUpperCase() + name.slice(1) }, counted)
  brief.notes.push(`I know no ${name.toLowerCase()}: it is a plain room with this name.`)
  return true
}
