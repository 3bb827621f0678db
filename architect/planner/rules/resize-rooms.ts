import type { Side } from '../../layout/room-program.ts'
import type { House, HouseRoom } from '../house/house.ts'
import { wayTo } from '../house/way-to.ts'
import type { RoomReference } from '../language/clause.ts'
import { rounded } from '../language/format.ts'
import { Declined, type Workbench } from '../workbench.ts'
import { makeBest, type Way } from './best-way.ts'
import { disturbance, neighboursSentence } from './disturbance.ts'
import { type Figures, figuresFor, sizeOf, TheRoom } from './figures.ts'
import { applyMakingWay, movedSentence } from './make-way.ts'
import { resizeOutdoors } from './resize-outdoors.ts'
import type { Dimension, SizeChange } from './size-change.ts'

/** Changes smaller than this are none, in metres. */
const STILL_M = 0.005
/** Rounds in which the move of a wall approaches an area; each is within a few percent. */
const AREA_ROUNDS = 4
/** What an area may be off, in square metres. */
const AREA_OFF_M2 = 0.05
/** A house does not grow by more than this for one room, in metres. */
const GROWTH_MAX_M = 4
/** Cost of a way that moves two walls where one would do. */
const TWO_WALLS_COST = 4
/** A room longer than this times its width is a passage. */
const PASSAGE_ASPECT = 1.8

type Axis = 'x' | 'z'
const SIDES_OF: Record<Axis, readonly [Side, Side]> = { x: ['east', 'west'], z: ['south', 'north'] }
const axisOfSide = (side: Side): Axis => (side === 'east' || side === 'west' ? 'x' : 'z')

/** Changes the size of each room of a reference, and reports the sizes. */
export function resizeRooms(
  bench: Workbench,
  reference: RoomReference,
  change: SizeChange,
  request: string,
): string {
  const figures = figuresFor(request)
  const rooms = reference.isPlural ? bench.rooms(reference) : [bench.room(reference)]
  return rooms.map(({ id }) => resizeRoom(bench, id, change, figures)).join('\n')
}

function resizeRoom(bench: Workbench, id: string, change: SizeChange, figures: Figures): string {
  const start = bench.mark()
  const before = bench.house
  const room = roomOf(before, id)
  if (room.isOutdoors) return resizeOutdoors(bench, room, change, figures)
  refuseTooLarge(before, room, change, figures)
  const ways = waysOf(bench, room, change)
  if (ways.length === 0)
    return `${TheRoom(room)} already is ${sizeOf(room, figures)}, ${figures.area(room.area)}.`
  makeBest(bench, ways, (old, now) => disturbance(old, now, [id]))
  const after = bench.house
  const now = roomOf(after, id)
  const chosen =
    'isChosen' in change && change.isChosen
      ? ` You gave no figure, so I chose ${rounded(Math.abs(change.factor - 1) * 100, 0)} %.`
      : ''
  return `${TheRoom(now)} is now ${sizeOf(now, figures)} with ${figures.area(now.area)} (before: ${sizeOf(room, figures)}, ${figures.area(room.area)}).${chosen}${neighboursSentence(before, after, [id], figures)}${movedSentence(before, after, bench.calls.slice(start.calls))}`
}

const roomOf = ({ rooms }: House, id: string): HouseRoom => rooms.find((room) => room.id === id)!

/** Refuses an area that the whole storey does not have. */
function refuseTooLarge(
  { rooms }: House,
  room: HouseRoom,
  change: SizeChange,
  { area }: Figures,
): void {
  const target = targetArea(room, change)
  const inside = rooms.filter(({ level, isOutdoors }) => level === room.level && !isOutdoors)
  const whole = inside.reduce((sum, each) => sum + each.area, 0)
  if (target === null || target <= whole) return
  throw new Declined(
    `${TheRoom(room)} cannot become ${area(target)}: all rooms of its storey have ${area(whole)} together. It has ${area(room.area)} now.`,
  )
}

function targetArea({ area, box }: HouseRoom, change: SizeChange): number | null {
  switch (change.kind) {
    case 'area to':
      return change.metres2
    case 'area by':
      return area + change.metres2
    case 'area times':
      return area * change.factor
    case 'size':
      return change.metres[0] * change.metres[1]
    case 'to':
    case 'by':
    case 'times':
      return null
    default:
      change satisfies never
      throw new Error(`no such change of ${box.minX}`)
  }
}

const extentOf = ({ box }: HouseRoom, axis: Axis): number =>
  axis === 'x' ? box.maxX - box.minX : box.maxZ - box.minZ

/** The axes that a dimension may be, the likeliest first. */
function axesOf(room: HouseRoom, dimension: Dimension, side: Side | null): Axis[] {
  if (side !== null) return [axisOfSide(side)]
  const isLongX = extentOf(room, 'x') >= extentOf(room, 'z')
  const aspect = extentOf(room, 'x') / extentOf(room, 'z')
  const isPassage =
    ['corridor', 'hall', 'entrance'].includes(room.type) &&
    Math.max(aspect, 1 / aspect) > PASSAGE_ASPECT
  if (dimension === 'length') return [isLongX ? 'x' : 'z']
  if (dimension === 'any') return ['x', 'z']
  if (isPassage) return [isLongX ? 'z' : 'x']
  return [dimension === 'width' ? 'x' : 'z']
}

/** Ways to the change by stages: each side that may move. Empty where the room is so already. */
function waysOf(bench: Workbench, room: HouseRoom, change: SizeChange): Way[][] {
  if (change.kind === 'size') return sizeWays(bench, room, change.metres)
  const area = targetArea(room, change)
  if (area !== null) return areaWays(bench, room, area, change.side)
  if (!isExtentChange(change)) return []
  const { side } = change
  const moves = axesOf(room, change.dimension, side).flatMap((axis) => {
    const now = extentOf(room, axis)
    const by = growth(change, now)
    return Math.abs(by) < STILL_M ? [] : [{ axis, by }]
  })
  if (moves.length === 0) return []
  const sides = moves.flatMap(({ axis, by }) =>
    (side === null ? SIDES_OF[axis] : [side]).map((each) => ({ side: each, by })),
  )
  const [inner, outer] = byFacade(room, sides)
  const both = side !== null ? [] : moves.map(({ axis, by }) => bothSides(bench, room, axis, by))
  return [
    inner.map(({ side, by }) => ({ make: () => moveSide(bench, room.id, side, by) })),
    [
      ...outer.map(({ side, by }) => ({ make: () => moveSide(bench, room.id, side, by) })),
      ...both,
      ...inner.map(({ side, by }) => ({ make: () => moveSide(bench, room.id, side, by, true) })),
    ],
  ]
}

type ExtentChange = Extract<SizeChange, { dimension: Dimension }>
const isExtentChange = (change: SizeChange): change is ExtentChange => 'dimension' in change

/** By how much an extent is to grow, in metres. */
function growth(change: ExtentChange, now: number): number {
  if (change.kind === 'times') return now * (change.factor - 1)
  return change.kind === 'by' ? change.metres : change.metres - now
}

/** Sides within the house, and sides on its facade. */
function byFacade<Move extends { side: Side }>(
  { sides }: HouseRoom,
  moves: readonly Move[],
): [inner: Move[], outer: Move[]] {
  return [moves.filter(({ side }) => !sides.has(side)), moves.filter(({ side }) => sides.has(side))]
}

function bothSides(bench: Workbench, { id }: HouseRoom, axis: Axis, by: number): Way {
  return {
    make: () => {
      for (const side of SIDES_OF[axis]) moveSide(bench, id, side, by / 2)
    },
    cost: TWO_WALLS_COST,
  }
}

function moveSide(bench: Workbench, zoneId: string, side: Side, by: number, mayGrow = false): void {
  const room = roomOf(bench.house, zoneId)
  const isFacade = room.sides.has(side)
  if ((mayGrow || isFacade) && by > GROWTH_MAX_M)
    throw new Declined(`The house would grow by more than ${GROWTH_MAX_M} m.`)
  const wall = isFacade ? room.walls.find((each) => each.side === side) : undefined
  // The whole line of the facade moves: `resize_room` would rather move what is behind it.
  if (wall) applyMakingWay(bench, 'move_wall', { wallId: wall.id, by: wayTo(side, onGrid(by)) })
  else
    applyMakingWay(bench, 'resize_room', {
      zoneId,
      side,
      by: onGrid(by),
      ...(mayGrow && { givesWay: 'building' }),
    })
}

const onGrid = (metres: number): number => Math.round(metres * 1000) / 1000

function areaWays(bench: Workbench, room: HouseRoom, area: number, side: Side | null): Way[][] {
  if (Math.abs(area - room.area) < AREA_OFF_M2) return []
  const sides = (side === null ? [...SIDES_OF.x, ...SIDES_OF.z] : [side]).map((each) => ({
    side: each,
  }))
  const [inner, outer] = byFacade(room, sides)
  const reach = (each: Side, mayGrow: boolean): Way => ({
    make: () => reachArea(bench, room.id, each, area, mayGrow),
  })
  // A large change in one direction makes a passage of the room.
  const half = Math.sqrt(area * room.area)
  const corners = SIDES_OF.x.flatMap((first) =>
    SIDES_OF.z.map((second) => ({
      make: () => {
        reachArea(bench, room.id, first, half)
        reachArea(bench, room.id, second, area)
      },
      cost: TWO_WALLS_COST,
    })),
  )
  return [
    inner.map(({ side }) => reach(side, false)),
    [...outer.map(({ side }) => reach(side, false)), ...(side === null ? corners : [])],
    inner.map(({ side }) => reach(side, true)),
  ]
}

/** Moves a side of a room until it has an area. */
function reachArea(bench: Workbench, id: string, side: Side, area: number, mayGrow = false): void {
  const start = bench.mark()
  const room = roomOf(bench.house, id)
  const across = axisOfSide(side) === 'x' ? 'z' : 'x'
  let by = (area - room.area) / extentOf(room, across)
  for (let round = 0; round < AREA_ROUNDS; round++) {
    bench.returnTo(start)
    if (by <= -extentOf(room, axisOfSide(side)))
      throw new Declined(`${TheRoom(room)} cannot become as small as that.`)
    moveSide(bench, id, side, by, mayGrow)
    const off = area - roomOf(bench.house, id).area
    if (Math.abs(off) < AREA_OFF_M2) return
    by += off / extentOf(room, across)
  }
}

function sizeWays(bench: Workbench, room: HouseRoom, [a, b]: readonly [number, number]): Way[][] {
  const turns: [number, number][] =
    a === b
      ? [[a, b]]
      : [
          [a, b],
          [b, a],
        ]
  const isSo = ([x, z]: [number, number]) =>
    Math.abs(extentOf(room, 'x') - x) < STILL_M && Math.abs(extentOf(room, 'z') - z) < STILL_M
  if (turns.some(isSo)) return []
  return turns.map(([x, z]) =>
    SIDES_OF.x.flatMap((first) =>
      SIDES_OF.z.map((second) => ({
        make: () => {
          moveTo(bench, room.id, first, x)
          moveTo(bench, room.id, second, z)
        },
      })),
    ),
  )
}

function moveTo(bench: Workbench, id: string, side: Side, metres: number): void {
  const by = metres - extentOf(roomOf(bench.house, id), axisOfSide(side))
  if (Math.abs(by) >= STILL_M) moveSide(bench, id, side, by)
}
