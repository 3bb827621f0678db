import { SIDES, type Side } from '../../layout/room-program.ts'
import { type ItemWord, itemAt } from './item-words.ts'
import { withoutListMarks } from './list-marks.ts'
import { type RoomWord, roomAt } from './room-words.ts'
import type { Token } from './token.ts'
import { tokensOf } from './tokens.ts'

/** Words that stand for a room, before they are looked up in a house. */
export interface RoomReference {
  /** As it was written. */
  text: string
  /** The name of a room of the project, where the words are one. */
  label: string | null
  /** The kind of room, where the words are one. */
  word: RoomWord | null
  /** `bedroom 2` of a project in which no room has this name. */
  number: number | null
  /** `left`, `largest`, `new`: which one of several. */
  adjectives: readonly string[]
  /** Sides of the house: `north bedroom`, `bedroom on the east side`. */
  sides: readonly Side[]
  /** Index of its storey; null where none is named. */
  level: number | null
  isPlural: boolean
}

/** A piece of furniture that a clause names. */
export interface ItemReference extends ItemWord {
  text: string
  count: number | null
}

/**
 * One request for one thing, in a form that patterns can read. Lengths in metres, areas in square
 * metres, angles in degrees.
 */
export interface Clause {
  /**
   * Lower case without articles and politeness, with a mark for each mention, numbered by its kind:
   * `make room0 len0 wider`. Marks: room, item, len, area, size, angle, num, quote.
   */
  text: string
  /** As it was written. */
  original: string
  /** Ends with a question mark, or begins like a question. */
  isQuestion: boolean
  rooms: readonly RoomReference[]
  items: readonly ItemReference[]
  lengths: readonly number[]
  areas: readonly number[]
  sizes: readonly (readonly [number, number])[]
  angles: readonly number[]
  numbers: readonly number[]
  quotes: readonly string[]
}

/** Clauses of one request: what is beyond them is stated as left out. */
export const CLAUSES_MAX = 24

/** Verbs with which a person requests a change: after `and` or a comma they begin a clause. */
export const VERBS: ReadonlySet<string> = new Set(
  'make add put move swap delete remove take turn change give paint furnish merge split rename call raise lower set connect replace widen enlarge extend shrink reduce increase decrease rotate shift place insert cut convert undo redo build create draw design combine join separate divide exchange switch mirror duplicate install demolish drop get knock fit close clear let lengthen shorten narrow label swing hang raise tile lay deepen heighten brick trade'.split(
    ' ',
  ),
)
const QUESTIONS =
  /^(?:how|what|which|where|when|who|why|is|are|does|do|did|can|could|would|will|has|have|list|show|tell|count|name|give me (?:a list|list|all))\b/
const ARTICLES = new Set(['the', 'a', 'an', 'my', 'our', 'your'])
const POLITE =
  /^(?:(?:please|pls|kindly|now|then|also|and|next|finally|just|hi|hello|hey|ok|okay|thanks|so|but|could you|can you|can u|would you|will you|i want you to|i'd like you to|i would like you to|i want to|i'd like to|i would like to|we want to|we'd like to|let's|let us|go ahead and|i need you to|would you mind|actually|well|hmm|(?:great|good|perfect|nice|lovely|wonderful|super|cool|fine|yes|thank you|sorry)(?= ,))[\s,]+)+/
const POLITE_END = /[\s,]+(?:please|pls|thanks|thank you|too|as well|instead)$/
const ADJECTIVES = new Set(
  'left right left-hand right-hand large larger largest big bigger biggest small smaller smallest other new newest first second third front back rear middle central inner outer upper lower'.split(
    ' ',
  ),
)
const SIDE_ADJECTIVES: Record<string, Side> = {
  north: 'north',
  northern: 'north',
  east: 'east',
  eastern: 'east',
  south: 'south',
  southern: 'south',
  west: 'west',
  western: 'west',
}
const LEVEL_AFTER: [RegExp, number][] = [
  [/^(?:upstairs|above)\b/, 1],
  [/^(?:downstairs)\b/, 0],
  [/^(?:on|of|in|at) (?:the )?(?:upper|first|second|top) (?:floor|storey|story|level)\b/, 1],
  [/^(?:on|of|in|at) (?:the )?(?:ground|lower|main) (?:floor|storey|story|level)\b/, 0],
]
const SIDE_AFTER =
  /^(?:on|of|in|at|to) (?:the )?(north|east|south|west)(?:ern)?(?: side| end)?(?: of (?:the )?house)?\b/
/** `to the north side` is where something goes, not where it is. */
const IS_TARGET = /^to\b/

/** Words with which a sentence begins that states a place before its verb. */
const LEADS = new Set('in on at inside for upstairs downstairs actually'.split(' '))
/** Words of such a place after the first. */
const LEAD_WORDS_MAX = 6

/** A polite request that is not a change of one thing: `could you sketch a house`. */
const REQUESTS = /^(?:plan|sketch|lay|design|model|furnish|arrange|tile|brick|block|build|start)\b/
const CAN_YOU = /\b(?:could|can|would|will) (?:you|u)\b/i

/** The clauses of a request. `labels` are the names of the rooms of the project. */
export function clausesOf(request: string, labels: readonly string[]): Clause[] {
  const lexicon = labels.map((label) => wordsOf(label)).filter((words) => words.length > 0)
  return splitTokens(withoutListMarks(tokensOf(request, new Set(lexicon.flat()))))
    .slice(0, CLAUSES_MAX)
    .map((tokens) => new ClauseReader(tokens, lexicon, labels, request).read())
    .filter(({ text }) => text !== '')
}

const wordsOf = (label: string): string[] =>
  tokensOf(label).flatMap((token) => (token.kind === 'break' ? [] : [token.text.toLowerCase()]))

/** Sentences, and parts of them that begin with a verb. */
function splitTokens(tokens: readonly Token[]): Token[][] {
  const parts: Token[][] = [[]]
  for (const [at, token] of tokens.entries()) {
    const isEnd = token.kind === 'break' && /[.;!?\n]/.test(token.mark)
    const next = tokens[at + 1]
    const isJoint =
      (token.kind === 'break' && token.mark === ',') ||
      (token.kind === 'word' && /^(?:and|then|also|so)$/.test(token.word)) ||
      (token.kind === 'break' && token.mark === ':')
    const isBeforeVerb =
      isJoint &&
      next?.kind === 'word' &&
      VERBS.has(next.word) &&
      !isWithBefore(tokens, at + 1) &&
      !isLead(parts.at(-1)!)
    if (isEnd || isBeforeVerb) {
      if (token.kind === 'break' && token.mark === '?') parts.at(-1)!.push(token)
      parts.push([])
    } else parts.at(-1)!.push(token)
  }
  return parts.filter((part) => part.some(({ kind }) => kind !== 'break'))
}

/** `could you widen the hall?` is a request. */
function isPolite(original: string, text: string): boolean {
  const verb = text.split(' ')[0]
  return CAN_YOU.test(original) && (VERBS.has(verb) || REQUESTS.test(text))
}

/** `In the ensuite, swap ...`, `Upstairs, ...`, `Actually, ...` belong to what follows. */
function isLead(part: readonly Token[]): boolean {
  const [first = '', ...rest] = part.map(({ text }) => text.toLowerCase())
  const hasVerb = rest.some((word) => VERBS.has(word))
  return LEADS.has(first) && rest.length <= LEAD_WORDS_MAX && !hasVerb
}

/** `and give its area to the hall` belongs to what is before it. */
function isWithBefore(tokens: readonly Token[], at: number): boolean {
  const [verb, whose, what] = tokens.slice(at, at + 3).map(({ text }) => text.toLowerCase())
  return verb === 'give' && /^(?:its|the|their)$/.test(whose) && /^(?:area|space)$/.test(what)
}

class ClauseReader {
  private readonly tokens: readonly Token[]
  private readonly lexicon: readonly string[][]
  private readonly labels: readonly string[]
  private readonly request: string
  private readonly out: string[] = []
  private readonly rooms: RoomReference[] = []
  private readonly items: ItemReference[] = []
  private readonly lengths: number[] = []
  private readonly areas: number[] = []
  private readonly sizes: (readonly [number, number])[] = []
  private readonly angles: number[] = []
  private readonly numbers: number[] = []
  private readonly quotes: string[] = []
  private at = 0

  constructor(
    tokens: readonly Token[],
    lexicon: readonly string[][],
    labels: readonly string[],
    request: string,
  ) {
    this.tokens = tokens
    this.lexicon = lexicon
    this.labels = labels
    this.request = request
  }

  read(): Clause {
    const last = this.tokens.at(-1)!
    const hasMark = last.kind === 'break' && last.mark === '?'
    while (this.at < this.tokens.length) this.step()
    const text = this.out.join(' ').replace(POLITE, '').replace(POLITE_END, '').trim()
    const original = this.request.slice(this.tokens[0].at, last.at + last.text.length).trim()
    return {
      text,
      original,
      isQuestion: isPolite(original, text)
        ? false
        : hasMark
          ? !/^(?:make|add|put|move|remove|delete)\b/.test(text)
          : QUESTIONS.test(text),
      rooms: this.rooms,
      items: this.items,
      lengths: this.lengths,
      areas: this.areas,
      sizes: this.sizes,
      angles: this.angles,
      numbers: this.numbers,
      quotes: this.quotes,
    }
  }

  private step(): void {
    const token = this.tokens[this.at]
    // `dining chairs` are things, and `dining` alone is a room, with an article or without one.
    const at = this.at + (ARTICLES.has(this.wordAt(this.at)) ? 1 : 0)
    const thing = itemAt(this.tokens, at)?.tokens ?? 0
    const room = Math.max(roomAt(this.tokens, at)?.tokens ?? 0, this.labelAt(at)?.tokens ?? 0)
    const isThing = thing > room
    if (isThing) this.at = at
    if (isThing ? this.item() : this.room() || this.item()) return
    this.at += 1
    switch (token.kind) {
      case 'word':
        if (!ARTICLES.has(token.word)) this.out.push(token.word)
        break
      case 'number':
        this.mark('num', this.numbers, token.value)
        break
      case 'length':
        this.mark('len', this.lengths, token.metres)
        break
      case 'area':
        this.mark('area', this.areas, token.metres2)
        break
      case 'size':
        this.mark('size', this.sizes, token.metres)
        break
      case 'angle':
        this.mark('angle', this.angles, token.degrees)
        break
      case 'quote':
        this.mark('quote', this.quotes, token.word)
        break
      case 'break':
        if (token.mark === ',') this.out.push(',')
        break
      default:
        token satisfies never
    }
  }

  private mark<Value>(kind: string, list: Value[], value: Value): void {
    this.out.push(`${kind}${list.length}`)
    list.push(value)
  }

  private wordAt(at: number): string {
    const token = this.tokens[at]
    return token?.kind === 'word' ? token.word : ''
  }

  /** A reference to a room that begins here: its adjectives, its noun and what follows them. */
  private room(): boolean {
    const adjectives: string[] = []
    const sides: Side[] = []
    let level: number | null = null
    let at = this.at
    for (;;) {
      const named = this.labelAt(at)
      const noun = named ? null : roomAt(this.tokens, at)
      if (named || noun) {
        const end = at + (named?.tokens ?? noun!.tokens)
        const number = noun && !noun.isPlural ? this.numberAt(end) : null
        const after = this.after(end + (number === null ? 0 : 1))
        this.rooms.push({
          text: this.textOf(this.at, after.end),
          label: named?.label ?? null,
          word: noun?.room ?? null,
          number,
          adjectives,
          sides: [...sides, ...after.sides],
          level: after.level ?? level,
          isPlural: noun?.isPlural ?? false,
        })
        this.out.push(`room${this.rooms.length - 1}`)
        this.at = after.end
        return true
      }
      const word = this.wordAt(at)
      if (Object.hasOwn(SIDE_ADJECTIVES, word)) sides.push(SIDE_ADJECTIVES[word])
      else if (word === 'upstairs' || word === 'upper') level = 1
      else if (word === 'downstairs') level = 0
      else if (ADJECTIVES.has(word)) adjectives.push(word)
      // An article may stand before an adjective: `all the small bedrooms`.
      else if (!(at === this.at && ARTICLES.has(word))) return false
      at += 1
    }
  }

  /** The longest name of a room of the project here. */
  private labelAt(at: number): { label: string; tokens: number } | null {
    let best: { label: string; tokens: number } | null = null
    for (const [index, words] of this.lexicon.entries()) {
      const isHere = words.every((word, i) => this.tokens[at + i]?.text.toLowerCase() === word)
      if (isHere && words.length > (best?.tokens ?? 0))
        best = { label: this.labels[index], tokens: words.length }
    }
    return best
  }

  private numberAt(at: number): number | null {
    const token = this.tokens[at]
    const next = this.tokens[at + 1]
    const isLast =
      next === undefined || next.kind !== 'word' || !/^(?:window|door|room)/.test(next.word)
    return token?.kind === 'number' && Number.isInteger(token.value) && isLast ? token.value : null
  }

  /** `upstairs`, `on the north side`: where the room is. */
  private after(from: number): { end: number; sides: Side[]; level: number | null } {
    const sides: Side[] = []
    let level: number | null = null
    let end = from
    for (;;) {
      const rest = this.plainFrom(end)
      const onLevel = LEVEL_AFTER.find(([pattern]) => pattern.test(rest))
      const onSide = IS_TARGET.test(rest) ? null : SIDE_AFTER.exec(rest)
      const found = onLevel ? onLevel[0].exec(rest)![0] : onSide?.[0]
      if (found === undefined) return { end, sides, level }
      if (onLevel) level = onLevel[1]
      else sides.push(onSide![1] as Side)
      end += found.split(' ').length
    }
  }

  private plainFrom(at: number): string {
    return this.tokens
      .slice(at, at + 8)
      .map((token) => (token.kind === 'word' ? token.word : '|'))
      .join(' ')
  }

  private item(): boolean {
    const found = itemAt(this.tokens, this.at)
    if (!found) return false
    const { word, tokens } = found
    const before = this.out.at(-1) ?? ''
    const counted = /^num(\d+)$/.exec(before)
    const count = counted ? this.numbers[Number(counted[1])] : null
    this.items.push({ ...word, text: this.textOf(this.at, this.at + tokens), count })
    this.out.push(`item${this.items.length - 1}`)
    this.at += tokens
    return true
  }

  private textOf(from: number, to: number): string {
    const last = this.tokens[to - 1]
    return this.request.slice(this.tokens[from].at, last.at + last.text.length)
  }
}

/** The sides that a text names, as `north` in `to north side`. */
export const sideNamed = (text: string): Side | null =>
  SIDES.find((side) => new RegExp(`\\b${side}`).test(text)) ?? null
