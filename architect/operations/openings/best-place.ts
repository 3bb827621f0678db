import { type Obstacle, obstaclesOf } from '../../checks/obstacles.ts'
import { overlapDepth } from '../../geometry/convex.ts'
import { add, leftOf, type Point, scale } from '../../geometry/point.ts'
import { type Box, boxOf, counterClockwise, type Polygon } from '../../geometry/polygon.ts'
import { type DoorSwing, doorSwing } from '../../kernel/openings/door-swing.ts'
import { wallPath } from '../../kernel/walls/wall-path.ts'
import { type WallShape, wallShapes } from '../../kernel/walls/wall-shapes.ts'
import { nodeOf, type Scene } from '../../scene/scene.ts'
import { quantize } from '../../scene/units.ts'
import { Refusal } from '../refusal.ts'
import { SceneEdit } from '../scene-edit.ts'
import type { NewOpening } from './add-opening.ts'
import { swingBlockers, usualSides } from './door-sides.ts'
import { fitOpening } from './fit-opening.ts'
import { requestedSwing } from './opens-into.ts'
import type { SharedStretch } from './wall-between.ts'

/** From a corner of the room to the nearer jamb of a door, in metres: space for its casing. */
const CORNER_M = 0.15
/** Steps between the positions that are tried, in metres. */
const STEP_M = 0.2
/** Most positions that are tried. */
const TRIES_MAX = 200
/** Depth before a window in which nothing may stand that is higher than its sill, in metres. */
const WINDOW_DEPTH_M = 0.3
/** Things before a window rise above its sill by less than this, in metres. */
const OVER_SILL_M = 0.15
/** People step over lower things and walk under higher ones, in metres. */
const STEP_OVER_M = 0.1
const HEAD_M = 1.9
/** Depth in metres by which things only touch. */
const TOUCH_M = 0.02

/** A position that was chosen for an opening, and what it was chosen from. */
export interface ChosenPlace {
  wallId: string
  offset: number
  /** The stretch of the wall that both rooms border, in metres from the wall's start. */
  stretch: [from: number, to: number]
}

interface Candidate {
  stretch: SharedStretch
  offset: number
  /** Less is better: distance from the corner, or of windows and holes from the middle. */
  score: number
}

/**
 * The best position in these stretches that is clear of corners, other openings, furniture and the
 * swings of other doors: of a door the one nearest to a corner of the room, of a window or a hole
 * the one nearest to the middle of the longest stretch. Throws `Refusal` where there is none.
 */
export function bestPlace(
  scene: Scene,
  stretches: readonly SharedStretch[],
  request: NewOpening,
): ChosenPlace {
  const level = stretches[0].wall.parent!
  const surroundings = new Map<string, Surroundings>()
  const inWay = new Set<string>()
  let refused: Refusal | null = null
  for (const { stretch, offset } of candidates(scene, stretches, request).slice(0, TRIES_MAX)) {
    const { wall, from, to } = stretch
    try {
      const fitted = fitOpening(scene, wall, { ...request, offset, force: false })
      if (fitted.isClamped) continue
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refused ??= error
      continue
    }
    const around = surroundings.get(wall.id) ?? surroundingsOf(scene, level, wall)
    surroundings.set(wall.id, around)
    const blockers = blockersAt(around, stretch, offset, request)
    for (const id of blockers) inWay.add(id)
    if (blockers.length === 0)
      return { wallId: wall.id, offset, stretch: [quantize(from), quantize(to)] }
  }
  const ids = [...inWay]
  if (ids.length === 0 && refused) throw refused
  const walls = [...new Set(stretches.map(({ wall }) => wall.id))]
  const longest = Math.max(...stretches.map(({ from, to }) => to - from))
  throw new Refusal(
    'no_space',
    `There is no place for a ${request.kind} of ${request.width} m in ${walls.join(' or ')}, of which ${longest.toFixed(2)} m lie between the two${ids.length > 0 ? `: ${ids.join(', ')} would be in the way.` : '.'}`,
    { param: 'to', nodeIds: [...walls, ...ids], details: { blockedBy: ids, candidates: walls } },
  )
}

function candidates(
  scene: Scene,
  stretches: readonly SharedStretch[],
  { kind, width }: NewOpening,
): Candidate[] {
  const all = stretches.flatMap((stretch): Candidate[] => {
    const shape = wallShapes(scene, stretch.wall.parent!).get(stretch.wall.id)!
    // Where walls stand against it, its stretch ends at their faces.
    const joins = shape.freeSpans.filter(([a, b]) => b > stretch.from && a < stretch.to)
    if (joins.length === 0) return []
    const from = Math.max(stretch.from, joins[0][0])
    const to = Math.min(stretch.to, joins[joins.length - 1][1])
    const margin = width / 2 + (kind === 'door' ? CORNER_M : 0)
    const steps = Math.max(0, Math.floor((to - from - 2 * margin) / STEP_M))
    const inner = Array.from({ length: steps + 1 }, (_, i) => from + margin + i * STEP_M)
    const ends = [from + margin, to - margin, (from + to) / 2]
    return [...ends, ...inner]
      .map((s) => quantize(Math.round(s * 100) / 100))
      .filter((s) => s - width / 2 >= from - 0.01 && s + width / 2 <= to + 0.01)
      .map((offset) => {
        // To the centimetre: the stretch is known to a step of sampling only.
        const near = Math.round(Math.min(offset - from, to - offset) * 100)
        return { stretch, offset, score: kind === 'door' ? near : -near }
      })
  })
  return all.sort((a, b) => a.score - b.score || lengthOf(b) - lengthOf(a) || a.offset - b.offset)
}

const lengthOf = ({ stretch }: Candidate): number => stretch.to - stretch.from

/** What is near a wall, looked up once for all positions along it. */
interface Surroundings {
  /** The wall with its level and the rooms of that, without all else: an edit of it is quick. */
  scene: Scene
  things: Obstacle[]
  shapes: WallShape[]
  doors: { id: string; swing: DoorSwing }[]
}

/** Things farther from a wall than this are not before its openings, in metres. */
const NEAR_M = 3

function surroundingsOf(scene: Scene, level: string, wall: SharedStretch['wall']): Surroundings {
  const nodes = Object.values(scene.nodes).filter(
    ({ id, kind, parent }) =>
      id === wall.id ||
      (kind === 'zone' && parent === level) ||
      kind === 'site' ||
      kind === 'building' ||
      kind === 'level',
  )
  const shapes = wallShapes(scene, level)
  const own = boxOf(shapes.get(wall.id)!.footprint)
  const isNear = (box: Box) =>
    box.minX < own.maxX + NEAR_M &&
    box.maxX > own.minX - NEAR_M &&
    box.minZ < own.maxZ + NEAR_M &&
    box.maxZ > own.minZ - NEAR_M
  const near = [...shapes.values()].filter(({ footprint }) => isNear(boxOf(footprint)))
  return {
    scene: { ...scene, nodes: Object.fromEntries(nodes.map((node) => [node.id, node])) },
    things: obstaclesOf(scene, level).filter(({ box }) => isNear(box)),
    shapes: near,
    doors: near.flatMap(({ openings }) =>
      openings.flatMap(({ id }) => {
        const swing = doorSwing(scene, id)
        return swing ? [{ id, swing }] : []
      }),
    ),
  }
}

/** Ids of what would be in the way of an opening at this position; empty where it is clear. */
function blockersAt(
  { scene, things, shapes, doors }: Surroundings,
  { wall }: SharedStretch,
  offset: number,
  request: NewOpening,
): string[] {
  const { kind, width, height, sill } = request
  if (kind === 'window') return beforeWindow(wall, offset, request, things)
  const edit = new SceneEdit(scene)
  const fields = { offset, width, height, sill }
  if (kind === 'opening') {
    const { id } = edit.add('opening', wall.id, fields)
    return inWayOf(edit.scene, id, things, [])
  }
  const { id } = edit.add('door', wall.id, { ...fields, doorType: request.doorType })
  const swing = requestedSwing(scene, wall.id, offset, request)
  let first: string[] | null = null
  for (const side of usualSides(scene, wall, offset, {
    hinge: request.hinge,
    swing: swing ?? undefined,
  })) {
    edit.change(id, { ...side })
    const found = [
      ...swingBlockers(edit.scene, nodeOf(edit.scene, id, 'door')!, shapes),
      ...inWayOf(edit.scene, id, things, doors),
    ]
    if (found.length === 0) return []
    first ??= found
  }
  return first ?? []
}

/** Things before a door or a passage, and doors whose leaf meets its own or stands before it. */
function inWayOf(
  scene: Scene,
  id: string,
  around: readonly Obstacle[],
  others: Surroundings['doors'],
): string[] {
  const swing = doorSwing(scene, id)
  if (!swing) return []
  const areas = [...swing.keepOut, ...swing.leaf]
  const meets = (one: readonly Polygon[], other: readonly Polygon[]) =>
    one.some((a) => other.some((b) => overlapDepth(a, b) > TOUCH_M))
  const things = around.filter(
    ({ kind, pieces, isWalkable }) =>
      (kind === 'item' || kind === 'column' || kind === 'stair') &&
      !isWalkable &&
      pieces.some(
        ({ outline, bottom, top }) =>
          top > STEP_OVER_M && bottom < HEAD_M && meets(areas, [outline]),
      ),
  )
  const doors = others.filter(
    ({ swing: theirs }) => meets(theirs.leaf, areas) || meets(swing.leaf, theirs.keepOut),
  )
  return [...things, ...doors].map((each) => each.id)
}

function beforeWindow(
  wall: SharedStretch['wall'],
  offset: number,
  { width, height, sill }: NewOpening,
  around: readonly Obstacle[],
): string[] {
  const path = wallPath(wall)
  const [at, along] = [path.at(offset), path.direction(offset)]
  const corner = (s: number, t: number): Point =>
    add(at, add(scale(along, s), scale(leftOf(along), t)))
  const out = wall.thickness / 2 + WINDOW_DEPTH_M
  const area = counterClockwise([
    corner(-width / 2, -out),
    corner(width / 2, -out),
    corner(width / 2, out),
    corner(-width / 2, out),
  ])
  const box = boxOf(area)
  return around
    .filter(
      (other) =>
        (other.kind === 'item' || other.kind === 'column' || other.kind === 'stair') &&
        other.box.minX < box.maxX &&
        other.box.maxX > box.minX &&
        other.box.minZ < box.maxZ &&
        other.box.maxZ > box.minZ &&
        other.pieces.some(
          ({ outline, bottom, top }) =>
            top > sill + OVER_SILL_M &&
            bottom < sill + height &&
            overlapDepth(area, outline) > TOUCH_M,
        ),
    )
    .map(({ id }) => id)
}
