import { distance, mix, type Point, subtract, unit } from '../../geometry/point.ts'
import { offset } from '../../geometry/regions.ts'
import type { OpeningNode } from '../../scene/nodes.ts'
import { nodeOf, type Scene } from '../../scene/scene.ts'
import { levelFrames } from '../levels.ts'
import type { Figure, UprightPlane } from '../upright.ts'
import { wallPath } from '../walls/wall-path.ts'
import { flatDepth } from './opening-on-arc.ts'
import { headLine, openingSpan } from './openings.ts'

/** An opening as a figure in an upright plane through the wall's middle. */
export interface OpeningPlace {
  /**
   * The origin is in the middle of the opening at the level's floor, in a curved wall halfway
   * between the chord and the arc; its left is the wall's left.
   */
  plane: UprightPlane
  /** Counter-clockwise seen from the wall's right: the lower corners first. */
  outline: Figure
  /** Between the jambs; in a curved wall where they are farthest apart within `depth`. */
  width: number
  sill: number
  head: number
  /** Thickness of the wall. */
  thickness: number
  /** Depth for flat parts about the plane: the thickness, less the bulge of a curved wall. */
  depth: number
  isCurved: boolean
}

export function openingPlace(scene: Scene, opening: OpeningNode): OpeningPlace | null {
  const wall = nodeOf(scene, opening.parent!, 'wall')
  if (!wall) return null
  const path = wallPath(wall)
  const span = openingSpan(opening)
  const [a, b] = [path.at(span.from), path.at(span.to)]
  const middle = (span.from + span.to) / 2
  const along = span.to - span.from
  const depth = flatDepth(path, wall.thickness, along)
  // The jambs of a curved wall stand along its radii, in holes over half a circle at more than 1
  // radian, where nothing flat is put.
  const angle = path.arc ? Math.min(1, along / 2 / Math.abs(path.arc.radius)) : 0
  const width = distance(a, b) + depth * Math.tan(angle)
  const share = width / along
  const head = headLine(span).map(({ s, y }) => [(s - middle) * share, y] as const)
  return {
    plane: {
      origin: path.arc ? mix(mix(a, b, 0.5), path.at(middle), 0.5) : mix(a, b, 0.5),
      along: unit(subtract(b, a)),
      height: levelFrames(scene).get(wall.parent!)!.elevation,
    },
    outline: [[-width / 2, span.sill], [width / 2, span.sill], ...head.reverse()],
    width,
    sill: span.sill,
    head: span.head,
    thickness: wall.thickness,
    depth,
    isCurved: path.arc !== undefined,
  }
}

/** Attempts with smaller insets where a figure is too small for the requested one. */
const TRIES = 8

/**
 * The figure with all its sides moved in by `metres`, or by half of that and so on where nothing
 * would be left: counter-clockwise, the lower corners first.
 */
export function movedIn(figure: Figure, metres: number): Figure {
  // Heights grow against Z: so the figure turns in plan as it does upright.
  const ring = figure.map(([s, y]): Point => [s, -y])
  for (let tries = 0, inset = metres; tries < TRIES; tries++, inset /= 2) {
    const [moved] = offset([ring], -inset)
    if (moved) return lowerCornersFirst(moved.outer.map(([s, z]) => [s, -z] as const))
  }
  throw new Error(`a figure of ${figure.length} corners has no inside`)
}

function lowerCornersFirst(figure: Figure): Figure {
  const lowest = Math.min(...figure.map(([, y]) => y))
  const isLow = ([, y]: Figure[number]) => y < lowest + 1e-6
  const first = figure.findIndex(
    (corner, index) => isLow(corner) && isLow(figure[(index + 1) % figure.length]),
  )
  return [...figure.slice(first), ...figure.slice(0, first)]
}

/** The figure with its jambs and head moved in, its lower edge where it was. */
export function movedInAbove(figure: Figure, metres: number): Figure {
  const [[left, bottom], [right]] = figure
  return movedIn([[left, bottom - metres], [right, bottom - metres], ...figure.slice(2)], metres)
}

/** The part of the figure before `limit` along it, or after it with `sign` -1. */
export function cut(figure: Figure, limit: number, sign: 1 | -1): Figure {
  return figure.flatMap(([s, y], index) => {
    const [t, w] = figure[(index + 1) % figure.length]
    const inside = (limit - s) * sign >= 0 ? [[s, y] as const] : []
    if ((s - limit) * (t - limit) >= 0) return inside
    return [...inside, [limit, y + ((w - y) * (limit - s)) / (t - s)] as const]
  })
}
