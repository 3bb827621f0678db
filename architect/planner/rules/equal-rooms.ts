import type { HouseRoom } from '../house/house.ts'
import type { RoomReference } from '../language/clause.ts'
import type { Workbench } from '../workbench.ts'
import { type Found, ruleOf } from './pattern.ts'
import { resizeRooms } from './resize-rooms.ts'
import type { Rule } from './rule.ts'
import { sideTowards } from './side-towards.ts'
import type { SizeChange } from './size-change.ts'

const AS = '(?:as|exactly as|just as|equally) '

const width = ({ box }: HouseRoom): number => box.maxX - box.minX
const depth = ({ box }: HouseRoom): number => box.maxZ - box.minZ
const to = (dimension: 'width' | 'depth' | 'length', metres: number): SizeChange => ({
  kind: 'to',
  dimension,
  metres,
  side: null,
})

/** What becomes of a room that is to be like another in one measure, by the word for it. */
const LIKE: Record<string, (room: HouseRoom) => SizeChange> = {
  wide: (room) => to('width', width(room)),
  width: (room) => to('width', width(room)),
  deep: (room) => to('depth', depth(room)),
  depth: (room) => to('depth', depth(room)),
  long: (room) => to('length', Math.max(width(room), depth(room))),
  length: (room) => to('length', Math.max(width(room), depth(room))),
  large: ({ area }) => ({ kind: 'area to', metres2: area, side: null }),
}
const MEASURE = '(?<measure>wide|deep|long|large|big|small|spacious|roomy)'
const NOUN = '(?<measure>width|depth|length|size|area|floor area)'

/** Rooms as wide as others, and rooms of the same size. */
export const EQUAL_ROOM_RULES: Rule[] = [
  ruleOf(
    [
      `make {room} ${AS}${MEASURE} as {other}(?: is)?`,
      `make {room} (?:of )?same ${NOUN} (?:as|like) {other}`,
      `make {room} (?:to )?match {other}(?: in ${NOUN})?`,
      `(?:give) {room} same ${NOUN} as {other}`,
    ],
    (found) => ({
      subject: found.room().text,
      run: (bench) => likeOther(bench, found),
    }),
  ),
  ruleOf(['make {room} and {other} same size'], (found) => ({
    subject: found.room().text,
    run: (bench) => equalRooms(bench, [found.room(), found.room('other')], found),
  })),
]

function likeOther(bench: Workbench, found: Found): string {
  const other = bench.room(found.room('other'))
  const change = (LIKE[found.part('measure') ?? 'large'] ?? LIKE.large)(other)
  return resizeRooms(bench, found.room(), change, found.clause.original)
}

/** Both get the mean of their areas: of neighbours the wall between them moves. */
function equalRooms(
  bench: Workbench,
  references: readonly RoomReference[],
  { clause }: Found,
): string {
  const bySize = [...references].sort((a, b) => bench.room(a).area - bench.room(b).area)
  const [smaller, larger] = bySize.map((each) => bench.room(each))
  const isNext = smaller.neighbours.has(larger.id)
  const change: SizeChange = {
    kind: 'area to',
    metres2: (smaller.area + larger.area) / 2,
    side: isNext ? sideTowards(smaller, larger) : null,
  }
  return (isNext ? bySize.slice(0, 1) : bySize)
    .map((each) => resizeRooms(bench, each, change, clause.original))
    .join('\n')
}
