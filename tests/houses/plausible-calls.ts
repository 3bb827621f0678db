import { CATALOG } from '../../architect/assets/catalog.ts'
import { type Box, boxOf, contains, type Polygon } from '../../architect/geometry/polygon.ts'
import { levelFrames } from '../../architect/kernel/levels.ts'
import { wallShapes } from '../../architect/kernel/walls/wall-shapes.ts'
import { MATERIAL_NAMES } from '../../architect/scene/materials.ts'
import type { Kind, NodeOf } from '../../architect/scene/nodes.ts'
import type { RoomTypeName } from '../../architect/scene/room-types.ts'
import { childrenOf, nodesOf, type Scene } from '../../architect/scene/scene.ts'
import { layoutCall } from './layout-calls.ts'

type Random = () => number
type Given = Record<string, unknown>
/** Makes arguments that fit the scene; undefined where the scene has nothing for them. */
type Maker = (scene: Scene, random: Random) => Given | undefined

const pick = <Value>(random: Random, values: readonly Value[]): Value =>
  values[Math.floor(random() * values.length)]
const some = <Value>(random: Random, values: readonly Value[]): Value | undefined =>
  values.length === 0 ? undefined : pick(random, values)
/** A length from `least` to `most` metres, in steps of a centimetre. */
const between = (random: Random, least: number, most: number): number =>
  Math.round((least + random() * (most - least)) * 100) / 100
const maybe = <Value>(random: Random, value: Value, share = 0.4): Value | undefined =>
  random() < share ? value : undefined

const rectangle = (x: number, z: number, width: number, depth: number): [number, number][] => [
  [x, z],
  [x + width, z],
  [x + width, z - depth],
  [x, z - depth],
]
const overlap = (a: Box, b: Box): boolean =>
  a.minX < b.maxX - 0.01 &&
  b.minX < a.maxX - 0.01 &&
  a.minZ < b.maxZ - 0.01 &&
  b.minZ < a.maxZ - 0.01

/** Number of positions that are tried for one call. */
const TRIES = 24

/** A rectangle on whole metres that is clear of the boxes of nodes of some kinds on a level. */
function freeRectangle(
  scene: Scene,
  random: Random,
  levelId: string,
  kinds: ('zone' | 'slab' | 'ceiling' | 'roof')[],
): [number, number][] | undefined {
  const taken = kinds.flatMap((kind) =>
    childrenOf(scene, levelId, kind).map(({ polygon }) => boxOf(polygon)),
  )
  for (let i = 0; i < TRIES; i++) {
    const [x, z] = [Math.floor(random() * 28) - 16, Math.floor(random() * 28) - 12]
    const ring = rectangle(x, z, 3 + Math.floor(random() * 4), 3 + Math.floor(random() * 3))
    if (!taken.some((box) => overlap(box, boxOf(ring)))) return ring
  }
  return undefined
}

const anyLevel = (scene: Scene, random: Random): string | undefined =>
  some(random, nodesOf(scene, 'level'))?.id

/** A free stretch of a wall in which an opening fits, with piers on both sides and wall above. */
function freeStretch(scene: Scene, random: Random, width: number, head: number) {
  const stretches = nodesOf(scene, 'level').flatMap(({ id }) =>
    [...wallShapes(scene, id).values()]
      .filter(({ top, base }) => top - base > head)
      .flatMap(({ id: wallId, freeSpans }) =>
        freeSpans.filter(([from, to]) => to - from > width + 0.2).map((span) => ({ wallId, span })),
      ),
  )
  const found = some(random, stretches)
  if (!found) return undefined
  const [from, to] = found.span
  const offset = between(random, from + width / 2 + 0.06, to - width / 2 - 0.06)
  return { wallId: found.wallId, offset, width }
}

const openingIn: (sill: number, height: number) => Maker = (sill, height) => (scene, random) => {
  const found = freeStretch(scene, random, between(random, 0.7, 1.4), sill + height)
  return found && { ...found, height }
}

/** A board with its polygon, clear of others of its kind. */
const boardOf: (kind: 'slab' | 'ceiling' | 'roof') => Maker = (kind) => (scene, random) => {
  const levelId = anyLevel(scene, random)
  const polygon = levelId ? freeRectangle(scene, random, levelId, [kind]) : undefined
  return polygon && { levelId, polygon }
}

/** A position on a level within a rectangle, at least `clear` metres from everything there. */
function isClear(scene: Scene, levelId: string, box: Box, clear: number): boolean {
  const near = {
    minX: box.minX - clear,
    maxX: box.maxX + clear,
    minZ: box.minZ - clear,
    maxZ: box.maxZ + clear,
  }
  const points = [
    ...childrenOf(scene, levelId, 'item').map(({ position: [x, , z] }) => [x, z]),
    ...childrenOf(scene, levelId, 'column').map(({ position }) => position),
    ...childrenOf(scene, levelId, 'stair').map(({ position }) => position),
  ]
  const isIn = ([x, z]: readonly number[]) =>
    x > near.minX && x < near.maxX && z > near.minZ && z < near.maxZ
  const walls = [...wallShapes(scene, levelId).values()]
  return !points.some(isIn) && !walls.some(({ footprint }) => overlap(boxOf(footprint), box))
}

const WAYS: [degrees: number, x: number, z: number][] = [
  [0, 1, 0],
  [90, 0, -1],
  [180, -1, 0],
  [270, 0, 1],
]

/** A flight or a spiral in a room under another level, clear of everything in it. */
const stairIn: Maker = (scene, random) => {
  const frames = [...levelFrames(scene).values()].filter(({ above }) => above !== undefined)
  const places = frames.flatMap(({ id, above, height }) =>
    childrenOf(scene, id, 'zone').map(({ polygon }) => ({ id, above: above!, height, polygon })),
  )
  for (let i = 0; i < TRIES && places.length > 0; i++) {
    const { id, above, height, polygon } = pick(random, places)
    const { minX, maxX, minZ, maxZ } = boxOf(polygon)
    const position = [between(random, minX, maxX), between(random, minZ, maxZ)]
    const [x, z] = position
    const width = 0.8
    const shape = pick(random, ['straight', 'spiral', 'u_shaped'])
    const [direction, dx, dz] = pick(random, WAYS)
    // A straight stair has its whole flight here; a turned one half of it, both flights and a
    // landing.
    const risers = Math.ceil(height / 0.18)
    const length = shape === 'straight' ? risers * 0.26 : (risers / 2) * 0.26 + 1
    const side = shape === 'u_shaped' ? 1.5 * width + 0.2 : width / 2
    const reach = width + 0.15
    const box =
      shape === 'spiral'
        ? { minX: x - reach, maxX: x + reach, minZ: z - reach, maxZ: z + reach }
        : boxOf(
            [-side, side].flatMap((t) =>
              [-0.1, length].map((s): [number, number] => [
                x + dx * s - dz * t,
                z + dz * s + dx * t,
              ]),
            ),
          )
    if (!isWithin(polygon, box)) continue
    if (!isClear(scene, id, box, 0.9) || !isClear(scene, above, box, 0.5)) continue
    return { fromLevelId: id, position, direction, shape, width }
  }
  return undefined
}

const isWithin = (polygon: Polygon, { minX, maxX, minZ, maxZ }: Box): boolean =>
  [
    [minX, minZ],
    [maxX, minZ],
    [maxX, maxZ],
    [minX, maxZ],
  ].every((corner) => contains(polygon, corner as [number, number]))

/** Uses of rooms that get furniture. */
const FURNISHED: RoomTypeName[] = ['bathroom', 'bedroom', 'dining', 'kitchen', 'living', 'office']

/** An empty room of at least 3 m. */
const emptyRoom: Maker = (scene, random) => {
  const rooms = nodesOf(scene, 'zone').filter(({ polygon, parent }) => {
    const { minX, maxX, minZ, maxZ } = boxOf(polygon)
    const isLarge = Math.min(maxX - minX, maxZ - minZ) >= 3
    const items = childrenOf(scene, parent!, 'item')
    return isLarge && !items.some(({ position: [x, , z] }) => contains(polygon, [x, z]))
  })
  const zone = some(random, rooms)
  return zone && { zoneId: zone.id, roomType: pick(random, FURNISHED) }
}

const SMALL = CATALOG.filter(
  ({ attach, dimensions: { width, depth } }) => attach === 'floor' && Math.max(width, depth) < 1,
)

/** A small thing in a room, away from its walls. */
const thingInRoom: Maker = (scene, random) => {
  const zone = some(random, nodesOf(scene, 'zone'))
  if (!zone) return undefined
  const { minX, maxX, minZ, maxZ } = boxOf(zone.polygon)
  if (Math.min(maxX - minX, maxZ - minZ) < 2.4) return undefined
  const position = [between(random, minX + 1, maxX - 1), between(random, minZ + 1, maxZ - 1)]
  return { items: [{ asset: pick(random, SMALL).name, position, targetId: zone.id }] }
}

/** A small hole in a slab or a ceiling. */
const holeIn: Maker = (scene, random) => {
  const board = some(random, [...nodesOf(scene, 'slab'), ...nodesOf(scene, 'ceiling')])
  if (!board) return undefined
  const { minX, maxX, minZ, maxZ } = boxOf(board.polygon)
  for (let i = 0; i < TRIES; i++) {
    const [x, z] = [between(random, minX, maxX), between(random, minZ, maxZ)]
    const hole = rectangle(x, z, 0.5, 0.5)
    const isFree = !board.holes.some((other) => overlap(boxOf(other), boxOf(hole)))
    if (isFree && isWithin(board.polygon, boxOf(hole))) return { targetId: board.id, polygon: hole }
  }
  return undefined
}

const FACES: [kind: Kind, faces: string[]][] = [
  ['wall', ['body', 'left', 'right']],
  ['slab', ['body', 'top', 'side', 'underside']],
  ['roof', ['body', 'cover', 'underside', 'gable']],
  ['door', ['leaf', 'frame', 'handle']],
]
const finished: Maker = (scene, random) => {
  const [kind, faces] = pick(random, FACES)
  const node = some(random, nodesOf(scene, kind))
  return node && { ids: [node.id], face: pick(random, faces), preset: pick(random, MATERIAL_NAMES) }
}

const point = (random: Random) => [between(random, -12, 12), between(random, -12, 12)]

/** Ops of a patch that are independent: notes, free-standing columns, names, removals. */
const patch: Maker = (scene, random) => {
  const level = anyLevel(scene, random)
  if (!level) return undefined
  const named = some(random, [...nodesOf(scene, 'wall'), ...nodesOf(scene, 'zone')])
  const spare = some(random, [...nodesOf(scene, 'item'), ...nodesOf(scene, 'annotation')])
  const span = freeStretch(scene, random, 0.8, 2.1)
  const { wallId, ...place } = span ?? { wallId: '' }
  const room = freeRectangle(scene, random, level, ['zone'])
  const ops = [
    {
      op: 'add',
      kind: 'annotation',
      parent: level,
      set: { position: point(random), text: 'Here' },
    },
    { op: 'add', kind: 'column', parent: level, set: { position: point(random) } },
    room && { op: 'add', kind: 'zone', parent: level, set: { polygon: room, color: '#dddddd' } },
    named && { op: 'change', id: named.id, set: { label: 'Changed' } },
    spare && { op: 'remove', id: spare.id },
    span && { op: 'add', kind: 'window', parent: wallId, set: { ...place, height: 1, sill: 0.9 } },
  ].filter((op) => op !== undefined)
  const chosen = ops.filter(() => random() < 0.5)
  return { ops: chosen.length > 0 ? chosen : [ops[0]] }
}

/** A thing, a column or a note moved a little, a name, a height of a wall. */
const edited: Maker = (scene, random) => {
  const kind = pick(random, ['item', 'column', 'annotation', 'wall', 'zone', 'roof'] as const)
  const node = some(random, nodesOf(scene, kind) as NodeOf<typeof kind>[])
  if (!node) return undefined
  if (kind === 'wall' || kind === 'zone')
    return { id: node.id, set: { label: `Changed ${Math.floor(random() * 1e6)}` } }
  if (kind === 'roof') return { id: node.id, set: { pitch: Math.floor(10 + random() * 35) } }
  return { id: node.id, move: [between(random, -0.3, 0.3), between(random, -0.3, 0.3)] }
}

/** Makers by the name of the edit. Calls of other edits are plausible without one. */
export const PLAUSIBLE_CALLS: Record<string, Maker> = {
  plan_layout: layoutCall,
  create_room: (scene, random) => {
    const levelId = anyLevel(scene, random)
    const polygon = levelId ? freeRectangle(scene, random, levelId, ['zone', 'slab']) : undefined
    const doors = [{ edge: Math.floor(random() * 4), t: 0.5 }]
    return polygon && { label: 'Room', levelId, polygon, doors }
  },
  add_door: openingIn(0, 2.1),
  add_window: (scene, random) => {
    const found = openingIn(0.9, 1.2)(scene, random)
    return found && { ...found, sill: 0.9 }
  },
  cut_opening: (scene, random) => {
    if (random() < 0.5) return holeIn(scene, random)
    const { wallId, ...place } = openingIn(0, 2.1)(scene, random) ?? {}
    return wallId === undefined ? undefined : { targetId: wallId, ...place }
  },
  create_slab: boardOf('slab'),
  create_ceiling: boardOf('ceiling'),
  create_roof: (scene, random) => {
    const board = boardOf('roof')(scene, random)
    const roofType = pick(random, ['gable', 'hip', 'shed', 'flat', 'gambrel', 'mansard'])
    return board && { ...board, roofType, pitch: maybe(random, 10 + Math.floor(random() * 40)) }
  },
  create_stair_between_levels: stairIn,
  create_fence: (scene, random) => {
    const levelId = anyLevel(scene, random)
    return {
      levelId,
      path: Array.from({ length: 2 + Math.floor(random() * 4) }, () => point(random)),
    }
  },
  set_zone: (scene, random) => {
    const label = `Room ${Math.floor(random() * 1e6)}`
    const zone = random() < 0.5 ? some(random, nodesOf(scene, 'zone')) : undefined
    if (zone) return { zoneId: zone.id, label }
    const levelId = anyLevel(scene, random)
    const polygon = levelId ? freeRectangle(scene, random, levelId, ['zone']) : undefined
    return polygon && { levelId, polygon, label }
  },
  furnish_room: emptyRoom,
  place_item: thingInRoom,
  set_material: finished,
  edit_node: edited,
  apply_patch: patch,
}
