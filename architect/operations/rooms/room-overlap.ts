import type { Point } from '../../geometry/point.ts'
import { dot, leftOf, scale, subtract, unit } from '../../geometry/point.ts'
import { boxOf, counterClockwise, edges, type Polygon } from '../../geometry/polygon.ts'
import { intersection, regionArea } from '../../geometry/regions.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { childrenOf, type Scene } from '../../scene/scene.ts'
import { quantize } from '../../scene/units.ts'
import { Refusal } from '../refusal.ts'
import { onGrid } from '../walls/wall-snap.ts'

/**
 * Area that rooms may share, in square metres: oblique edges on one line differ by this on a grid
 * of 0.1 mm.
 */
const SHARED_AREA_M2 = 0.002

interface RoomOverlap {
  zone: NodeOf<'zone'>
  /** In square metres. */
  area: number
}

/** The rooms of a level that an outline overlaps, the largest overlap first. */
export function overlapsOf(
  scene: Scene,
  levelId: string,
  outline: Polygon,
  except?: string,
): RoomOverlap[] {
  const box = boxOf(outline)
  return childrenOf(scene, levelId, 'zone')
    .filter(({ id }) => id !== except)
    .map((zone) => ({ zone, area: sharedArea(outline, box, zone.polygon) }))
    .filter(({ area }) => area > SHARED_AREA_M2)
    .sort((a, b) => b.area - a.area)
}

function sharedArea(outline: Polygon, box: ReturnType<typeof boxOf>, other: Polygon): number {
  const { minX, maxX, minZ, maxZ } = boxOf(other)
  if (minX >= box.maxX || maxX <= box.minX || minZ >= box.maxZ || maxZ <= box.minZ) return 0
  return regionArea(intersection([counterClockwise(outline)], [counterClockwise(other)]))
}

/** Refuses an outline that overlaps another room. */
export function refuseOverlap(
  scene: Scene,
  levelId: string,
  outline: Polygon,
  name: string,
  except?: string,
): void {
  const overlaps = overlapsOf(scene, levelId, outline, except)
  if (overlaps.length === 0) return
  const [{ zone, area }] = overlaps
  throw new Refusal(
    'overlaps_room',
    `${name} would overlap ${zone.label ?? zone.id} by ${Number(area.toFixed(2))} m².`,
    {
      param: 'polygon',
      nodeIds: overlaps.map((overlap) => overlap.zone.id),
      details: { overlapArea: quantize(area) },
    },
  )
}

/** Most moves that are tried for one outline. */
const MOVES_MAX = 400

/**
 * Moves after which the outline overlaps no room, the shortest first. Each puts an edge of the
 * outline next to an edge of a room.
 */
export function freeMoves(
  scene: Scene,
  levelId: string,
  outline: Polygon,
  except?: string,
): Point[] {
  const rooms = childrenOf(scene, levelId, 'zone').filter(({ id }) => id !== except)
  const moves = rooms
    .flatMap(({ polygon }) =>
      [...edges(polygon), ...edges(outline)].flatMap(([a, b]) => {
        const normal = leftOf(unit(subtract(b, a)))
        const [own, other] = [outline, polygon].map((ring) =>
          ring.map((corner) => dot(corner, normal)),
        )
        return [Math.max(...other) - Math.min(...own), Math.min(...other) - Math.max(...own)].map(
          (length) => onGrid(scale(normal, length)),
        )
      }),
    )
    .filter(([x, z]) => Math.hypot(x, z) > 1e-3)
    .sort((a, b) => Math.hypot(...a) - Math.hypot(...b) || a[0] - b[0] || a[1] - b[1])
  const unique = moves.filter((move, i) => i === 0 || String(move) !== String(moves[i - 1]))
  return unique
    .slice(0, MOVES_MAX)
    .filter((move) => overlapsOf(scene, levelId, translate(outline, move), except).length === 0)
}

export const translate = (outline: Polygon, [x, z]: Point): Polygon =>
  outline.map((corner) => onGrid([corner[0] + x, corner[1] + z]))
