import type { Side } from '../../layout/room-program.ts'
import { isRefused } from '../../operations/draft-answer.ts'
import type { HouseRoom, HouseWall } from '../house/house.ts'
import { OPPOSITE, wayTo } from '../house/way-to.ts'
import { Declined, type Workbench } from '../workbench.ts'
import { makeBest } from './best-way.ts'
import { disturbance, neighboursSentence } from './disturbance.ts'
import { figuresFor, theRoom } from './figures.ts'
import { applyMakingWay, movedSentence } from './make-way.ts'
import { type Found, ruleOf } from './pattern.ts'
import type { Reading, Rule } from './rule.ts'

const DELETE =
  '(?:delete|remove|demolish|drop|knock down|knock out|knock through|take down|take out|take away|tear down|pull down|get rid of|break down|eliminate)'
const WALL = '(?:whole |partition |dividing |inner )?(?:walls?|partition)(?: that is| which is)?'
const MOVE = '(?:move|shift|push|slide|relocate|offset|pull)'
const OUT = '(?<out>outwards?|out|inwards?|in)'

/** Walls between rooms: gone, moved and new. */
export const WALL_RULES: Rule[] = [
  ruleOf(
    [
      `${DELETE} ${WALL} (?:between|separating|dividing) {room} (?:and|from) {other}`,
      `${DELETE} (?:through )?(?:between|from) {room} (?:and|to|into) {other}`,
      '(?:open|open up) {room} (?:up )?(?:to|into|towards) {other}',
      '(?:make|have) {room} (?:and {other} )?(?:open to|open towards|open plan with|open-plan with|open to each other|open plan|openplan)(?: {third})?',
      'make open plan (?:of|out of|from) {room} and {other}',
    ],
    (found) => between(found, openWall),
  ),
  ruleOf(
    [
      `${MOVE} ${WALL} between {room} and {other} (?:by )?{len} (?:to |towards? )?{towards}`,
      `${MOVE} ${WALL} between {room} and {other} (?:to |towards? )?{towards} by {len}`,
      `${MOVE} ${WALL} between {room} and {other} (?:by )?{len} (?:to|towards?|into) {third}`,
    ],
    (found) => between(found, moveBetween),
  ),
  ruleOf(
    [
      `${MOVE} {side} wall of {room} (?:by )?{len} (?:(?:to |towards? )?{towards}|${OUT})`,
      `${MOVE} {side} wall of {room} ${OUT} by {len}`,
      `${MOVE} {side} wall of {room} (?:to |towards? )?{towards} by {len}`,
    ],
    (found) => ({
      subject: found.room().text,
      run: (bench) => moveOuter(bench, bench.room(found.room()), found),
    }),
  ),
  ruleOf(
    [
      '(?:add|put|build|insert|place|create|restore|close) (?:up )?(?:new |partition )?(?:wall|partition)? ?between {room} and {other}(?: with wall)?',
    ],
    (found) => between(found, closeBorder),
  ),
]

function between(
  found: Found,
  act: (bench: Workbench, a: HouseRoom, b: HouseRoom, found: Found) => string,
): Reading {
  const other = found.hasRoom('other') ? 'other' : 'third'
  return {
    subject: `the wall between ${found.room().text} and ${found.room(other).text}`,
    run: (bench) => act(bench, bench.room(found.room()), bench.room(found.room(other)), found),
  }
}

/** Walls that have these two rooms on their sides. Throws `Declined` where there is none. */
function wallsBetween({ house }: Workbench, a: HouseRoom, b: HouseRoom): HouseWall[] {
  const walls = house.walls.filter(
    ({ roomIds }) => roomIds.includes(a.id) && roomIds.includes(b.id),
  )
  if (walls.length > 0 && a.id !== b.id) return walls
  const near = house.rooms.filter(({ id }) => a.neighbours.has(id)).map(({ label }) => label)
  const beside = near.length === 0 ? '' : ` Next to ${theRoom(a)} are ${near.join(', ')}.`
  throw new Declined(`There is no wall between ${theRoom(a)} and ${theRoom(b)}.${beside}`)
}

function openWall(bench: Workbench, a: HouseRoom, b: HouseRoom): string {
  const walls = wallsBetween(bench, a, b)
  const before = bench.house
  const start = bench.mark()
  const alone = walls.filter(({ roomIds }) => roomIds.length === 2).map(({ id }) => id)
  makeBest(
    bench,
    [
      [
        {
          make() {
            if (alone.length < walls.length)
              throw new Declined(
                `The wall between ${theRoom(a)} and ${theRoom(b)} goes on along other rooms.`,
              )
            bench.apply('delete_node', { ids: alone })
          },
        },
        {
          make() {
            if (!openWide(bench, a, b))
              throw new Declined(
                `The wall between ${theRoom(a)} and ${theRoom(b)} has no space for an opening.`,
              )
          },
          cost: 5,
        },
      ],
    ],
    (old, now) => disturbance(old, now, [a.id, b.id]),
  )
  const isGone = bench.calls.at(-1)!.tool === 'delete_node'
  return `${isGone ? 'The wall is gone' : 'The wall has a wide opening now, as the rest of it carries others'}: ${theRoom(a)} and ${theRoom(b)} are open to each other.${movedSentence(before, bench.house, bench.calls.slice(start.calls))}`
}

/** Widths of an opening in a wall that has to stay in part, in metres. */
const OPENING_WIDTHS_M = [3, 2.4, 2, 1.6, 1.2]

const openWide = (bench: Workbench, a: HouseRoom, b: HouseRoom): boolean =>
  OPENING_WIDTHS_M.some(
    (width) =>
      !isRefused(bench.attempt('add_door', { zoneId: a.id, to: b.id, doorType: 'opening', width })),
  )

function moveBetween(bench: Workbench, a: HouseRoom, b: HouseRoom, found: Found): string {
  const [wall] = wallsBetween(bench, a, b).sort((one, two) => two.length - one.length)
  const side =
    found.towards ?? sideTowards(wall, found.hasRoom('third') ? bench.room(found.room('third')) : b)
  const metres = found.length!
  const by = wayTo(side, metres)
  const figures = figuresFor(found.clause.original)
  const before = bench.house
  const start = bench.mark()
  const across = Math.abs(wall.end[0] - wall.start[0]) < Math.abs(wall.end[1] - wall.start[1])
  if (across !== (by[0] !== 0))
    throw new Declined(
      `The wall between ${theRoom(a)} and ${theRoom(b)} runs ${across ? 'from north to south: it can move to the east or the west' : 'from west to east: it can move to the north or the south'}, not to the ${side}.`,
    )
  makeBest(
    bench,
    [
      ['line', 'segment'].map((scope) => ({
        make: () => applyMakingWay(bench, 'move_wall', { wallId: wall.id, by, scope }),
      })),
    ],
    (old, now) => disturbance(old, now, [a.id, b.id]),
  )
  const after = bench.house
  return `The wall between ${theRoom(a)} and ${theRoom(b)} is ${figures.length(metres)} further ${side}.${neighboursSentence(before, after, [], figures)}${movedSentence(before, after, bench.calls.slice(start.calls))}`
}

/** The side on which a room is of a wall. */
function sideTowards({ start, end }: HouseWall, { middle }: HouseRoom): Side {
  const [x, z] = [middle[0] - (start[0] + end[0]) / 2, middle[1] - (start[1] + end[1]) / 2]
  const isAcross = Math.abs(end[0] - start[0]) < Math.abs(end[1] - start[1])
  if (isAcross) return x > 0 ? 'east' : 'west'
  return z > 0 ? 'south' : 'north'
}

/** `The north wall of the kitchen`: the room grows where it moves outwards. */
function moveOuter(bench: Workbench, room: HouseRoom, found: Found): string {
  const side = found.side!
  const { towards } = found
  if (towards !== null && towards !== side && towards !== OPPOSITE[side])
    throw new Declined(
      `The ${side} wall of ${theRoom(room)} can move to the ${side} or the ${OPPOSITE[side]}, not to the ${towards}.`,
    )
  const isOut = towards === null ? found.part('out')!.startsWith('out') : towards === side
  const figures = figuresFor(found.clause.original)
  const before = bench.house
  const start = bench.mark()
  const by = isOut ? found.length! : -found.length!
  makeBest(
    bench,
    [[{ make: () => applyMakingWay(bench, 'resize_room', { zoneId: room.id, side, by }) }]],
    (old, now) => disturbance(old, now, [room.id]),
  )
  const after = bench.house
  return `The ${side} wall of ${theRoom(room)} is ${figures.length(found.length!)} further ${isOut ? side : OPPOSITE[side]}.${neighboursSentence(before, after, [], figures)}${movedSentence(before, after, bench.calls.slice(start.calls))}`
}

/** A wall with a door along the open border of two rooms. */
function closeBorder(bench: Workbench, a: HouseRoom, b: HouseRoom): string {
  const { zones } = bench.read('get_zones', { zoneId: a.id })
  const [{ neighbours }] = zones as { neighbours: { zoneId: string; by: string }[] }[]
  if (!neighbours.some(({ zoneId, by }) => zoneId === b.id && by === 'open_border'))
    throw new Declined(
      `${theRoom(a)} and ${theRoom(b)} have no open border for a wall.`.replace(/^t/, 'T'),
    )
  const before = bench.house
  const start = bench.mark()
  makeBest(
    bench,
    [
      [
        {
          make() {
            for (const [from, to] of sharedEdges(a, b))
              applyMakingWay(bench, 'create_wall', { start: from, end: to, levelId: a.levelId })
            bench.apply('add_door', { zoneId: a.id, to: b.id })
          },
        },
      ],
    ],
    (old, now) => disturbance(old, now, [a.id, b.id]),
  )
  return `A wall with a door stands between ${theRoom(a)} and ${theRoom(b)} now.${movedSentence(before, bench.house, bench.calls.slice(start.calls))}`
}

type Point = readonly [number, number]

/** Edges of two outlines are one where they are this near, in metres. */
const SAME_M = 0.02

/** Stretches along which the outlines of two rooms run together, of walls along the axes. */
function sharedEdges(a: HouseRoom, b: HouseRoom): [Point, Point][] {
  const edges = ({ polygon }: HouseRoom) =>
    polygon.map((from, i): [Point, Point] => [from, polygon[(i + 1) % polygon.length]])
  return edges(a).flatMap((one) =>
    edges(b).flatMap((other): [Point, Point][] => {
      for (const axis of [0, 1] as const) {
        const on = [...one, ...other].map((point) => point[1 - axis])
        if (Math.max(...on) - Math.min(...on) > SAME_M) continue
        const from = Math.max(
          Math.min(one[0][axis], one[1][axis]),
          Math.min(other[0][axis], other[1][axis]),
        )
        const to = Math.min(
          Math.max(one[0][axis], one[1][axis]),
          Math.max(other[0][axis], other[1][axis]),
        )
        if (to - from <= SAME_M) continue
        return axis === 0
          ? [
              [
                [from, on[0]],
                [to, on[0]],
              ],
            ]
          : [
              [
                [on[0], from],
                [on[0], to],
              ],
            ]
      }
      return []
    }),
  )
}
