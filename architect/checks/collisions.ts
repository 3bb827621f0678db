import { levelFrames } from '../kernel/levels.ts'
import { childrenOf, type Scene } from '../scene/scene.ts'
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
  /** Number of checked items. */
  checked: number
  /** Items that were not checked, and why. */
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
  let checked = 0
  for (const level of levels) {
    const known = new Set(obstaclesOf(scene, level).map(({ id }) => id))
    for (const item of childrenOf(scene, level, 'item')) {
      if (!isRequested(item.id)) continue
      if (known.has(item.id)) checked++
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
  return {
    collisions,
    clear: collisions.length === 0 && skipped.length === 0,
    checked,
    skipped,
    ...(candidate && { candidate: tryCandidate(scene, candidate, levelId, minimumClearance) }),
  }
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
