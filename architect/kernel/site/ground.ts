import type { Point } from '../../geometry/point.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { nodesOf, type Scene } from '../../scene/scene.ts'
import type { SurveyGround } from '../../scene/survey.ts'
import { cachedByObject } from '../cached-by-object.ts'
import { standingParts } from './standing-parts.ts'

type Grid = NonNullable<SurveyGround['grid']>

/** Contours of one site; more would be a grey area. */
const CONTOURS_MAX = 24
/** Intervals of contours in metres, of which the first that draws few enough is taken. */
const INTERVALS_M = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100]

/** The ground of a site as a surface over plan. Heights are above the scene's height 0. */
export interface Ground {
  grid: Grid
  rows: number
  min: number
  max: number
  /** Height at a point; outside of the grid that of its border. */
  heightAt(point: Point): number
}

/** A line of equal height. */
export interface Contour {
  /** Above the scene's height 0, in metres. */
  height: number
  /** Above the datum of the survey. */
  elevation: number
  lines: [Point, Point][]
}

/** The ground of the site as surveyed; null where it is level or nothing is known. */
export function groundOf(scene: Scene): Ground | null {
  const grid = nodesOf(scene, 'site')[0]?.survey?.ground?.grid
  return grid ? groundOn(grid) : null
}

const groundOn = cachedByObject((grid: Grid): Ground => {
  const { corner, step, columns, heights } = grid
  const rows = heights.length / columns
  const at = (column: number, row: number): number => heights[row * columns + column]
  return {
    grid,
    rows,
    min: Math.min(...heights),
    max: Math.max(...heights),
    heightAt([x, z]) {
      const u = within((x - corner[0]) / step, columns - 1)
      const v = within((z - corner[1]) / step, rows - 1)
      const column = Math.min(Math.floor(u), columns - 2)
      const row = Math.min(Math.floor(v), rows - 2)
      const [s, t] = [u - column, v - row]
      const north = at(column, row) * (1 - s) + at(column + 1, row) * s
      const south = at(column, row + 1) * (1 - s) + at(column + 1, row + 1) * s
      return north * (1 - t) + south * t
    },
  }
})

const within = (value: number, most: number): number => Math.min(most, Math.max(0, value))

/** The contours of a site, at whole steps above the datum; none on level ground. */
export function contoursOf(site: NodeOf<'site'>): Contour[] {
  const ground = site.survey?.ground
  if (!ground?.grid) return []
  const { min, max } = groundOn(ground.grid)
  const [low, high] = [min + ground.zero, max + ground.zero]
  const interval = INTERVALS_M.find((each) => (high - low) / each <= CONTOURS_MAX) ?? high - low
  if (!(interval > 0)) return []
  const found: Contour[] = []
  for (let step = Math.ceil(low / interval); step * interval <= high; step++) {
    const elevation = step * interval
    const lines = linesAt(ground.grid, elevation - ground.zero)
    if (lines.length > 0) found.push({ height: elevation - ground.zero, elevation, lines })
  }
  return found
}

/** The stretches at a height, in the two triangles of each cell. */
function linesAt({ corner, step, columns, heights }: Grid, height: number): [Point, Point][] {
  const lines: [Point, Point][] = []
  const node = (column: number, row: number) => ({
    at: [corner[0] + column * step, corner[1] + row * step] as Point,
    over: heights[row * columns + column] - height,
  })
  for (let row = 0; row + 1 < heights.length / columns; row++)
    for (let column = 0; column + 1 < columns; column++) {
      const [a, b] = [node(column, row), node(column + 1, row)]
      const [c, d] = [node(column, row + 1), node(column + 1, row + 1)]
      for (const corners of [
        [a, b, d],
        [a, d, c],
      ]) {
        const crossed = corners.flatMap((from, index): Point[] => {
          const to = corners[(index + 1) % 3]
          if (from.over >= 0 === to.over >= 0) return []
          const t = from.over / (from.over - to.over)
          return [
            [from.at[0] + t * (to.at[0] - from.at[0]), from.at[1] + t * (to.at[1] - from.at[1])],
          ]
        })
        if (crossed.length === 2) lines.push([crossed[0], crossed[1]])
      }
    }
  return lines
}

/**
 * The mean height of the ground at the corners of what stands on these levels: the scene's height 0
 * where the ground is level or not known.
 */
export function gradeUnder(scene: Scene, levelIds: readonly string[]): number {
  const ground = groundOf(scene)
  if (!ground) return 0
  const corners = levelIds
    .flatMap((id) => standingParts(scene, id))
    .flatMap(({ polygon }) => polygon)
  if (corners.length === 0) return 0
  return corners.reduce((sum, corner) => sum + ground.heightAt(corner), 0) / corners.length
}
