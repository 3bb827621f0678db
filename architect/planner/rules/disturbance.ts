import { ROOM_STANDARDS } from '../../layout/room-standards.ts'
import type { House, HouseRoom } from '../house/house.ts'
import { type Box, boxAround } from '../house/outer-box.ts'
import { formatList } from '../language/format.ts'
import { type Figures, theRoom } from './figures.ts'

/** Changes of a room below these are none, in square metres and metres. */
const STILL_M2 = 0.03
const STILL_M = 0.01

/** The house becomes larger or smaller. */
export const OUTLINE_COST = 30

const COSTS = {
  /** Another room that changes, and its loss as a share of its area. */
  otherRoom: 1,
  shareOfArea: 10,
  /** A room that becomes smaller or narrower than rooms of its type are. */
  tooSmall: 20,
  /** The room of the request becomes longer than is usual, for each time its width. */
  aspect: 10,
  itemLost: 4,
}

/** How much an edit of some rooms disturbs them and the others. */
export function disturbance(before: House, after: House, concerned: readonly string[]): number {
  const now = new Map(after.rooms.map((room) => [room.id, room]))
  let cost = COSTS.itemLost * Math.max(0, itemCount(before) - itemCount(after))
  for (const old of before.rooms) {
    const room = now.get(old.id)
    if (!room) continue
    if (concerned.includes(old.id)) cost += COSTS.aspect * excessAspect(room)
    else if (isChanged(old, room))
      cost +=
        COSTS.otherRoom +
        (COSTS.shareOfArea * Math.abs(room.area - old.area)) / old.area +
        (isTooSmall(old, room) ? COSTS.tooSmall : 0)
  }
  return cost + (isOutlineChanged(before, after) ? OUTLINE_COST : 0)
}

const itemCount = ({ scene }: House): number =>
  Object.values(scene.nodes).filter(({ kind }) => kind === 'item').length

const isChanged = (a: HouseRoom, b: HouseRoom): boolean =>
  Math.abs(a.area - b.area) > STILL_M2 ||
  Math.abs(a.middle[0] - b.middle[0]) > STILL_M ||
  Math.abs(a.middle[1] - b.middle[1]) > STILL_M

const widthOf = ({ box }: HouseRoom): number => Math.min(box.maxX - box.minX, box.maxZ - box.minZ)

function isTooSmall(old: HouseRoom, room: HouseRoom): boolean {
  const { minArea, minWidth } = ROOM_STANDARDS[room.type]
  const isSmaller = room.area < old.area - STILL_M2 && room.area < minArea
  const isNarrower = widthOf(room) < widthOf(old) - STILL_M && widthOf(room) < minWidth
  return isSmaller || isNarrower
}

/** By how much the length over the width is more than is usual for the type. */
export function excessAspect({ box, type }: HouseRoom): number {
  const [x, z] = [box.maxX - box.minX, box.maxZ - box.minZ]
  return Math.max(0, Math.max(x / z, z / x) - ROOM_STANDARDS[type].maxAspect)
}

function isOutlineChanged(before: House, after: House): boolean {
  const [a, b]: [Box | null, Box | null] = [boxAround(before), boxAround(after)]
  if (!a || !b) return a !== b
  return (['minX', 'maxX', 'minZ', 'maxZ'] as const).some(
    (side) => Math.abs(a[side] - b[side]) > STILL_M,
  )
}

/** ` The east bedroom has 9.3 m² now (before: 10.9 m²).` Empty where no other room changed. */
export function neighboursSentence(
  before: House,
  after: House,
  concerned: readonly string[],
  { area }: Figures,
): string {
  const changed = after.rooms.flatMap((room) => {
    const old = before.rooms.find(({ id }) => id === room.id)
    if (!old || concerned.includes(room.id)) return []
    if (area(old.area) === area(room.area)) return []
    return [`${theRoom(room)} from ${area(old.area)} to ${area(room.area)}`]
  })
  return changed.length === 0 ? '' : ` It changes ${formatList(changed)}.`
}
