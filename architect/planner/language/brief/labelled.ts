import { type BriefPart, roomCount } from './brief-cursor.ts'

/** `Floors: 2` */
const STOREYS = /^(?:stor(?:e?ys?|ies)|floors?|levels?) : (?=#number)/
/** `Area: 120`, where square metres go without saying. */
const AREA = /^(?:(?:total|floor|gross|net|living) )*(?:area|size) : (?=#number)/
/** `Number of bedrooms: 3` */
const HEADING = /^(?:number|count|no) of (?=(?:[a-z]+ ){1,2}: #number)/
/** `Bedroom count: 3` */
const COUNT = /^(?:count|number|qty|quantity) : (?=#number)/
/** `Garage: no` */
const ABSENT = /^: (?:no|none|not (?:needed|required)) ?(?=[,.;\n]|$)/

/** Lines of a form: what is before the colon has what is behind it. */
export const readLabelled: BriefPart = (cursor) => {
  const { brief, room } = cursor
  if (cursor.take(HEADING)) return true
  const isCount = room !== null && cursor.at === cursor.roomEnd && cursor.take(COUNT) !== null
  const isStoreys = !isCount && cursor.take(STOREYS) !== null
  if (isCount || isStoreys || cursor.take(AREA)) {
    const { token } = cursor
    if (token?.kind !== 'number') return false
    if (isCount) room.count = roomCount(token.value)
    else if (isStoreys) cursor.setStoreys(Math.max(1, Math.round(token.value)))
    else brief.area ??= token.value
    cursor.read(1)
    return true
  }
  if (!room || cursor.at !== cursor.roomEnd || !cursor.take(ABSENT)) return false
  brief.rooms.splice(brief.rooms.indexOf(room), 1)
  brief.unwanted.push(room.word.type)
  cursor.endSubject()
  return true
}
