import { validateScene } from '../../architect/checks/validate.ts'
import { verifyScene } from '../../architect/checks/verify.ts'
import type { Point } from '../../architect/geometry/point.ts'
import type { Polygon } from '../../architect/geometry/polygon.ts'
import { difference, intersection, regionArea, ringsOf } from '../../architect/geometry/regions.ts'
import { itemShape } from '../../architect/kernel/item-shape.ts'
import { doorSwing } from '../../architect/kernel/openings/door-swing.ts'
import { zoneRegions } from '../../architect/kernel/rooms.ts'
import { Draft } from '../../architect/operations/draft.ts'
import type { RoomTypeName } from '../../architect/scene/room-types.ts'
import { newScene, nodesOf, type Scene } from '../../architect/scene/scene.ts'

/** A smaller overlap is a touch along an edge, in square metres. */
const TOUCH_M2 = 2e-3

export interface Opening {
  edge: number
  t: number
  width?: number
  sill?: number
  hinge?: string
}

/** A new scene with one room, with doors and windows; returns its zone. */
export function roomOf(
  roomType: RoomTypeName,
  polygon: Point[],
  doors: Opening[] = [{ edge: 0, t: 0.2 }],
  windows: Opening[] = [],
) {
  const draft = new Draft(newScene('A room', 't'))
  const made = draft.apply('create_room', { label: roomType, roomType, polygon, doors, windows })
  if (!('ok' in made)) throw new Error(JSON.stringify(made))
  return { draft, zoneId: made.zoneId as string }
}

export const box = (width: number, depth: number): Point[] => [
  [0, 0],
  [width, 0],
  [width, -depth],
  [0, -depth],
]

export interface Answer {
  ok?: boolean
  placed: { id: string; asset: string }[]
  itemIds: string[]
  skipped: { asset: string; code: string; needed: object; available: object; message: string }[]
  circulation: { doorToDoor: boolean; minWidth?: number }
  error?: { code: string; message: string; missing?: string[] }
}

export function furnished(draft: Draft, zoneId: string, rest: object = {}): Answer {
  return draft.apply('furnish_room', { zoneId, ...rest }) as unknown as Answer
}

/**
 * Faults of the things in a room, found by areas in plan and by the checks, not by the code that
 * placed them.
 */
export function faultsOf(scene: Scene, zoneId: string): string[] {
  const floor = ringsOf(zoneRegions(scene, zoneId))
  const doors = nodesOf(scene, 'door').map(({ id }) => ({ id, ...doorSwing(scene, id)! }))
  const things = nodesOf(scene, 'item').map((item) => ({ item, ...itemShape(scene, item.id)! }))
  const shared = (a: Polygon, b: Polygon) => regionArea(intersection([a], [b]))
  const faults = [
    ...validateScene(scene).errors.map(({ message }) => message),
    ...verifyScene(scene)
      .issues.filter(({ code }) => /^(item|door|circulation)\./.test(code))
      .map(({ message }) => message),
  ]
  for (const [index, { item, prism, asset }] of things.entries()) {
    const { outline, bottom, top } = prism
    if (regionArea(difference([outline], floor)) > TOUCH_M2)
      faults.push(`${item.asset} leaves the room`)
    if (asset.isWalkable) continue
    if (bottom < 2.1)
      for (const { id, leaf, keepOut } of doors)
        for (const ring of [...leaf, ...keepOut])
          if (shared(outline, ring) > TOUCH_M2) faults.push(`${item.asset} is in the way of ${id}`)
    for (const other of things.slice(index + 1)) {
      if (other.asset.isWalkable || other.prism.bottom > top - 0.002) continue
      if (other.prism.top < bottom + 0.002) continue
      if (shared(outline, other.prism.outline) > TOUCH_M2)
        faults.push(`${item.asset} stands in ${other.item.asset}`)
    }
  }
  return faults
}
