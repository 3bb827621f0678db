import { dot, leftOf, type Point, scale, subtract, unit } from '../../geometry/point.ts'
import type { Polygon } from '../../geometry/polygon.ts'
import type { Fix } from '../../scene/issue.ts'
import { nodeOf, type Scene } from '../../scene/scene.ts'
import { firstFix } from '../fit/first-fix.ts'
import type { Outcome } from '../operation.ts'
import { Refusal } from '../refusal.ts'
import { freePlaces, trimmed } from '../rooms/free-outlines.ts'
import { inOrderAround, SAME_CORNER_M } from '../rooms/room-outline.ts'
import { translate } from '../rooms/room-overlap.ts'
import { settledOutline } from '../rooms/settled-outline.ts'
import { nearestOnWall, snapCorners } from './wall-snap.ts'

interface OutlineCall {
  tool: string
  scene: Scene
  levelId: string
  /** The requested outline. */
  outline: Polygon
  /** Id of the room that changes, which the outline may overlap. */
  except?: string
  refusal: Refusal
  /** Thickness of the walls along it, in metres. */
  thickness?: number
}

/** Codes of refusals that moving the line may avoid. */
const WALLS_IN_THE_WAY = ['wall_overlaps', 'wall_too_short', 'opening_overlap']

type Corners = [number, number][]

/**
 * A call with another outline that works: corners in order, next to other rooms, or on walls
 * nearby.
 */
export function outlineFix<Input extends object>(
  call: OutlineCall,
  withOutline: (outline: Corners) => Input,
  make: (scene: Scene, input: Input) => Outcome,
): Fix | null {
  if (call.refusal.code === 'overlaps_room') {
    const fix = trimmedFix(call, withOutline, make)
    if (fix) return fix
  }
  const inputs = [...outlinesInstead(call)].map((outline) =>
    withOutline(outline.map(([x, z]): [number, number] => [x, z])),
  )
  return firstFix(call.tool, make, call.scene, inputs)
}

/** The call with the part of its outline that is in no other room, where that is most of it. */
function trimmedFix<Input extends object>(
  { tool, scene, levelId, outline, except }: OutlineCall,
  withOutline: (outline: Corners) => Input,
  make: (scene: Scene, input: Input) => Outcome,
): Fix | null {
  const inputOf = (ring: Polygon) => withOutline(ring.map(([x, z]): [number, number] => [x, z]))
  for (const ring of [outline, snapCorners(scene, levelId, outline, true).corners]) {
    const free = trimmed(scene, levelId, ring, except)
    const settled =
      free &&
      settledOutline(scene, outline, free, (each) => refusalOf(() => make(scene, inputOf(each))))
    if (settled) return firstFix(tool, make, scene, [inputOf(settled)])
  }
  return null
}

function refusalOf(make: () => unknown): Refusal | null {
  try {
    make()
    return null
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

function* outlinesInstead({
  scene,
  levelId,
  outline,
  except,
  refusal,
  thickness = 0,
}: OutlineCall): Iterable<Polygon> {
  const { code } = refusal
  if (code === 'invalid_polygon') {
    const ordered = inOrderAround(outline)
    if (ordered) yield ordered
  } else if (code === 'overlaps_room') {
    const { corners } = snapCorners(scene, levelId, outline, true)
    yield* freePlaces(scene, levelId, [outline, corners], except)
  } else if (WALLS_IN_THE_WAY.includes(code)) {
    yield* clearedOutlines(scene, outline, thickness, refusal)
  }
}

/**
 * The line or outline moved onto the walls that it is too close to, or clear of them; the shortest
 * move first.
 */
export function* clearedOutlines(
  scene: Scene,
  drawn: Polygon,
  thickness: number,
  { nodeIds = [], details = {} }: Refusal,
): Iterable<Polygon> {
  const { at, clearAt = [] } = details as { at?: Point; clearAt?: Point[] }
  const whole = at ? clearAt.map((point) => subtract(point, at)) : []
  const single: { index: number; move: Point }[] = []
  for (const wall of nodeIds.flatMap((id) => nodeOf(scene, id, 'wall') ?? [])) {
    const aside = leftOf(unit(subtract(wall.end, wall.start)))
    const apart = (wall.thickness + thickness) / 2
    for (const [index, corner] of drawn.entries()) {
      for (const point of [nearestOnWall(wall, corner), wall.start, wall.end])
        single.push({ index, move: subtract(point, corner) })
      const offset = dot(subtract(corner, wall.start), aside)
      for (const side of [-apart, apart]) whole.push(scale(aside, side - offset))
    }
  }
  const size = (move: Point) => Math.hypot(...move)
  const moves = [...whole.map((move) => ({ index: -1, move })), ...single]
    .filter(({ move }) => size(move) > SAME_CORNER_M)
    .sort((a, b) => size(a.move) - size(b.move))
  for (const { index, move } of moves) {
    yield translate(drawn, move)
    if (index >= 0)
      yield drawn.map((corner, i) => translate([corner], i === index ? move : [0, 0])[0])
  }
}
