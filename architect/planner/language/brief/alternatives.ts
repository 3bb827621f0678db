import type { BriefPart } from './brief-cursor.ts'

const OR = /^or (?:maybe |perhaps |possibly |even )*(?:with )?/
/** `Three bedrooms. No wait, four.`: what follows replaces what was before. */
const CORRECTION = /^(?:no wait|scratch that|make that)/
/** `2 or 3 bedrooms`, `two to three bedrooms`. */
const COUNTS = /^#number (?:or|to) (?=#number )/

/** `three bedrooms or two and a study`: the first choice is planned, and the other is stated. */
export const readAlternative: BriefPart = (cursor) => {
  const { brief, token } = cursor
  if (cursor.take(CORRECTION)) return true
  if (token?.kind === 'number' && cursor.roomAhead(3) && COUNTS.test(cursor.textAfter())) {
    cursor.ahead.count = token.value
    brief.notes.push(noteOf(cursor.tokens.slice(cursor.at + 1, cursor.at + 3)))
    cursor.read(3)
    return true
  }
  const match = OR.exec(cursor.textAfter())
  if (!match || brief.rooms.length === 0 || !isOfRooms(cursor, match[0])) return false
  const rest = cursor.tokens.slice(cursor.at)
  const end = rest.findIndex((each) => each.kind === 'break')
  const skipped = end < 0 ? rest : rest.slice(0, end)
  brief.notes.push(noteOf(skipped))
  cursor.read(skipped.length)
  return true
}

/** A room or a count that comes with a new article; `or the kitchen` names one of before. */
const isOfRooms: (cursor: Parameters<BriefPart>[0], words: string) => boolean = (cursor, words) => {
  const offset = words.trimEnd().split(' ').length
  const next = cursor.tokens[cursor.at + offset]
  if (next?.kind === 'word' && next.word === 'the') return false
  const mention = cursor.roomAhead(next?.kind === 'number' ? offset + 1 : offset)
  return (
    mention !== null ||
    (next?.kind === 'number' && /^(?:if|when|where)\b/.test(cursor.textAfter(offset + 1)))
  )
}

const noteOf = (tokens: readonly { text: string }[]): string =>
  `Of two choices I took the first, without “${tokens.map(({ text }) => text).join(' ')}”.`
