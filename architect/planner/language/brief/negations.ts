import type { RoomTypeName } from '../../../scene/room-types.ts'
import { itemAt } from '../item-words.ts'
import type { BriefCursor, BriefPart } from './brief-cursor.ts'

/** Not the bounds of measures: `no more than 120 m²`. */
const NEGATION =
  /^(?:with no|no need for|no|without|excluding|except(?: for)?|minus|(?:we |i )?(?:do not|don't|doesn't|does not) (?:need|want|require|have|include)|not needed|(?:rather )?not (?:have|want|need|include)|instead of|rather than|skip)(?! (?:more|larger|bigger|less|smaller|fewer|longer|wider|walls? between))/
const ARTICLES = /^(?:(?:a|an|any|the|separate|formal|extra) )+/
/** Between things that are all not wanted. */
const ALSO = /^(?:, )?(?:or|nor|and no|and without|, no)(?= )/
const STAIRS = /^(?:stairs?|steps|staircases?)/
/** Their absence cannot be planned by leaving them out. */
const PARTS_OF_ROOMS = /^(?:windows?|doors?|walls?|columns?|noise)\b/
const UNSUPPORTED =
  /^(?:[a-z-]+ ){0,2}?(?:basements?|cellars?|lofts?|attics?|pools?|fireplaces?|lifts?|elevators?|chimneys?|courtyards?|furniture)/

/** `no garage`, `without a dining room`: rooms and things that are left out. */
export const readNegation: BriefPart = (cursor) => {
  const start = cursor.at
  if (cursor.take(/^not (?:too|very|so) \S+/)) return true
  const match = cursor.take(NEGATION)
  if (!match) return false
  const absent = readAbsent(cursor)
  if (absent === null) {
    cursor.back(start)
    return false
  }
  // `a shower rather than a bath` is about a bathroom.
  if (!/than$/.test(match[0])) cursor.brief.unwanted.push(...absent)
  // `without a garage and a basement`, but `no garage and two bedrooms`.
  const isWithout = /^without/.test(match[0])
  for (;;) {
    const next = cursor.at
    const isAlso = cursor.take(ALSO) ?? (isWithout ? cursor.take(/^and(?= an? )/) : null)
    const also = isAlso && readAbsent(cursor)
    if (!also) {
      cursor.back(next)
      return true
    }
    cursor.brief.unwanted.push(...also)
  }
}

/** Moves past what is not wanted. Returns the types of rooms in it; null where nothing is named. */
function readAbsent(cursor: BriefCursor): RoomTypeName[] | null {
  if (PARTS_OF_ROOMS.test(cursor.textAfter())) return null
  const articles = ARTICLES.exec(cursor.textAfter())
  if (articles) cursor.read(articles[0].trimEnd().split(' ').length)
  const mention = cursor.roomAt()
  const item = itemAt(cursor.tokens, cursor.at)
  if (mention) cursor.read(mention.tokens)
  else if (item) cursor.read(item.tokens)
  else if (cursor.take(STAIRS)) cursor.brief.storeys ??= 1
  else if (!cursor.take(UNSUPPORTED)) return null
  return mention ? [mention.room.type] : []
}
