import type { Clause, ItemReference, RoomReference } from '../language/clause.ts'
import {
  clearRooms,
  moveItems,
  removeItems,
  replaceItems,
  turnItems,
} from './furniture/change-items.ts'
import { furnishRooms } from './furniture/furnish-rooms.ts'
import { putItems } from './furniture/put-items.ts'
import { changeItems } from './furniture/resize-items.ts'
import { patternRule } from './pattern-rule.ts'
import type { Rule } from './rule.ts'

const REMOVE =
  '(?:remove|delete|take|get rid of|throw (?:out|away)|clear(?: away| out)?|drop|scrap|lose)'
const PUT = `(?:put|place|add|install|set up|set|fit|give|insert|include|i want|i'd like|i need|we need|we want|there should be|squeeze|hang|stand)`
const STUFF = '(?:furniture|furnishings?|everything|items?|things?|stuff|contents)'

/** Names of rooms that also are things: `put a toilet in the bathroom`. */
const FIXTURES: [RegExp, string][] = [
  [/\b(?:toilet|wc|loo)\b/i, 'toilet'],
  [/\b(?:bath|bathtub)\b/i, 'bath_tub'],
  [/^(?!.*walk).*\bcloset\b/i, 'wardrobe'],
]

/** Furniture: rooms furnished or cleared, things put, moved, turned, replaced and removed. */
export const FURNITURE_RULES: readonly Rule[] = [
  patternRule([
    [/^(?:re-?)?furnish\b(?!.*\bhouse of\b)/, furnishRooms],
    [/^(?:put|add|place) (?:some |all )?furniture\b/, furnishRooms],
    [
      /^(?:clear(?: out)?|empty) (?:all )?(?:of )?(?:room\d+|whole house|house|every room|all rooms)/,
      clearRooms,
    ],
    [
      new RegExp(String.raw`^${REMOVE} (?:all |whole )?(?:of )?(?:room\d+ )?${STUFF}\b`),
      clearRooms,
    ],
    [
      /^(?:replace|swap|exchange|change|substitute|switch) (?:num\d+ |all )?(item\d+)(?: (?:in|of|from) room\d+)? (?:with|by|for|to|into|against) (?:num\d+ )?(item\d+)/,
      (clause, [, before, after]) => replaceItems(clause, before, after),
    ],
    [
      new RegExp(String.raw`^${REMOVE} (?:all |both |num\d+ |every )?(?:of )?(?:room\d+ )?item\d+`),
      removeItems,
    ],
    [/^(?:turn|rotate|spin|flip) (?:room\d+ )?item0/, turnItems],
    [
      /^(?:move|shift|push|slide|relocate|put|place|bring) item0 (?!in |into |next|beside|and|,)(?:.*\b(?:to|towards?|by len|len0|away)\b)/,
      moveItems,
    ],
    [/^(?:move|shift|push|slide|relocate|bring|drag) (?:room\d+ )?item0\b/, moveItems],
    [
      /^(?:make|set|change|resize|widen|extend) (?:room\d+ )?item0\b(?=.*\b(?:len\d|size\d|wider|larger|bigger|smaller|narrower|longer)\b)/,
      changeItems,
    ],
    [
      new RegExp(
        String.raw`^${PUT} (?=.*\broom\d+ (?:and|,)|.*(?:and|,) (?:num\d+ )?room\d+).* (?:in|into|to|inside) room\d+$`,
      ),
      fixturesOf,
    ],
    [
      new RegExp(String.raw`^${PUT} (?!room\d+ (?:of|with|and|,|next|size|area)\b)(?:.* )?item\d+`),
      putItems,
    ],
    [
      /^(?:another |num\d+ (?:more )?|one more )?item\d+ (?:in|into|for|to|on|at|next to|under|against|beside) /,
      putItems,
    ],
    [/^room\d+ (?:needs?|should (?:have|get)|gets?|must have|could use) (?:.* )?item\d+/, putItems],
    [/^(?:put|add|place|install|fit) room0 (?:in|into|to|inside) room1\b/, fixture],
  ]),
]

/** `a bath, a toilet and a mirror in the storage`: all but the last room are things. */
function fixturesOf(clause: Clause) {
  const target = clause.rooms.length - 1
  const items: ItemReference[] = []
  const isFixture = (at: number): boolean => at < target && fixtureNamed(clause.rooms[at]) !== null
  if (!clause.rooms.slice(0, target).every((_, at) => isFixture(at))) return null
  const text = clause.text.replace(/\b(room|item)(\d+)\b/g, (_, kind: string, mark: string) => {
    const at = Number(mark)
    if (kind === 'room' && at === target) return 'room0'
    items.push(kind === 'item' ? clause.items[at] : fixtureNamed(clause.rooms[at])!)
    return `item${items.length - 1}`
  })
  return putItems({ ...clause, text, items, rooms: [clause.rooms[target]] })
}

/** The thing that a room's name may also be; null for the name of a room of the project. */
function fixtureNamed({ text, label }: RoomReference): ItemReference | null {
  const asset = FIXTURES.find(([pattern]) => pattern.test(text))?.[1]
  if (asset === undefined || (label !== null && !/^an? /i.test(text))) return null
  return { assets: [asset], isPlural: false, text, count: null }
}

/** `put a toilet in the bathroom`, where the toilet is a thing and not a room. */
function fixture(clause: Clause) {
  const [first, second] = clause.rooms
  const item = fixtureNamed(first)
  if (!item) return null
  const text = clause.text.replace('room0', 'item0').replace('room1', 'room0')
  return putItems({ ...clause, text, items: [item], rooms: [second] })
}
