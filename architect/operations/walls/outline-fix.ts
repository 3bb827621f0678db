import { dot, leftOf, type Point, scale, subtract, unit } from '../../geometry/point.ts'
import type { Polygon } from '../../geometry/polygon.ts'
import type { Fix } from '../../scene/issue.ts'
import { nodeOf, type Scene } from '../../scene/scene.ts'
import { firstFix } from '../fit/first-fix.ts'
import type { Outcome } from '../operation.ts'
import type { Refusal } from '../refusal.ts'
import { inOrderAround, SAME_CORNER_M } from '../rooms/room-outline.ts'
import { freeMoves, moved } from '../rooms/room-overlap.ts'
import { nearestOnWall, snapCorners } from './wall-snap.ts'

interface OutlineCall {
  tool: string
  scene: Scene
  levelId: string
  /** As it was asked for. */
  outline: Polygon
  /** A room that may be overlapped, because it is the one that changes. */
  except?: string
  refusal: Refusal
  /** Of the walls along it. */
  thickness?: number
}

/** Refusals that another place of the line may escape. */
const WALLS_IN_THE_WAY = ['wall_overlaps', 'wall_too_short', 'opening_overlap']

type Corners = [number, number][]

/** A call with another outline that is not refused: in order, beside other rooms, on walls that are near. */
export function outlineFix<Input extends object>(
  call: OutlineCall,
  withOutline: (outline: Corners) => Input,
  make: (scene: Scene, input: Input) => Outcome,
): Fix | undefined {
  const inputs = [...outlinesInstead(call)].map((outline) =>
    withOutline(outline.map(([x, z]): [number, number] => [x, z])),
  )
  return firstFix(call.tool, make, call.scene, inputs)
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
    for (const ring of [outline, corners])
      for (const move of freeMoves(scene, levelId, ring, except)) yield moved(ring, move)
  } else if (WALLS_IN_THE_WAY.includes(code)) {
    yield* cleared(scene, outline, thickness, refusal)
  }
}

/** Moves of a drawn line or outline onto what it came too near to, or past it; the shortest first. */
export function* cleared(
  scene: Scene,
  drawn: Polygon,
  thickness: number,
  { nodeIds = [], details = {} }: Refusal,
): Iterable<Polygon> {
  const { at, clearAt = [] } = details as { at?: Point; clearAt?: Point[] }
  const whole = at ? clearAt.map((place) => subtract(place, at)) : []
  const single: { index: number; move: Point }[] = []
  for (const wall of nodeIds.flatMap((id) => nodeOf(scene, id, 'wall') ?? [])) {
    const aside = leftOf(unit(subtract(wall.end, wall.start)))
    const apart = (wall.thickness + thickness) / 2
    for (const [index, corner] of drawn.entries()) {
      for (const place of [nearestOnWall(wall, corner), wall.start, wall.end])
        single.push({ index, move: subtract(place, corner) })
      const beside = dot(subtract(corner, wall.start), aside)
      for (const side of [-apart, apart]) whole.push(scale(aside, side - beside))
    }
  }
  const size = (move: Point) => Math.hypot(...move)
  const moves = [...whole.map((move) => ({ index: -1, move })), ...single]
    .filter(({ move }) => size(move) > SAME_CORNER_M)
    .sort((a, b) => size(a.move) - size(b.move))
  for (const { index, move } of moves) {
    yield moved(drawn, move)
    if (index >= 0) yield drawn.map((corner, i) => moved([corner], i === index ? move : [0, 0])[0])
  }
}
