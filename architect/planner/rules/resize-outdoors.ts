import type { Side } from '../../layout/room-program.ts'
import type { House, HouseRoom } from '../house/house.ts'
import { OPPOSITE, wayTo } from '../house/way-to.ts'
import { Declined, type Workbench } from '../workbench.ts'
import { type Figures, sizeOf, TheRoom } from './figures.ts'
import type { SizeChange } from './size-change.ts'

/** Corners this near to one another, or to a side of an outline, are the same. */
const SAME_M = 0.05
/** The least width of an outdoor room, in metres. */
const WIDTH_MIN_M = 0.5

type Axis = 'x' | 'z'
const AXES: readonly Axis[] = ['z', 'x']
const SIDES_OF: Record<Axis, readonly [Side, Side]> = { x: ['east', 'west'], z: ['south', 'north'] }
const axisOf = (side: Side): Axis => (side === 'east' || side === 'west' ? 'x' : 'z')
const extentOf = ({ box }: HouseRoom, axis: Axis): number =>
  axis === 'x' ? box.maxX - box.minX : box.maxZ - box.minZ

/** A terrace grows away from the house, whose walls stand. Throws `Declined` where it cannot. */
export function resizeOutdoors(
  bench: Workbench,
  room: HouseRoom,
  change: SizeChange,
  figures: Figures,
): string {
  for (const { side, by } of movesOf(room, change)) moveOutline(bench, room.id, side, by)
  const now = bench.house.rooms.find(({ id }) => id === room.id)!
  return `${TheRoom(now)} is now ${sizeOf(now, figures)} with ${figures.area(now.area)} (before: ${sizeOf(room, figures)}, ${figures.area(room.area)}).`
}

/** The sides that move, and by how many metres outwards. */
function movesOf(room: HouseRoom, change: SizeChange): { side: Side; by: number }[] {
  if (change.kind === 'size')
    return (['x', 'z'] as const).map((axis, index) => ({
      side: sideAlong(room, axis),
      by: change.metres[index] - extentOf(room, axis),
    }))
  const side = change.side ?? sideAlong(room, axisFor(room, change))
  const now = extentOf(room, axisOf(side))
  return [{ side, by: growth(room, change, now) }]
}

function axisFor(room: HouseRoom, change: SizeChange): Axis {
  const awayFromHouse = AXES.find((axis) => freeSides(room, axis).length === 1) ?? 'z'
  if (!('dimension' in change)) return awayFromHouse
  switch (change.dimension) {
    case 'width':
      return 'x'
    case 'depth':
      return 'z'
    case 'length':
      return extentOf(room, 'x') >= extentOf(room, 'z') ? 'x' : 'z'
    case 'any':
      return awayFromHouse
  }
}

function growth(
  { area }: HouseRoom,
  change: Exclude<SizeChange, { kind: 'size' }>,
  now: number,
): number {
  switch (change.kind) {
    case 'to':
      return change.metres - now
    case 'by':
      return change.metres
    case 'times':
    case 'area times':
      return now * (change.factor - 1)
    case 'area to':
      return (now * change.metres2) / area - now
    case 'area by':
      return (now * change.metres2) / area
  }
}

/** Sides of an axis at which no wall stands. */
const freeSides = ({ walls }: HouseRoom, axis: Axis): Side[] =>
  SIDES_OF[axis].filter((side) => !walls.some((wall) => wall.side === OPPOSITE[side]))

function sideAlong(room: HouseRoom, axis: Axis): Side {
  const [side] = freeSides(room, axis)
  if (side) return side
  throw new Declined(`${TheRoom(room)} has walls on both sides, so that it cannot grow that way.`)
}

function moveOutline(bench: Workbench, id: string, side: Side, by: number): void {
  const room = bench.house.rooms.find((each) => each.id === id)!
  const axis = axisOf(side)
  if (room.walls.some((wall) => wall.side === OPPOSITE[side]))
    throw new Declined(`${TheRoom(room)} ends at the house in the ${side}. It can grow elsewhere.`)
  if (extentOf(room, axis) + by < WIDTH_MIN_M)
    throw new Declined(`${TheRoom(room)} is ${extentOf(room, axis).toFixed(2)} m across there.`)
  const floor = floorOf(bench.house, room)
  const polygon = moved(room.polygon, room, side, by)
  bench.apply('edit_room', { id, polygon })
  if (floor) bench.apply('edit_slab', { id: floor, polygon })
}

function moved(
  polygon: HouseRoom['polygon'],
  { box }: HouseRoom,
  side: Side,
  by: number,
): [number, number][] {
  const index = axisOf(side) === 'x' ? 0 : 1
  const at = { east: box.maxX, west: box.minX, south: box.maxZ, north: box.minZ }[side]
  const [dx, dz] = wayTo(side, by)
  const onGrid = (metres: number) => Math.round(metres * 1e4) / 1e4
  return polygon.map((point) =>
    Math.abs(point[index] - at) < SAME_M
      ? [onGrid(point[0] + dx), onGrid(point[1] + dz)]
      : [point[0], point[1]],
  )
}

/** The slab with the outline of a room; null for none. */
function floorOf({ scene }: House, { levelId, polygon }: HouseRoom): string | null {
  const isHere = ([x, z]: readonly [number, number]) =>
    polygon.some((point) => Math.hypot(point[0] - x, point[1] - z) < SAME_M)
  const found = Object.values(scene.nodes).find(
    (node) =>
      node.kind === 'slab' &&
      node.parent === levelId &&
      node.polygon.length === polygon.length &&
      node.polygon.every(isHere),
  )
  return found?.id ?? null
}
