import { isRequestWord } from './brief/unread-words.ts'
import type { RoomMention, RoomWord } from './room-words.ts'
import { singular } from './singular.ts'
import type { Token } from './token.ts'

const ROOM = /^rooms?$/
/** Before `room` these state which one, and not its use. */
const NOT_USES =
  /^(?:adjoining|existing|following|remaining|facing|missing|connecting|including|having|being|needing|wanting|adding|sleeping|living|dining|inner|corner|sized|odd|more|least|total|habitable|whole|half|other|height)$/
const POSSESSIVE = /'s?$/

/** `waiting room`, `Emma's room`: a room that no list of ours has, by its use or its owner. */
export function otherRoomAt(tokens: readonly Token[], at: number): RoomMention | null {
  const [use, room] = tokens.slice(at, at + 2)
  if (use?.kind !== 'word' || room?.kind !== 'word' || !ROOM.test(room.word)) return null
  const isOwned = POSSESSIVE.test(use.word)
  if (!isOwned && !isUse(use.word)) return null
  return {
    room: wordFor(`${use.text} room`, isOwned),
    tokens: 2,
    isPlural: singular(room.word) !== room.word,
  }
}

const isUse = (word: string): boolean =>
  !NOT_USES.test(word) && (/ing$/.test(word) || isRequestWord(word))

const wordFor = (text: string, isOwned: boolean): RoomWord => ({
  type: isOwned ? 'bedroom' : 'other',
  label: text[0].toUpperCase() + text.slice(1),
})
