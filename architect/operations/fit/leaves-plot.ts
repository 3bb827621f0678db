import { contains } from '../../geometry/polygon.ts'
import { sitePolygon } from '../../kernel/site-polygon.ts'
import { wallShapes } from '../../kernel/walls/wall-shapes.ts'
import { nodesOf, type Scene } from '../../scene/scene.ts'

/** Walls that reach over the border by less than this stand on it, in metres. */
const ON_BORDER_M = 0.01

/**
 * True where an edit puts walls of a level off the plot as it was before: the one that is set, or
 * else the ground around the building. The caller may ask for that; no fix offers it.
 */
export function leavesPlot(before: Scene, after: Scene, levelId: string): boolean {
  const [site] = nodesOf(before, 'site')
  if (!site) return false
  const plot = sitePolygon(before, site)
  const off = (scene: Scene) =>
    [...wallShapes(scene, levelId).values()].flatMap(({ footprint }) =>
      footprint.filter((corner) => !contains(plot, corner, ON_BORDER_M)),
    ).length
  return off(after) > off(before)
}
