import { distance, type Point } from '../../geometry/point.ts'
import { wallPath } from '../../kernel/walls/wall-path.ts'
import type { NodeOf, OpeningNode } from '../../scene/nodes.ts'
import { nodeOf, nodesOf, openingsOf } from '../../scene/scene.ts'
import { metres } from '../input/format-length.ts'
import { PIER_MIN_M } from '../openings/fit-opening.ts'
import { Refusal } from '../refusal.ts'
import type { SceneEdit } from '../scene-edit.ts'
import { nearestOnWall, onGrid } from './wall-snap.ts'

/** What the grid takes from a pier, in metres. */
const ROUNDING_M = 2e-4

/** A wall that was cut: the first part keeps its id. */
export interface WallSplit {
  from: string
  into: string[]
}

/** Cuts a wall where others meet it. Doors and windows go to the part that holds them. */
export function splitWall(
  edit: SceneEdit,
  wallId: string,
  places: Point[],
  /** Half of what the wall that meets it takes. */
  clear: number,
): WallSplit {
  const wall = nodeOf(edit.scene, wallId, 'wall')!
  const path = wallPath(wall)
  const cuts = places.map((at) => ({ at, s: wayTo(wall, at) })).sort((a, b) => a.s - b.s)
  const stops = [{ at: wall.start, s: 0 }, ...cuts, { at: wall.end, s: path.length }]
  for (let i = 1; i < stops.length; i++) {
    const length = stops[i].s - stops[i - 1].s
    if (length < wall.thickness)
      throw new Refusal(
        'wall_too_short',
        `Cut here, ${wallId} would have a part of ${metres(length)}, shorter than its thickness of ${metres(wall.thickness)}: meet it at its corner, or farther from it.`,
        { nodeIds: [wallId] },
      )
  }
  const openings = openingsOf(edit.scene, wallId)
  for (const { at, s } of cuts) refuseInOpening(wall, openings, { at, s }, clear)
  const into = [wallId]
  for (let i = 1; i < stops.length; i++) {
    const [from, to] = [stops[i - 1], stops[i]]
    const part = {
      start: [...from.at],
      end: [...to.at],
      sagitta: partSagitta(wall, path, to.s - from.s),
    }
    if (i === 1) {
      edit.change(wallId, part)
      continue
    }
    const { id, kind, parent, ...rest } = wall
    const half = edit.add('wall', parent!, { ...rest, ...(part as Partial<NodeOf<'wall'>>) })
    into.push(half.id)
    for (const opening of openings) {
      if (opening.offset < from.s || opening.offset > to.s) continue
      edit.change(opening.id, { parent: half.id, offset: opening.offset - from.s })
    }
    for (const item of nodesOf(edit.scene, 'item')) {
      if (item.host !== wallId) continue
      const [x, , z] = item.position
      const s = wayTo(wall, nearestOnWall(wall, [x, z]))
      if (s > from.s && s <= to.s) edit.change(item.id, { host: half.id })
    }
  }
  return { from: wallId, into }
}

/** Refuses that something which takes `clear` metres on both sides meets the wall at `s` within an opening. */
export function refuseInOpening(
  wall: NodeOf<'wall'>,
  openings: readonly OpeningNode[],
  { at, s }: { at: Point; s: number },
  clear: number,
): void {
  const reach = (width: number) => width / 2 + clear + PIER_MIN_M
  const hit = openings.find(({ offset, width }) => Math.abs(s - offset) < reach(width) - ROUNDING_M)
  if (!hit) return
  const { id, kind, offset, width } = hit
  const path = wallPath(wall)
  const places = [offset - reach(width), offset + reach(width)]
  const clearAt = places.filter((place) => place >= 0 && place <= path.length)
  throw new Refusal(
    'opening_overlap',
    `The new wall would meet ${wall.id} in its ${kind} ${id}, which goes from ${metres(offset - width / 2)} to ${metres(offset + width / 2)} along the wall.`,
    {
      nodeIds: [id, wall.id],
      details: { at: [...at], clearAt: clearAt.map((place) => [...onGrid(path.at(place))]) },
    },
  )
}

/** Metres along the centreline to the place on it. */
export function wayTo(wall: NodeOf<'wall'>, at: Point): number {
  const { arc, length } = wallPath(wall)
  if (!arc) return distance(wall.start, at)
  const angle = 2 * Math.asin(Math.min(1, distance(wall.start, at) / 2 / Math.abs(arc.radius)))
  const way = Math.abs(arc.radius) * angle
  // From the start, a chord is met twice on the way round: the longer way where the arc is beyond half.
  const long = 2 * Math.PI * Math.abs(arc.radius) - way
  const path = wallPath(wall)
  return long <= length && distance(path.at(long), at) < distance(path.at(way), at) ? long : way
}

function partSagitta(
  wall: NodeOf<'wall'>,
  { arc }: ReturnType<typeof wallPath>,
  length: number,
): number {
  if (!arc) return 0
  const radius = Math.abs(arc.radius)
  return Math.sign(wall.sagitta) * radius * (1 - Math.cos(length / radius / 2))
}
