import type { Clause } from '../language/clause.ts'
import { formatDegrees, formatMetres, formatSquareMetres, rounded } from '../language/format.ts'

/** Marks of a clause's text by the lists that have what they stand for. */
const LISTS = {
  room: 'rooms',
  item: 'items',
  len: 'lengths',
  area: 'areas',
  size: 'sizes',
  angle: 'angles',
  num: 'numbers',
  quote: 'quotes',
} as const
type Kind = keyof typeof LISTS

/** A clause that records which of its marks a rule has looked up. */
export interface WatchedClause {
  clause: Clause
  /** What stands in the clause and was not looked up, in words. */
  unread(): string[]
}

/**
 * Watches what a rule reads of a clause: a rule that knows only how a request begins would else do
 * a part of it and state success.
 */
export function watched(clause: Clause): WatchedClause {
  const read = new Set<string>()
  const lists = Object.fromEntries(
    (Object.keys(LISTS) as Kind[]).map((kind) => [
      LISTS[kind],
      new Proxy(clause[LISTS[kind]] as readonly unknown[], {
        get(list, key, receiver) {
          if (typeof key === 'string' && /^\d+$/.test(key)) read.add(`${kind}${key}`)
          return Reflect.get(list, key, receiver)
        },
      }),
    ]),
  )
  return {
    clause: { ...clause, ...lists },
    unread: () => [
      ...relativeIn(clause),
      ...[...clause.text.matchAll(/\b(room|item|len|area|size|angle|num|quote)(\d+)\b/g)].flatMap(
        ({ 0: mark, 1: kind, 2: at, index }) =>
          read.has(mark) || isCount(clause, mark, index)
            ? []
            : [inWords(clause, kind as Kind, Number(at))],
      ),
    ],
  }
}

/** `each bedroom that has only one`: a choice among things that no rule makes. */
const RELATIVE =
  /\b(?:room\d+|item\d+|rooms?|windows?|doors?) ((?:that|which|who) (?:has|have|had|does|do|lacks?|is not|are not|isn't|aren't)\b.*)$/

function relativeIn({ text, original, isQuestion }: Clause): string[] {
  const found = isQuestion ? null : RELATIVE.exec(text)?.[1]
  if (!found) return []
  const [, words] = /\b((?:that|which|who) .*)$/i.exec(original) ?? []
  return [words ?? found]
}

/** A count, which is read with what it counts, or `one` in place of a thing. */
const isCount = ({ text, numbers }: Clause, mark: string, at: number): boolean =>
  mark.startsWith('num') &&
  (/^num\d+ (?:more |new |other )*(?:room\d|item\d|windows?|doors?)/.test(text.slice(at)) ||
    (numbers[Number(/\d+/.exec(mark)![0])] === 1 && !/^num\d+ of\b/.test(text.slice(at))))

function inWords(clause: Clause, kind: Kind, at: number): string {
  switch (kind) {
    case 'room':
      return clause.rooms[at].text
    case 'item':
      return clause.items[at].text
    case 'len':
      return formatMetres(clause.lengths[at])
    case 'area':
      return formatSquareMetres(clause.areas[at])
    case 'size':
      return clause.sizes[at].map(formatMetres).join(' by ')
    case 'angle':
      return formatDegrees(clause.angles[at])
    case 'num':
      return rounded(clause.numbers[at], 2)
    case 'quote':
      return clause.quotes[at]
    default:
      return kind satisfies never
  }
}
