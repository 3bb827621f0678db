import { z } from 'zod'
import { distance, type Point } from '../geometry/point.ts'
import type { Polygon } from '../geometry/polygon.ts'
import { lengthIn, pointIn } from '../input/input-units.ts'
import { childrenOf, type Scene } from '../scene/scene.ts'
import { quantize } from '../scene/units.ts'
import { firstFix, orFix } from './fit/first-fix.ts'
import { itemsField } from './fit/items-mode.ts'
import { refuseWallsInStairs } from './fit/refuse-walls-in-stairs.ts'
import { resolveItems } from './fit/resolve-items.ts'
import { buildingSizes } from './levels/building-sizes.ts'
import { requireLevel } from './nodes/require-node.ts'
import type { Operation, Outcome } from './operation.ts'
import type { Refusal } from './refusal.ts'
import { besideEdge } from './rooms/reference-line.ts'
import { SceneEdit } from './scene-edit.ts'
import { layWalls } from './walls/lay-walls.ts'
import { clearedOutlines } from './walls/outline-fix.ts'
import { ON_LINE_M } from './walls/wall-meeting.ts'
import { snapCorners } from './walls/wall-snap.ts'

const input = z.strictObject({
  start: pointIn(),
  end: pointIn(),
  levelId: z.string().optional(),
  height: lengthIn(0.3, 60).optional(),
  thickness: lengthIn(0.02, 2).optional(),
  reference: z.enum(['centre', 'left', 'right']).optional(),
  sagitta: lengthIn(-50, 50).default(0),
  items: itemsField(),
})

type Given = z.infer<typeof input>
type Input = Given & { thickness: number }

/** How far to the left of a face or the middle its centreline is, in thicknesses of the wall. */
const TO_LEFT = { centre: 0, left: -0.5, right: 0.5 } as const

/** Makes a single wall. Its ends snap to corners and centrelines within `SNAP_M`. */
export const createWall: Operation<Given> = {
  name: 'create_wall',
  description:
    'Puts a wall on a level; ends near a corner or a wall move onto it. Walls that meet or cross are cut there.',
  input,
  refusals: [
    'node_not_found',
    'wrong_kind',
    'wall_too_short',
    'wall_overlaps',
    'wall_curved',
    'opening_overlap',
    'collides',
    'limit_exceeded',
  ],
  run(scene, request) {
    const { wallThickness, wallHeight } = buildingSizes(scene, request.levelId)
    const given = {
      ...request,
      thickness: request.thickness ?? wallThickness,
      height: request.height ?? wallHeight,
    }
    return orFix(
      () => makeWall(scene, given),
      (refusal) => ({
        fix: firstFix('create_wall', makeWall, scene, movedWalls(scene, given, refusal)),
      }),
    )
  },
}

function makeWall(
  scene: Scene,
  { levelId, reference = 'centre', items, ...given }: Input,
): Outcome {
  const level = requireLevel(scene, levelId)
  const { start, end, sagitta } = besideEdge(given, TO_LEFT[reference] * given.thickness)
  const { corners, snapped } = snapCorners(scene, level.id, [start, end], false)
  const edit = new SceneEdit(scene)
  const request = { ...given, sagitta: quantize(sagitta), start: corners[0], end: corners[1] }
  const laid = layWalls(edit, level.id, [request])
  const wallIds = laid.wallIds[0]
  const resolved = resolveItems(scene, edit, items)
  refuseWallsInStairs(scene, edit.scene)
  return {
    scene: edit.scene,
    result: {
      wallIds,
      joins: joinsOf(edit.scene, level.id, wallIds),
      reusedWallIds: laid.reusedWallIds,
      lengthenedWallIds: laid.lengthenedWallIds,
      splitWalls: laid.splitWalls,
      snapped,
      ...resolved.items,
    },
    issues: [...laid.issues, ...resolved.issues],
  }
}

/** The same wall, moved onto walls nearby or clear of them. */
function* movedWalls(scene: Scene, given: Input, refusal: Refusal): Iterable<Input> {
  if (refusal.param === 'items') yield { ...given, items: 'shift' }
  const wallAt = ([start, end]: Polygon): Input => ({ ...given, start: [...start], end: [...end] })
  for (const line of clearedOutlines(scene, [given.start, given.end], given.thickness, refusal))
    yield wallAt(line)
}

/**
 * The joints of these walls with others: L where two ends meet, T where three do, X for four or
 * more.
 */
function joinsOf(scene: Scene, levelId: string, wallIds: string[]) {
  const walls = childrenOf(scene, levelId, 'wall')
  const own = walls.filter(({ id }) => wallIds.includes(id))
  const points: Point[] = []
  for (const end of own.flatMap((wall) => [wall.start, wall.end]))
    if (points.every((point) => distance(point, end) > ON_LINE_M)) points.push(end)
  return points.flatMap((at) => {
    const isHere = (end: Point) => distance(end, at) <= ON_LINE_M
    const met = walls.filter((wall) => isHere(wall.start) || isHere(wall.end))
    const type = met.length === 2 ? 'L' : met.length === 3 ? 'T' : 'X'
    return met
      .filter(({ id }) => !wallIds.includes(id))
      .map(({ id }) => ({ wallId: id, type, at: [...at] }))
  })
}
