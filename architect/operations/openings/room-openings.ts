import { distance, mix, type Point } from '../../geometry/point.ts'
import type { Issue } from '../../scene/issue.ts'
import { nodeOf } from '../../scene/scene.ts'
import { Refusal, type RefusalCode } from '../refusal.ts'
import { SceneEdit } from '../scene-edit.ts'
import { nearestOnWall } from '../walls/wall-snap.ts'
import { wayTo } from '../walls/wall-split.ts'
import { addOpening, type NewOpening } from './add-opening.ts'

/** A door or a window somewhere along an edge of a room. */
export type EdgeOpening = Omit<NewOpening, 'offset'> & {
  /** In the list that was given. */
  index: number
  edge: number
  t: number
}

/** One that was left out: `index` is its place in the list that was given. */
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

/** The edges of a room as it was told, and the walls along each. */
export interface RoomEdges {
  corners: readonly Point[]
  wallIds: readonly string[][]
}

/** Puts what fits into the walls along a room's edges. Throws the first refusal where `strict`. */
export function openEdges(
  edit: SceneEdit,
  edges: RoomEdges,
  requests: readonly EdgeOpening[],
  strict: boolean,
): EdgeOpenings {
  const made: EdgeOpenings = { ids: [], skipped: [], issues: [], edit }
  for (const request of requests) {
    // What a refused one has begun is dropped with its edit.
    const step = new SceneEdit(made.edit.scene)
    try {
      const { wallId, offset } = placeOf(step, edges, request)
      const { id, issues } = addOpening(step, wallId, { ...request, offset })
      made.edit = step
      made.ids.push(id)
      made.issues.push(...issues)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { code, message, nodeIds, details } = error
      const { index } = request
      const told = `${request.kind} ${index} on edge ${request.edge}: ${message}`
      if (strict)
        throw new Refusal(code, told, { param: `${request.kind}s.${index}`, nodeIds, details })
      made.skipped.push({ kind: request.kind, index, code, message })
    }
  }
  return made
}

function placeOf(
  { scene }: SceneEdit,
  { corners, wallIds }: RoomEdges,
  { edge, t }: EdgeOpening,
): { wallId: string; offset: number } {
  const walls = (wallIds[edge] ?? []).map((id) => nodeOf(scene, id, 'wall')!)
  if (walls.length === 0)
    throw new Refusal(
      'invalid_input',
      `The room has no edge ${edge}: its edges are 0 to ${corners.length - 1}.`,
    )
  const at = mix(corners[edge], corners[(edge + 1) % corners.length], t)
  const away = (index: number) => distance(nearestOnWall(walls[index], at), at)
  const [nearest] = walls.map((_, i) => i).sort((a, b) => away(a) - away(b))
  const wall = walls[nearest]
  return { wallId: wall.id, offset: wayTo(wall, nearestOnWall(wall, at)) }
}
