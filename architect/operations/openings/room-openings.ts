import { distance, type Point } from '../../geometry/point.ts'
import type { Issue } from '../../scene/issue.ts'
import { nodeOf } from '../../scene/scene.ts'
import { Refusal, type RefusalCode } from '../refusal.ts'
import { edgePath } from '../rooms/reference-line.ts'
import { SceneEdit } from '../scene-edit.ts'
import { nearestOnWall } from '../walls/wall-snap.ts'
import { distanceAlong } from '../walls/wall-split.ts'
import { addOpening, type NewOpening } from './add-opening.ts'
import { resolvePlace } from './place-request.ts'

/** A door or a window somewhere along an edge of a room. */
export type EdgeOpening = Omit<NewOpening, 'offset'> & {
  /** Index in the list of the call. */
  index: number
  /** One of: an edge, with a share or a length along it; a point; the room beyond. */
  edge?: number
  t?: number
  along?: number
  centre?: [number, number]
  to?: string
}

/** An opening that was left out; `index` is its index in the list of the call. */
export interface SkippedOpening {
  kind: EdgeOpening['kind']
  index: number
  code: RefusalCode
  message: string
}

export interface EdgeOpenings {
  ids: string[]
  skipped: SkippedOpening[]
  issues: Issue[]
  edit: SceneEdit
}

/** The corners of a room in the order of the call, and the walls along each edge. */
export interface RoomEdges {
  zoneId: string
  corners: readonly Point[]
  /** Of each edge; an arc where it is not 0. */
  sagittas: readonly number[]
  wallIds: readonly string[][]
}

/**
 * Puts the openings that fit into the walls along a room's edges. Throws the first refusal where
 * `strict`.
 */
export function openEdges(
  edit: SceneEdit,
  edges: RoomEdges,
  requests: readonly EdgeOpening[],
  strict: boolean,
): EdgeOpenings {
  const made: EdgeOpenings = { ids: [], skipped: [], issues: [], edit }
  for (const request of requests) {
    // Each opening has an edit of its own, which is dropped where it is refused.
    const step = new SceneEdit(made.edit.scene)
    try {
      const { wallId, offset } = positionOf(step, edges, request)
      const { id, issues } = addOpening(step, wallId, { ...request, offset })
      made.edit = step
      made.ids.push(id)
      made.issues.push(...issues)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { code, message, nodeIds, details } = error
      const { index } = request
      const where = request.edge === undefined ? '' : ` on edge ${request.edge}`
      const text = `${request.kind} ${index}${where}: ${message}`
      if (strict)
        throw new Refusal(code, text, {
          param: `${request.kind === 'window' ? 'windows' : 'doors'}.${index}`,
          nodeIds,
          details,
        })
      made.skipped.push({ kind: request.kind, index, code, message })
    }
  }
  return made
}

function positionOf(
  { scene }: SceneEdit,
  { zoneId, corners, sagittas, wallIds }: RoomEdges,
  request: EdgeOpening,
): { wallId: string; offset?: number } {
  const { edge, t, along, centre, to } = request
  if ([edge, centre, to].filter((place) => place !== undefined).length !== 1)
    throw new Refusal(
      'invalid_input',
      'Give one of edge, with t or offset along it, of centre, a point, and of to, a room.',
      { param: 'edge' },
    )
  if (edge === undefined) return resolvePlace(scene, { zoneId, centre, to }, request)
  const walls = (wallIds[edge] ?? []).map((id) => nodeOf(scene, id, 'wall')!)
  if (walls.length === 0)
    throw new Refusal(
      'invalid_input',
      `The room has no edge ${edge}: its edges are 0 to ${corners.length - 1}.`,
    )
  const end = corners[(edge + 1) % corners.length]
  const path = edgePath({ start: corners[edge], end, sagitta: sagittas[edge] })
  const at = path.at(along ?? path.length * (t ?? 0.5))
  const away = (index: number) => distance(nearestOnWall(walls[index], at), at)
  const [nearest] = walls.map((_, i) => i).sort((a, b) => away(a) - away(b))
  const wall = walls[nearest]
  return { wallId: wall.id, offset: distanceAlong(wall, nearestOnWall(wall, at)) }
}
