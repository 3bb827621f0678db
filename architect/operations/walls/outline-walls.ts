import type { Polygon } from '../../geometry/polygon.ts'
import type { SceneEdit } from '../scene-edit.ts'
import { type LaidWalls, layWalls } from './lay-walls.ts'

/** Lays walls along every edge of an outline. A repeated corner makes an edge without walls. */
export function outlineWalls(
  edit: SceneEdit,
  levelId: string,
  corners: Polygon,
  looks: { thickness: number; height?: number },
  /** Of each edge; an arc where it is not 0. */
  sagittas: readonly number[] = [],
): LaidWalls {
  const edges = corners.map((start, i) => ({
    start,
    end: corners[(i + 1) % corners.length],
    sagitta: sagittas[i] ?? 0,
  }))
  const isEdge = edges.map(({ start, end }) => String(start) !== String(end))
  const requests = edges.filter((_, i) => isEdge[i]).map((edge) => ({ ...edge, ...looks }))
  const laid = layWalls(edit, levelId, requests)
  let next = 0
  return { ...laid, wallIds: isEdge.map((has) => (has ? laid.wallIds[next++] : [])) }
}
