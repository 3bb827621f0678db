import { assetNamed } from '../../assets/catalog.ts'
import { type Collision, checkCollisions } from '../../checks/collisions.ts'
import type { MeetingKind } from '../../checks/meeting.ts'
import { distance } from '../../geometry/point.ts'
import { PIER_MIN_M } from '../../kernel/openings/openings.ts'
import { roofShape } from '../../kernel/roofs/roof-shape.ts'
import type { NodeOf, OpeningNode, SceneNode } from '../../scene/nodes.ts'
import { childrenOf, nodeOf, openingsOf, type Scene } from '../../scene/scene.ts'
import { fitOpening } from '../openings/fit-opening.ts'
import { refuseStairsBefore } from '../openings/stairs-before.ts'
import { Refusal, type RefusalCode } from '../refusal.ts'
import { refuseLaidTwice } from '../rooms/plan-overlap.ts'
import { refuseOverlap } from '../rooms/room-overlap.ts'
import { meetingOf } from '../walls/wall-meeting.ts'
import { refuseLostRooms } from './refuse-lost-rooms.ts'
import { refuseLowStairs } from './refuse-low-stairs.ts'
import { refuseWallsInStairs } from './refuse-walls-in-stairs.ts'
import { refuseWithoutFloor } from './refuse-without-floor.ts'

export const MISFIT_CODES = [
  'wall_too_short',
  'wall_overlaps',
  'opening_overlap',
  'opening_outside_wall',
  'opening_too_high',
  'overlaps_room',
  'invalid_polygon',
  'asset_not_found',
  'blocks_door',
  'collides',
  'headroom',
] as const satisfies RefusalCode[]

/** Two walls that run along each other for less than this only touch, in metres. */
const ALONG_M = 0.01

/**
 * Refuses an edit whose changed or added nodes do not fit the scene. Edits that change nodes freely
 * are held to the rules of the operations that create them. Unchanged nodes are not checked, and
 * items and columns only where they stand where they will: `isFurnished`.
 */
export function refuseMisfits(
  before: Scene,
  after: Scene,
  { isFurnished = true }: { isFurnished?: boolean } = {},
): void {
  const changed = Object.values(after.nodes).filter((node) => before.nodes[node.id] !== node)
  for (const node of changed) refuseMisfit(after, node)
  if (isFurnished) refuseCollisions(before, after, changed)
  refuseStairsBefore(before, after, changed)
  refuseWallsInStairs(before, after)
  refuseWithoutFloor(before, after)
  refuseLowStairs(before, after)
  refuseLostRooms(before, after)
  const isNew = new Set(changed.map(({ id }) => id))
  for (const wall of wallsToFit(after, changed))
    for (const opening of openingsOf(after, wall.id))
      refuseOpening(after, wall, opening, isNew.has(opening.id) ? 0 : PIER_MIN_M)
}

/** Items, columns and openings are looked at together, after the rest. */
function refuseMisfit(scene: Scene, node: SceneNode): void {
  switch (node.kind) {
    case 'wall':
      refuseWall(scene, node)
      break
    case 'zone':
      refuseOverlap(scene, node.parent!, node.polygon, node.label ?? node.id, node.id)
      break
    case 'slab':
    case 'ceiling':
      refuseLaidTwice(scene, node)
      break
    case 'roof':
      refuseRoof(scene, node)
      break
    case 'site':
    case 'building':
    case 'level':
    case 'door':
    case 'window':
    case 'opening':
    case 'item':
    case 'stair':
    case 'column':
    case 'beam':
    case 'fence':
    case 'railing':
    case 'annotation':
      break
    default:
      node satisfies never
  }
}

function refuseWall(scene: Scene, wall: NodeOf<'wall'>): void {
  const length = distance(wall.start, wall.end)
  if (length < wall.thickness)
    throw new Refusal(
      'wall_too_short',
      `${wall.id} would be ${length.toFixed(3)} m long, less than its thickness of ${wall.thickness} m.`,
      { nodeIds: [wall.id] },
    )
  const others = childrenOf(scene, wall.parent!, 'wall')
    .filter((other) => other.id !== wall.id && runsInside(wall, other))
    .map(({ id }) => id)
  if (others.length > 0)
    throw new Refusal(
      'wall_overlaps',
      `${wall.id} would run inside ${others.join(' and ')}, or cross it without being cut there.`,
      { nodeIds: [wall.id, ...others], details: { blockers: others.map((id) => ({ id })) } },
    )
}

/** True when a wall runs inside or along another, or crosses it where neither of them ends. */
function runsInside(wall: NodeOf<'wall'>, other: NodeOf<'wall'>): boolean {
  const meeting = meetingOf(wall, other)
  const ends = [wall.start, wall.end, other.start, other.end]
  switch (meeting.kind) {
    case 'apart':
      return false
    case 'along':
      return distance(...meeting.points) > ALONG_M
    case 'points':
      return meeting.points.some((at) => ends.every((end) => distance(end, at) > ALONG_M))
    case 'inside':
    case 'curved':
      return true
  }
}

/** Refuses a roof that overlaps another, or whose planes cannot be computed. */
export function refuseRoof(scene: Scene, roof: NodeOf<'roof'>): void {
  refuseLaidTwice(scene, roof)
  const shape = roofShape(scene, roof.id)!
  if (!('fault' in shape)) return
  throw new Refusal(
    'invalid_polygon',
    `A ${roof.roofType} roof cannot be made here. ${shape.fault}`,
    {
      param: 'polygon',
      nodeIds: [roof.id],
      details: { reason: 'roof' },
    },
  )
}

const REFUSED_AS: Record<MeetingKind, RefusalCode> = {
  item: 'collides',
  wall: 'collides',
  column: 'collides',
  stair: 'collides',
  swing: 'blocks_door',
  hole: 'collides',
  gap: 'collides',
}

/**
 * Refuses items and columns that were moved into something; earlier collisions may stay as they
 * are.
 */
export function refuseCollisions(before: Scene, after: Scene, changed: SceneNode[]): void {
  const placed = changed.filter((node) => node.kind === 'item' || node.kind === 'column')
  for (const item of placed)
    if (item.kind === 'item' && !assetNamed(item.asset))
      throw new Refusal('asset_not_found', `The catalog has no asset ${item.asset}.`, {
        nodeIds: [item.id],
      })
  const ids = placed.map(({ id }) => id)
  const fresh: Collision[] = []
  for (const levelId of new Set(placed.map(({ parent }) => parent!))) {
    const { collisions } = checkCollisions(after, { levelId, ids })
    if (collisions.length === 0) continue
    const earlier = nodeOf(before, levelId, 'level')
      ? checkCollisions(before, { levelId, ids })
      : undefined
    const old = new Map(earlier?.collisions.map((one) => [`${one.aId} ${one.bId}`, one.depth]))
    fresh.push(...collisions.filter((one) => one.depth > (old.get(`${one.aId} ${one.bId}`) ?? 0)))
  }
  if (fresh.length === 0) return
  const isOwn = new Set(ids)
  const blockers = fresh.map(({ aId, bId, depth, at }) =>
    isOwn.has(aId) ? { id: bId, blocks: aId, depth, at } : { id: aId, blocks: bId, depth, at },
  )
  const [{ kind, depth, at }] = fresh
  const pairs = fresh.map(({ aId, bId, depth }) => `${aId} and ${bId} by ${depth.toFixed(2)} m`)
  const { aId, bId } = fresh[0]
  throw new Refusal(
    REFUSED_AS[kind],
    fresh.length === 1
      ? `${aId} and ${bId} would overlap by ${depth.toFixed(2)} m.`
      : `${fresh.length} pairs would overlap: ${listed(pairs)}.`,
    {
      nodeIds: [...new Set(fresh.flatMap((one) => [one.aId, one.bId]))],
      details: { depth, at, blockers },
    },
  )
}

/** Pairs named in a message; the blockers of the refusal are all of them. */
const LISTED_MAX = 8

const listed = (pairs: readonly string[]): string =>
  pairs.length > LISTED_MAX
    ? `${pairs.slice(0, LISTED_MAX).join(', ')} and ${pairs.length - LISTED_MAX} more`
    : pairs.join(', ')

/** The walls that changed, whose openings changed, or whose level changed. */
function wallsToFit(scene: Scene, changed: SceneNode[]): NodeOf<'wall'>[] {
  const walls = new Map<string, NodeOf<'wall'>>()
  for (const node of changed) {
    const near = [node, nodeOf(scene, node.parent ?? '', 'wall')]
    if (node.kind === 'level') near.push(...childrenOf(scene, node.id, 'wall'))
    for (const wall of near) if (wall?.kind === 'wall') walls.set(wall.id, wall)
  }
  return [...walls.values()]
}

/**
 * Refuses an opening that does not fit where it is: `fitOpening` would move it by more than
 * `leeway` metres.
 */
function refuseOpening(
  scene: Scene,
  wall: NodeOf<'wall'>,
  { id, kind, offset, width, height, sill }: OpeningNode,
  leeway: number,
): void {
  try {
    const fitted = fitOpening(scene, wall, { kind, offset, width, height, sill }, id)
    const moved = Math.abs(fitted.offset - offset)
    if (!fitted.isClamped || moved <= leeway) return
    throw new Refusal(
      'opening_outside_wall',
      `At ${offset.toFixed(2)} m it is too close to an end, to another opening or to a wall that meets ${wall.id}; it fits at ${fitted.offset.toFixed(2)} m.`,
      { details: { nearestOffset: fitted.offset } },
    )
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { code, message, details, nodeIds = [] } = error
    const all = [...new Set([id, wall.id, ...nodeIds])]
    throw new Refusal(code, `${id} would no longer fit. ${message}`, { nodeIds: all, details })
  }
}
