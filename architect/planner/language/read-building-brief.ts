import { readAlternative } from './brief/alternatives.ts'
import { BriefCursor, type BriefPart } from './brief/brief-cursor.ts'
import { readFurniture } from './brief/furniture.ts'
import { divideAreas } from './brief/joined-rooms.ts'
import { readLabelled } from './brief/labelled.ts'
import { readLink } from './brief/links.ts'
import { readMeasure } from './brief/measures.ts'
import { readNamedRoom } from './brief/named-rooms.ts'
import { readNegation } from './brief/negations.ts'
import { readNumber } from './brief/numbers.ts'
import { plainTokens } from './brief/plain-tokens.ts'
import { readAreasOfEach } from './brief/room-groups.ts'
import { readRoom } from './brief/room-mentions.ts'
import { readSide } from './brief/sides.ts'
import { readStorey } from './brief/storeys.ts'
import { findUnread } from './brief/unread.ts'
import { readWholeHouse } from './brief/whole-house.ts'
import type { BuildingBrief } from './building-brief.ts'
import type { Token } from './token.ts'

/** The first that reads a phrase wins: longer phrases stand before words that are in them. */
const PARTS: readonly BriefPart[] = [
  readAreasOfEach,
  readLabelled,
  readBreak,
  readAlternative,
  readNegation,
  readFurniture,
  readNumber,
  readMeasure,
  readStorey,
  readLink,
  readWholeHouse,
  readSide,
  readRoom,
  readNamedRoom,
]

/** Reads a brief for a new building. */
export function readBuildingBrief(tokens: readonly Token[]): BuildingBrief {
  const cursor = new BriefCursor(plainTokens(tokens))
  while (cursor.token) {
    const { at } = cursor
    const isRead = PARTS.some((part) => part(cursor) && cursor.at > at)
    if (!isRead) cursor.skip()
  }
  divideAreas(cursor.joined)
  return {
    ...cursor.brief,
    rooms: roomsWithoutTotals(cursor),
    unread: findUnread(cursor.unreadRuns()),
  }
}

function readBreak(cursor: BriefCursor): boolean {
  const { token } = cursor
  if (token?.kind !== 'break') return false
  cursor.isAfterUnread = false
  if (/[,;\n]/.test(token.mark)) cursor.clauseStart = cursor.brief.rooms.length
  if (/[.;\n?!]/.test(token.mark)) {
    cursor.endSubject()
    cursor.sentence += 1
  }
  if (token.mark === '.' && !cursor.isLevelListed) cursor.level = null
  cursor.read(1)
  return true
}

/** `A four-bedroom house with a main bedroom` has three others. */
function roomsWithoutTotals({ brief, totals }: BriefCursor): BuildingBrief['rooms'] {
  for (const [total, end] of totals)
    for (const { word, count } of brief.rooms.slice(end))
      if (word.type === total.word.type) total.count -= count
  return brief.rooms.filter(({ count }) => count > 0)
}
