import type { Side } from '../../../layout/room-program.ts'
import { type BriefRoom, createBriefRoom, createBuildingBrief } from '../building-brief.ts'
import { isBuilding } from '../building-nouns.ts'
import { otherRoomAt } from '../other-rooms.ts'
import { type RoomMention, type RoomWord, roomAt } from '../room-words.ts'
import { singular } from '../singular.ts'
import type { Token } from '../token.ts'
import { plainText, plainTexts, tokensOfMatch } from './plain-tokens.ts'
import { isRequestWord } from './unread-words.ts'

/** Reads a phrase at the cursor and moves it on; false where no phrase of its kind begins there. */
export type BriefPart = (cursor: BriefCursor) => boolean

/** Qualities that stand before the room that they are about. */
interface RoomAhead {
  count: number | null
  area?: number
  leastArea?: number
  size?: [number, number]
  width?: number
  level?: number
  sides: Side[]
  /** `two ensuite bedrooms`: each has a bathroom of its own. */
  isEnsuite?: true
}

/** Tokens that a pattern sees. */
const TEXT_TOKENS = 14
/** Most rooms that one phrase may request: a layout has far fewer, which the planner states. */
const COUNT_MAX = 1_000
/** Between a number and its room: `three good-sized double bedrooms`. */
const AHEAD_MAX = 4
const NOT_BEFORE_ROOM =
  /^(?:in|of|each|and|with|without|on|for|to|at|from|over|under|by|per|above|below|off|next|beside|near|between|opposite|behind|facing|which|that|has|have|is|are|should|must)$/
/** A number of a brief as a count of rooms. */
export const roomCount = (value: number): number =>
  Math.max(1, Math.min(COUNT_MAX, Math.round(value)))

/** Where the reader of a brief is, and what the phrases before it were about. */
export class BriefCursor {
  readonly tokens: readonly Token[]
  readonly brief = createBuildingBrief()
  at = 0
  /** The room that following phrases are about, until the sentence ends. */
  room: BriefRoom | null = null
  /** Index after the tokens that name `room`. */
  roomEnd = 0
  /** Level of rooms that follow: set by `upstairs:`, until another storey is named. */
  level: number | null = null
  /** Whether `level` is the head of a list, which goes on behind full stops. */
  isLevelListed = false
  /** Count of rooms before this part of the sentence, which commas divide. */
  clauseStart = 0
  ahead: RoomAhead = { count: null, sides: [] }
  /** `one of them`: how many of the rooms the next phrase is about. */
  share: number | null = null
  /** The rooms of which `room` is a part: `one of 16 m² and two of 12 m²`. */
  groupOf: BriefRoom | null = null
  /** Rooms of an open plan that commas divide, until `and` closes their list. */
  openList: BriefRoom[] | null = null
  /** Rooms that count others of their type: `a four-bedroom house` with `a main bedroom`. */
  readonly totals = new Map<BriefRoom, number>()
  /** The room before `room` where `and` joins both: `kitchen and living room to the north`. */
  partner: BriefRoom | null = null
  /** Rooms that were named as if they were known, by the sentence that did. */
  readonly assumed = new Map<BriefRoom, number>()
  sentence = 0
  /** Rooms that one phrase names: `kitchen/diner`. */
  readonly joined: BriefRoom[][] = []
  /** The room that the one before the cursor has as its own, and where its name ends. */
  own: { room: BriefRoom; end: number } | null = null
  /** `each with a nap room and a washroom`: how many of each, and where that was read last. */
  each: { times: number; end: number } | null = null
  /** Storeys as they were counted, not as rooms upstairs imply them. */
  private storeysCounted: number | null = null
  /** The area of the house in the words of the brief. */
  areaText: string | null = null
  /** Whether a measure here would be about something that was not understood. */
  isAfterUnread = false
  private readonly isRead: boolean[]

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens
    this.isRead = tokens.map(() => false)
  }

  get token(): Token | null {
    return this.tokens[this.at] ?? null
  }

  /** Plain text of the tokens from the cursor, or from `offset` tokens after it. */
  textAfter(offset = 0): string {
    return plainTexts(this.tokens.slice(this.at + offset, this.at + offset + TEXT_TOKENS))
  }

  /** Plain text of at most `count` tokens before the cursor, in the same part of the sentence. */
  textBefore(count = TEXT_TOKENS): string {
    const words = this.tokens.slice(Math.max(0, this.at - count), this.at)
    // `Ceiling height: 3 m`
    const last = words.at(-1)
    if (last?.kind === 'break' && last.mark === ':') words.pop()
    const stop = words.findLastIndex((token) => token.kind === 'break' && token.mark !== '(')
    return plainTexts(words.slice(stop + 1))
  }

  /** Moves past the tokens that a pattern matches at the cursor; null where it does not. */
  take(pattern: RegExp): RegExpExecArray | null {
    const text = this.textAfter()
    const match = pattern.exec(text)
    const count = tokensOfMatch(text, match)
    if (count === null) return null
    this.read(count)
    return match
  }

  /** Moves past tokens that have been understood. */
  read(count: number): void {
    this.isRead.fill(true, this.at, this.at + count)
    this.at += count
  }

  /** Returns to an index: what was read from there on was no phrase. */
  back(at: number): void {
    this.isRead.fill(false, at, this.at)
    this.at = at
  }

  /** Moves past a token that has not been understood. */
  skip(): void {
    const { token } = this
    if (token?.kind === 'word' && isRequestWord(token.word)) this.isAfterUnread = true
    this.at += 1
  }

  /** Marks words of the tokens just before the cursor as understood. */
  readBefore(pattern: RegExp, count: number): void {
    for (let at = Math.max(0, this.at - count); at < this.at; at++)
      if (pattern.test(plainText(this.tokens[at]))) this.isRead[at] = true
  }

  /** Runs of tokens that nothing has read, which breaks and other phrases divide. */
  unreadRuns(): Token[][] {
    const runs: Token[][] = [[]]
    for (const [at, token] of this.tokens.entries()) {
      if (this.isRead[at] || token.kind === 'break') runs.push([])
      else runs.at(-1)!.push(token)
    }
    return runs.filter((run) => run.length > 0)
  }

  /** Later words are not about the rooms before this one. */
  endSubject(): void {
    this.room = null
    this.groupOf = null
    this.openList = null
    this.ahead = { count: null, sides: [] }
    this.isAfterUnread = false
  }

  /** The count of storeys; a later one than this counts, and both are stated. */
  setStoreys(count: number): void {
    const { storeysCounted, brief } = this
    if (storeysCounted !== null && storeysCounted !== count)
      brief.notes.push(`You gave both ${storeysCounted} and ${count} storeys: I took ${count}.`)
    this.storeysCounted = count
    brief.storeys = count
  }

  isHouseAt(at = this.at): boolean {
    const token = this.tokens[at]
    return (
      token?.kind === 'word' &&
      (isBuilding(token.word) || isBuilding(singular(token.word))) &&
      !this.isOfficeRoom(at) &&
      !this.isShopRoom(at) &&
      // `shop floor`, `home office`
      (roomAt(this.tokens, at)?.tokens ?? 0) < 2
    )
  }

  /** `a bakery: shop 25 m², ...`: the second is a room of the first. */
  private isShopRoom(at: number): boolean {
    const [before, next] = [this.tokens[at - 1], this.tokens[at + 1]]
    return this.brief.isDwelling === false && before?.kind === 'break' && next?.kind === 'area'
  }

  /** `a small office: four offices`: the first is the building. */
  private isOfficeRoom(at: number): boolean {
    const token = this.tokens[at]
    if (token?.kind !== 'word' || singular(token.word) !== 'office') return false
    const before = this.tokens[at - 1]
    const after = this.tokens[at + 1]
    if (after?.kind === 'word' && singular(after.word) === 'building') return false
    if (at === 0 && after?.kind === 'word' && /^(?:for|with)$/.test(after.word)) return false
    return (
      !(before?.kind === 'word' && /^(?:small|an?|large)$/.test(before.word)) ||
      this.brief.rooms.length > 0 ||
      this.tokens.slice(0, at).some((_, i) => this.isHouseAt(i))
    )
  }

  /** The room that is named at an index, unless that word is the house. */
  roomAt(at = this.at): RoomMention | null {
    if (this.isHouseAt(at)) return null
    const mention = roomAt(this.tokens, at) ?? otherRoomAt(this.tokens, at)
    // `a classroom block`: what it is for.
    const after = mention && this.tokens[at + mention.tokens]
    if (after?.kind === 'word' && /^(?:block|building|centre|center)$/.test(after.word)) return null
    // `a primary school` has no primary bedroom.
    const isOfHouse = mention?.room.role === 'main' && mention.tokens === 1
    return isOfHouse && this.isHouseAt(at + 1) ? null : mention
  }

  /** The room that follows behind adjectives, from `offset` tokens after the cursor. */
  roomAhead(offset = 1): RoomMention | null {
    for (let at = this.at + offset; at < this.at + offset + AHEAD_MAX; at++) {
      const token = this.tokens[at]
      if (token?.kind !== 'word') return null
      const mention = this.roomAt(at)
      if (mention) return mention
      if (NOT_BEFORE_ROOM.test(token.word)) return null
    }
    return null
  }

  /** Whether the phrase after the cursor is about the whole house: `80 m² family home`. */
  isBeforeHouse(): boolean {
    for (let at = this.at + 1; at <= this.at + AHEAD_MAX; at++) {
      const token = this.tokens[at]
      if (token?.kind !== 'word') return false
      if (this.isHouseAt(at) || /^(?:total|overall|altogether)$/.test(token.word)) return true
      if (/^(?:with|and|for|each)$/.test(token.word)) return false
    }
    return false
  }

  /** The latest room of the same type and role. */
  knownRoom({ type, role, label }: RoomWord): BriefRoom | null {
    const { rooms } = this.brief
    const isSame = ({ word }: BriefRoom) =>
      word.type === type && word.role === role && (type !== 'other' || word.label === label)
    return rooms.findLast(isSame) ?? null
  }

  /** Adds a room with the qualities that stood before it, and makes it the subject. */
  addRoom(word: RoomWord, count: number): BriefRoom {
    const { count: _, isEnsuite: __, sides, ...qualities } = this.ahead
    const inherited = this.level !== null && word.type === 'garage' ? 0 : this.level
    const level = qualities.level ?? inherited
    const room: BriefRoom = {
      ...createBriefRoom(word, roomCount(count)),
      ...qualities,
      sides,
      ...(level !== null && { level }),
    }
    this.brief.rooms.push(room)
    this.setRoom(room)
    return room
  }

  /** Makes a room the subject, with the qualities that stood before its name. */
  setRoom(room: BriefRoom): void {
    this.room = room
    this.groupOf = null
    this.roomEnd = this.at
    this.ahead = { count: null, sides: [] }
    this.isAfterUnread = false
  }
}
