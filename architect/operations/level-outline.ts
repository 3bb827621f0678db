import { area, type Polygon } from '../geometry/polygon.ts'
import { type Region, union } from '../geometry/regions.ts'
import { nodesOf, type Scene } from '../scene/scene.ts'
import { cleanPolygon } from './plan-input.ts'
import { Refusal } from './refusal.ts'

/** What is built over on a level, to the outer faces of its walls; courts are filled. */
export function levelRegions(scene: Scene, levelId: string): Region[] {
  const rooms = nodesOf(scene, 'zone').filter((zone) => zone.parent === levelId)
  return union(rooms.map((zone) => zone.polygon))
}

/** The outline of what is built on a level. Throws `Refusal` where there is none, or several. */
export function levelOutline(scene: Scene, levelId: string): [number, number][] {
  const outlines: Polygon[] = levelRegions(scene, levelId).map((region) => region.outer)
  if (outlines.length === 1) return cleanPolygon(outlines[0], 'polygon')
  const what =
    outlines.length === 0
      ? 'has no walls or rooms'
      : `is built over in ${outlines.length} places, of ${outlines.map((one) => area(one).toFixed(1)).join(' and ')} m2`
  throw new Refusal('invalid_input', `${levelId} ${what}: say a polygon.`, {
    param: 'polygon',
    nodeIds: [levelId],
    details: { outlines },
  })
}
