import { levelFrames } from '../kernel/levels.ts'
import { childrenOf, levelIdOf, type Scene } from '../scene/scene.ts'
import { quantize } from '../scene/units.ts'
import { type Candidate, type CandidateAnswer, tryCandidate } from './candidate.ts'
import { type MeetingKind, meeting } from './meeting.ts'
import { nearPairs } from './near-pairs.ts'
import { obstaclesOf } from './obstacles.ts'
import { inSpace } from './places.ts'

export interface Collision {
  aId: string
  bId: string
  /** Kind of the second; `gap` where the two are only nearer than the clearance. */
  kind: MeetingKind
  /** Least move of one, at right angles to a side, that clears the other, in metres. */
  depth: number
  at: [number, number, number]
}

export interface CollisionOptions {
  levelId?: string
  /** Only collisions in which these take part. */
  ids?: string[]
  /**
   * Metres that furniture must stay away from furniture, columns and stairs. It may touch walls.
   */
  minimumClearance?: number
  candidate?: Candidate
}

export interface CollisionAnswer {
  collisions: Collision[]
  clear: boolean
  /** Number of checked items, and of walls and other things in `ids` that items can stand in. */
  checked: number
  /** Items and `ids` that were not checked, and why. */
  skipped: { id: string; reason: string }[]
  candidate?: CandidateAnswer
}

/** Collisions in one answer: the search stops there, and `skipped` states it. */
const COLLISIONS_MAX = 500

/**
 * Finds items that overlap items, walls, columns or stairs, or stand in the way of door leaves.
 * Things are upright solids over their true outlines, so that a picture hangs over a sofa, a lamp
 * stands on a table and a rug lies under both. Items of unknown assets are listed in `skipped`.
 */
export function checkCollisions(scene: Scene, options: CollisionOptions = {}): CollisionAnswer {
  const { levelId, ids, minimumClearance = 0, candidate } = options
  const levels = levelId === undefined ? [...levelFrames(scene).keys()] : [levelId]
  const isRequested = (id: string) => !ids || ids.includes(id)
  const collisions: Collision[] = []
  const skipped: CollisionAnswer['skipped'] = []
  const checked = new Set<string>()
  for (const level of levels) {
    const known = new Set(obstaclesOf(scene, level).map(({ id }) => id))
    for (const id of ids ?? []) if (known.has(id)) checked.add(id)
    for (const item of childrenOf(scene, level, 'item')) {
      if (!isRequested(item.id)) continue
      if (known.has(item.id)) checked.add(item.id)
      else skipped.push({ id: item.id, reason: `The catalog has no ${item.asset}.` })
    }
    for (const collision of collisionsOn(scene, level, minimumClearance)) {
      if (!isRequested(collision.aId) && !isRequested(collision.bId)) continue
      if (collisions.length < COLLISIONS_MAX) collisions.push(collision)
      else {
        const reason = `More than ${COLLISIONS_MAX} collisions: the rest was not looked for.`
        skipped.push({ id: level, reason })
        break
      }
    }
  }
  for (const id of new Set(ids))
    if (!checked.has(id) && !skipped.some((other) => other.id === id))
      skipped.push({ id, reason: whyUnchecked(scene, id, levels) })
  return {
    collisions,
    clear: collisions.length === 0 && skipped.length === 0,
    checked: checked.size,
    skipped,
    ...(candidate && { candidate: tryCandidate(scene, candidate, levelId, minimumClearance) }),
  }
}

/** Why a requested node takes part in no collision on the levels. */
function whyUnchecked(scene: Scene, id: string, levels: readonly string[]): string {
  if (!Object.hasOwn(scene.nodes, id)) return `No node is called ${id}.`
  const node = scene.nodes[id]
  const levelId = levelIdOf(scene, node)
  if (node.kind !== 'level' && levelId !== null && !levels.includes(levelId))
    return `It is on ${levelId}, not on ${levels.join(' or ')}.`
  return `Furniture cannot collide with this ${node.kind}.`
}

export function* collisionsOn(scene: Scene, levelId: string, clearance = 0): Generator<Collision> {
  const obstacles = obstaclesOf(scene, levelId)
  const floor = levelFrames(scene).get(levelId)!.elevation
  const boxes = obstacles.map(({ box }) => box)
  for (const [first, second] of nearPairs(boxes, clearance)) {
    const [a, b] = [obstacles[first], obstacles[second]]
    const met = meeting(a, b, clearance)
    if (!met) continue
    const { kind, depth, at, height } = met
    yield { aId: a.id, bId: b.id, kind, depth: quantize(depth), at: inSpace(at, floor + height) }
  }
}
