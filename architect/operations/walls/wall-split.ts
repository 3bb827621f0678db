import { distance, type Point } from '../../geometry/point.ts'
import { PIER_MIN_M } from '../../kernel/openings/openings.ts'
import { wallPath } from '../../kernel/walls/wall-path.ts'
import type { NodeOf, OpeningNode } from '../../scene/nodes.ts'
import { nodeOf, nodesOf, openingsOf } from '../../scene/scene.ts'
import { formatLength } from '../input/format-length.ts'
import { Refusal } from '../refusal.ts'
import type { SceneEdit } from '../scene-edit.ts'
import { nearestOnWall, onGrid } from './wall-snap.ts'

type Wall = NodeOf<'wall'>

/** How much rounding to the grid may take from a pier, in metres. */
const ROUNDING_M = 2e-4

/** A wall that was cut; the part at the end `whole` has the id of the whole. */
export interface WallSplit {
  from: string
  into: string[]
}

/**
 * Cuts a wall where others meet it. Doors, windows and hanging items go to the part that carries
 * them.
 */
export function splitWall(
  edit: SceneEdit,
  wallId: string,
  points: Point[],
  /** Half the thickness of the wall that meets it, in metres. */
  clear: number,
  whole: 'start' | 'end' = 'start',
): WallSplit {
  const wall = nodeOf(edit.scene, wallId, 'wall')!
  const path = wallPath(wall)
  const cuts = points.map((at) => ({ at, s: distanceAlong(wall, at) })).sort((a, b) => a.s - b.s)
  const stops = [{ at: wall.start, s: 0 }, ...cuts, { at: wall.end, s: path.length }]
  for (let i = 1; i < stops.length; i++) {
    const length = stops[i].s - stops[i - 1].s
    if (length < wall.thickness)
      throw new Refusal(
        'wall_too_short',
        `Cutting ${wallId} here would leave a part of ${formatLength(length)}, shorter than its thickness of ${formatLength(wall.thickness)}: meet it at its corner, or farther from it.`,
        { nodeIds: [wallId] },
      )
  }
  const openings = openingsOf(edit.scene, wallId)
  for (const { at, s } of cuts) refuseInOpening(wall, openings, { at, s }, clear)
  const into: string[] = []
  const own = whole === 'start' ? 1 : stops.length - 1
  for (let i = 1; i < stops.length; i++) {
    const [from, to] = [stops[i - 1], stops[i]]
    const part = {
      start: [...from.at],
      end: [...to.at],
      sagitta: partSagitta(wall, path, to.s - from.s),
    }
    const { id, kind, parent, ...rest } = wall
    const half =
      i === own ? wall : edit.add('wall', parent!, { ...rest, ...(part as Partial<Wall>) })
    if (i === own) edit.change(wallId, part)
    into.push(half.id)
    for (const opening of openings) {
      if (opening.offset < from.s || opening.offset > to.s) continue
      if (half === wall && from.s === 0) continue
      edit.change(opening.id, { parent: half.id, offset: opening.offset - from.s })
    }
    for (const item of nodesOf(edit.scene, 'item')) {
      if (item.host !== wallId) continue
      const [x, , z] = item.position
      const s = distanceAlong(wall, nearestOnWall(wall, [x, z]))
      if (s >= from.s && s <= to.s && half !== wall) edit.change(item.id, { host: half.id })
    }
  }
  return { from: wallId, into }
}

/**
 * Refuses a wall that would meet this one at `s` within an opening; `clear` is half the thickness
 * of that wall.
 */
export function refuseInOpening(
  wall: Wall,
  openings: readonly OpeningNode[],
  { at, s }: { at: Point; s: number },
  clear: number,
): void {
  const reach = (width: number) => width / 2 + clear + PIER_MIN_M
  const hit = openings.find(({ offset, width }) => Math.abs(s - offset) < reach(width) - ROUNDING_M)
  if (!hit) return
  const { id, kind, offset, width } = hit
  const path = wallPath(wall)
  const offsets = [offset - reach(width), offset + reach(width)]
  const clearAt = offsets.filter((s) => s >= 0 && s <= path.length)
  throw new Refusal(
    'opening_overlap',
    `The new wall would meet ${wall.id} in its ${kind} ${id}, which goes from ${formatLength(offset - width / 2)} to ${formatLength(offset + width / 2)} along the wall.`,
    {
      nodeIds: [id, wall.id],
      details: { at: [...at], clearAt: clearAt.map((s) => [...onGrid(path.at(s))]) },
    },
  )
}

/** Distance along the wall's centreline from its start to a point on it, in metres. */
export function distanceAlong(wall: Wall, at: Point): number {
  const { arc, length } = wallPath(wall)
  if (!arc) return distance(wall.start, at)
  const angle = 2 * Math.asin(Math.min(1, distance(wall.start, at) / 2 / Math.abs(arc.radius)))
  const short = Math.abs(arc.radius) * angle
  // Two points of the circle have this distance from the start: the farther one, where the arc
  // reaches it.
  const long = 2 * Math.PI * Math.abs(arc.radius) - short
  const path = wallPath(wall)
  return long <= length && distance(path.at(long), at) < distance(path.at(short), at) ? long : short
}

function partSagitta(wall: Wall, { arc }: ReturnType<typeof wallPath>, length: number): number {
  if (!arc) return 0
  const radius = Math.abs(arc.radius)
  return Math.sign(wall.sagitta) * radius * (1 - Math.cos(length / radius / 2))
}
