import type { RoomReference } from '../language/clause.ts'
import { Declined, type Workbench } from '../workbench.ts'
import { makeBest } from './best-way.ts'
import { TheRoom, theRoom } from './figures.ts'
import { type Found, ruleOf } from './pattern.ts'
import { repairLight } from './repair-rooms.ts'
import { freeLabel, kindOf, withArticle } from './room-kind.ts'
import type { Rule } from './rule.ts'

/** Longest name of a room that is read from a request. */
const NAME_CHARACTERS_MAX = 60
const NAME = '(?:to|as|into|be|=)'
/** The words after the room of `Rename the storage to Wine cellar`, as they were written. */
const NEW_NAME = /\b(?:to|as|into)\s+["“']?(?:be\s+)?(?:the\s+|an?\s+)?([^"”]+?)["”']?[.!]?$/i

const POLITE_END = /[\s,]+(?:please|pls|thanks|thank you|instead|now)$/i

/** Names and uses of rooms. */
export const ROOM_USE_RULES: Rule[] = [
  ruleOf(
    [
      `(?:rename|relabel|label|name|call|retitle) {room} ${NAME}? ?{quote}`,
      `(?:rename|relabel|retitle|name|label) {room} ${NAME} .+`,
      '(?:call|name|label) {room} (?:{other}|.+)',
      `(?:change|set) (?:name|label|title) of {room} ${NAME} .+`,
      '(?:name|label) of {room} (?:should|must) be .+',
      '{room} (?:should|must|shall) be (?:called|named|renamed(?: to)?) .+',
    ],
    (found) => {
      const name = newName(found)
      if (name === null) return null
      return { subject: name, run: (bench) => rename(bench, found.room(), name) }
    },
  ),
  ruleOf(
    [
      '(?:turn|convert|change|transform|repurpose|remodel|make) (?:use of )?{room} (?:into|to|as|to be) {other}',
      '(?:use|repurpose|treat) {room} (?:as|for) {other}',
      'make {room} {other}',
      'make {other} (?:out )?of {room}',
      '{room} (?:should|must|shall|is to|can) (?:be|become|be used as|turn into|serve as) {other}',
      "(?:i want|i need|we want|we need|i'd like) {room} (?:to be |to become |as |turned into |converted (?:in)?to ){other}",
      '(?:replace|exchange) {room} (?:with|by) {other}',
      '(?:i want|i need|we want|we need|put|have) {other} (?:instead of|in place of) {room}',
    ],
    (found) => {
      // `Make the kitchen and the ...` is about two rooms that exist.
      if (found.room('other').isPlural) return null
      return {
        subject: found.room('other').word?.label ?? found.room('other').text,
        run: (bench) => changeUse(bench, found.room(), found.room('other')),
      }
    },
  ),
  // A use for which there is no kind: `turn the storage into a wine cellar`.
  ruleOf(
    ['(?:turn|convert|transform|repurpose|remodel) {room} (?:into|to) (?<use>[a-z][a-z -]{2,40})'],
    (found) => ({
      subject: found.part('use')!,
      run: (bench) => changeToOther(bench, found.room(), found.part('use')!),
    }),
  ),
]

function newName({ clause, quote }: Found): string | null {
  if (quote !== null) return quote
  const called = /(?:^|\s)(?:call|name|label)\s+(?:.*?)/i.test(clause.original)
  const [, after] = NEW_NAME.exec(clause.original) ?? (called ? afterRoom(clause) : [])
  const name = after
    ?.replace(POLITE_END, '')
    .replace(/^['“"]|['”"]$/g, '')
    .trim()
  if (!name || name.length > NAME_CHARACTERS_MAX || /['’”"]\s.*\s['“"]/.test(name)) return null
  return name[0].toUpperCase() + name.slice(1)
}

/** `Call the storage Wine cellar`: the words after the room. */
function afterRoom({ original, rooms }: Found['clause']): string[] {
  const [{ text }] = rooms
  const at = original.indexOf(text) + text.length
  return ['', original.slice(at).replace(/[.!]$/, '')]
}

function rename(bench: Workbench, reference: RoomReference, label: string): string {
  const room = bench.room(reference)
  const other = bench.house.rooms.find(
    (each) => each.id !== room.id && each.label.toLowerCase() === label.toLowerCase(),
  )
  if (other)
    throw new Declined(
      `I cannot call ${theRoom(room)} “${label}”: another room has that name. Please choose another.`,
    )
  bench.apply('edit_room', { id: room.id, label })
  return `${TheRoom(room)} is called “${label}” now.`
}

function changeUse(bench: Workbench, reference: RoomReference, target: RoomReference): string {
  const room = bench.room(reference)
  const kind = kindOf(bench, target)
  if (room.type === kind.type && room.label.toLowerCase() === kind.label.toLowerCase())
    return `${TheRoom(room)} already is ${withArticle(kind.label)}.`
  const label = freeLabel(bench, kind.label)
  const before = bench.house.openings.length
  makeBest(
    bench,
    [
      [
        {
          make() {
            bench.apply('edit_room', { id: room.id, label, roomType: kind.type })
            repairLight(bench, room.id, false)
          },
        },
      ],
    ],
    () => 0,
  )
  const named = label === kind.label ? '' : ` called “${label}”`
  const light = bench.house.openings.length > before ? ' I added a window, which it needs.' : ''
  return `${TheRoom(room)} is ${withArticle(kind.label)} now${named}.${light}${isFurnished(bench, room.id) ? ' Its furniture stays.' : ''}`
}

function changeToOther(bench: Workbench, reference: RoomReference, use: string): string {
  const room = bench.room(reference)
  const label = freeLabel(bench, use[0].toUpperCase() + use.slice(1))
  bench.apply('edit_room', { id: room.id, label, roomType: 'other' })
  return `${TheRoom(room)} is ${withArticle(label)} now, of the kind “other”, as there is no such kind of room.`
}

function isFurnished(bench: Workbench, zoneId: string): boolean {
  const { total } = bench.read('find_nodes', { kind: 'item', zoneId })
  return typeof total === 'number' && total > 0
}
