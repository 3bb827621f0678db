import type { Side } from '../../layout/room-program.ts'
import type { Clause, RoomReference } from '../language/clause.ts'
import type { Reading, Rule } from './rule.ts'

/** Names in braces with the mark that each stands for. */
const MARKS: Record<string, string> = {
  room: 'room',
  other: 'room',
  third: 'room',
  fourth: 'room',
  len: 'len',
  area: 'area',
  size: 'size',
  num: 'num',
  quote: 'quote',
}
const SIDE_WORDS: Record<string, Side> = {
  north: 'north',
  east: 'east',
  south: 'south',
  west: 'west',
  left: 'west',
  right: 'east',
  front: 'south',
  street: 'south',
  back: 'north',
  rear: 'north',
  top: 'north',
  bottom: 'south',
}
/** Groups of sides: that of a thing, and that to which it moves. */
const SIDE_GROUPS = new Set(['side', 'towards'])
const sideGroup = (name: string): string =>
  `(?<${name}>${Object.keys(SIDE_WORDS).join('|')})(?:ern|wards?|-hand)?(?: side| direction| end| part)?`

const sideOf = (word: string | undefined): Side | null =>
  word === undefined ? null : SIDE_WORDS[word]

/** What a template has found in a clause. */
export class Found {
  readonly clause: Clause
  private readonly groups: Record<string, string | undefined>

  constructor(clause: Clause, groups: Record<string, string | undefined>) {
    this.clause = clause
    this.groups = groups
  }

  /** The part of the text that a named group has; null where it has none. */
  part(name: string): string | null {
    return this.groups[name] ?? null
  }

  /** The room that a mark stands for. Throws where the template has no such mark. */
  room(name = 'room'): RoomReference {
    return this.clause.rooms[this.numberOf(name)!]
  }

  hasRoom(name: string): boolean {
    return this.numberOf(name) !== null
  }

  get length(): number | null {
    return this.valueOf('len', this.clause.lengths)
  }
  get area(): number | null {
    return this.valueOf('area', this.clause.areas)
  }
  get size(): readonly [number, number] | null {
    return this.valueOf('size', this.clause.sizes)
  }
  get number(): number | null {
    return this.valueOf('num', this.clause.numbers)
  }
  get quote(): string | null {
    return this.valueOf('quote', this.clause.quotes)
  }
  get side(): Side | null {
    return sideOf(this.groups.side)
  }
  get towards(): Side | null {
    return sideOf(this.groups.towards)
  }

  private valueOf<Value>(name: string, values: readonly Value[]): Value | null {
    const at = this.numberOf(name)
    return at === null ? null : values[at]
  }

  private numberOf(name: string): number | null {
    const mark = this.groups[name]
    return mark === undefined ? null : Number(/\d+$/.exec(mark)![0])
  }
}

/**
 * A pattern of whole clauses: a regular expression in which `{room}` stands for the mark of a room,
 * `{side}` for a side of the house, and so on.
 */
export function template(source: string): RegExp {
  const filled = source.replace(/\{(\w+)\}/g, (_, name: string) =>
    SIDE_GROUPS.has(name) ? sideGroup(name) : `(?<${name}>${MARKS[name]}\\d+)`,
  )
  return new RegExp(`^(?:${filled})$`)
}

/** A match of one of the templates; null where none fits. */
export function findIn(clause: Clause, templates: readonly RegExp[], text = clause.text) {
  for (const one of templates) {
    const match = one.exec(text.replaceAll(' , ', ', '))
    if (match) return new Found(clause, match.groups ?? {})
  }
  return null
}

/** A rule that reads clauses of these forms. */
export function ruleOf(sources: readonly string[], read: (found: Found) => Reading | null): Rule {
  const templates = sources.map(template)
  return (clause) => {
    const found = findIn(clause, templates)
    return found && read(found)
  }
}
