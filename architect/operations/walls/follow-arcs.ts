import {
  distance,
  dot,
  leftOf,
  nearestOnSegment,
  type Point,
  subtract,
  unit,
} from '../../geometry/point.ts'
import { type Polygon, selfIntersection } from '../../geometry/polygon.ts'
import type { Issue } from '../../scene/issue.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { childrenOf, nodeOf, type Scene } from '../../scene/scene.ts'
import { cleanPolygon } from '../input/plan-input.ts'
import type { SceneEdit } from '../scene-edit.ts'
import {
  arcRun,
  besideWall,
  chordsBetween,
  meetCurve,
  PAST_FACE_M,
  snapped,
} from './arc-borders.ts'

type Wall = NodeOf<'wall'>

/** Sine of the greatest angle between a wall and a border along it. */
const ALONG_SINE = 0.02
/** Corners that are this near to the line through their neighbours are none, in metres. */
const STRAIGHT_M = 2e-4

/**
 * Slabs, ceilings and rooms with a border along a wall that is or was an arc take its new line
 * there: those that `followLoops` leaves, as they lie under several rooms or in a part of one.
 * Polygons of `except` stay. Returns an issue for each that cannot follow.
 */
export function followArcs(
  before: Scene,
  edit: SceneEdit,
  levelId: string,
  except: ReadonlySet<string>,
): Issue[] {
  const bent = childrenOf(before, levelId, 'wall').flatMap((old) => {
    const now = nodeOf(edit.scene, old.id, 'wall')
    return now && (old.sagitta !== 0 || now.sagitta !== 0) && !isSame(old, now)
      ? [{ old, now }]
      : []
  })
  const issues: Issue[] = []
  for (const node of bent.length > 0 ? childrenOf(before, levelId) : []) {
    if (node.kind !== 'zone' && node.kind !== 'slab' && node.kind !== 'ceiling') continue
    const moved = edit.scene.nodes[node.id] as typeof node | undefined
    if (!moved || except.has(node.id)) continue
    const name = node.label ?? node.id
    let [drawn, polygon]: Polygon[] = [node.polygon, moved.polygon]
    for (const { old, now } of bent) {
      const stretch = stretchAlong(drawn, old)
      if (!stretch) continue
      const bend = polygon.length === drawn.length ? bentStretch(polygon, stretch, now) : null
      if (!bend || selfIntersection(bend.polygon)) {
        issues.push(leftIssue(node.id, name, now))
        continue
      }
      drawn = spliced(drawn, stretch, bend.points)
      polygon = bend.polygon
    }
    if (polygon !== moved.polygon) edit.change(node.id, { polygon: cleanPolygon(polygon, name) })
  }
  return issues
}

const isSame = (a: Wall, b: Wall): boolean =>
  a.sagitta === b.sagitta && distance(a.start, b.start) === 0 && distance(a.end, b.end) === 0

const leftIssue = (id: string, name: string, wall: Wall): Issue => ({
  code: 'wall.border_left',
  severity: 'warning',
  nodeIds: [id, wall.id],
  message: `${name} was drawn along ${wall.id} and stays where it was: change its outline.`,
})

/** Corners of a polygon along a wall, from `first` on over `chords` edges. */
interface Stretch {
  first: number
  chords: number
  aside: number
  isBack: boolean
  /** Whether the one edge goes on past the start and the end of a straight wall. */
  goesOn?: { start: boolean; end: boolean }
}

function stretchAlong(polygon: Polygon, wall: Wall): Stretch | null {
  return wall.sagitta === 0 ? straightStretch(polygon, wall) : arcRun(polygon, wall)
}

/** The edge of a polygon that runs along the whole of a straight wall. */
function straightStretch(polygon: Polygon, { start, end, thickness }: Wall): Stretch | null {
  const along = unit(subtract(end, start))
  const length = distance(start, end)
  const reach = thickness / 2 + PAST_FACE_M
  for (const [first, at] of polygon.entries()) {
    const next = polygon[(first + 1) % polygon.length]
    if (Math.abs(dot(unit(subtract(next, at)), leftOf(along))) > ALONG_SINE) continue
    const [from, to] = [at, next].map((corner) => subtract(corner, start))
    const aside = dot(from, leftOf(along))
    if ([aside, dot(to, leftOf(along))].some((away) => Math.abs(away) > reach)) continue
    const [low, high] = [dot(from, along), dot(to, along)].sort((a, b) => a - b)
    if (low > reach || high < length - reach) continue
    const goesOn = { start: low < -reach, end: high > length + reach }
    return { first, chords: 1, aside, isBack: dot(from, along) > dot(to, along), goesOn }
  }
  return null
}

/** The polygon with the new line of the wall in place of a stretch; null where it has no place. */
function bentStretch(
  polygon: Polygon,
  stretch: Stretch,
  wall: Wall,
): { polygon: Polygon; points: Point[] } | null {
  const { first, chords, aside, isBack, goesOn } = stretch
  const at = (i: number) => polygon[(i + polygon.length) % polygon.length]
  const curve = besideWall(wall, aside)
  const straight = besideWall({ ...wall, sagitta: 0 }, aside)
  const last = first + chords
  const endOf = (corner: number, neighbour: number, name: 'start' | 'end'): Point[] => {
    const isOn = goesOn?.[name] ?? false
    const from = isOn ? straight[name] : at(corner)
    const to = isOn ? straight[name === 'start' ? 'end' : 'start'] : at(neighbour)
    const met = meetCurve(curve, from, subtract(to, from), from)
    if (met) return [...(isOn ? [at(corner)] : []), snapped(met, curve)]
    // At a sharp corner the face of the arc ends before it reaches the other wall's.
    return [at(corner), curve[name]]
  }
  const [one, other] = isBack ? (['end', 'start'] as const) : (['start', 'end'] as const)
  const [heads, tails] = [endOf(first, first - 1, one), endOf(last, last + 1, other)]
  const [from, to] = [heads.at(-1)!, tails.at(-1)!]
  const bend = isBack ? chordsBetween(curve, to, from)?.reverse() : chordsBetween(curve, from, to)
  if (!bend) return null
  const all = [...heads.slice(0, -1), ...bend, ...tails.slice(0, -1)]
  const points: Point[] = []
  for (const [i, corner] of all.entries()) {
    const [before, after] = [points.at(-1) ?? at(first - 1), all[i + 1] ?? at(last + 1)]
    const isSpare = nearestOnSegment(corner, before, after).distance < STRAIGHT_M
    if (wall.sagitta !== 0 || !isSpare) points.push(corner)
  }
  return { polygon: spliced(polygon, stretch, points), points }
}

/** The ring with other corners in place of those of a stretch, from the same first corner on. */
function spliced(ring: Polygon, { first, chords }: Stretch, points: readonly Point[]): Polygon {
  const passed = first + chords + 1 - ring.length
  return passed > 0
    ? [...points.slice(-1), ...ring.slice(passed, first), ...points.slice(0, -1)]
    : [...ring.slice(0, first), ...points, ...ring.slice(first + chords + 1)]
}
