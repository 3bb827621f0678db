import { assetNamed } from '../assets/catalog.ts'
import { overlapDepth } from '../geometry/convex.ts'
import type { Point } from '../geometry/point.ts'
import type { Box } from '../geometry/polygon.ts'
import { ringsOf, union } from '../geometry/regions.ts'
import { placedShape } from '../kernel/item-shape.ts'
import { levelFrames } from '../kernel/levels.ts'
import { TOUCH_M } from '../kernel/prism.ts'
import { zoneRegions } from '../kernel/rooms.ts'
import { childrenOf, type Scene } from '../scene/scene.ts'
import { quantize } from '../scene/units.ts'
import { type MeetingKind, meeting } from './meeting.ts'
import { type Obstacle, obstacle, obstaclesOf } from './obstacles.ts'
import { isInside } from './on-floor.ts'
import { freePassages, OVER_HEAD_M } from './walking/free-passages.ts'

/** An item that could be placed. */
export interface Candidate {
  /** Name of an asset of the catalog. */
  asset: string
  /** `[x, y, z]` of the middle of its underside, y above the level's floor. */
  position: readonly number[]
  rotation?: number
}

export interface CandidateAnswer {
  fits: boolean
  /**
   * The obstacles that it would overlap; `passage` where it would stand before a door or a stair,
   * `outside_room` where it would leave the floor of the rooms.
   */
  blockedBy: { id: string; kind: MeetingKind | 'passage' | 'outside_room'; depth: number }[]
  /** The nearest place within `SEARCH_M` where it fits; absent where it fits already or nowhere. */
  nearestFit?: { position: [number, number, number]; rotation: number; distance: number }
  /** Why the candidate could not be tried. */
  reason?: string
}

/** Reach and step of the search for a place, in metres. */
const SEARCH_M = 3
const SEARCH_STEP_M = 0.1

/**
 * Tries the place; where it is taken, the places around it, nearest first, then turned by quarters.
 */
export function tryCandidate(
  scene: Scene,
  candidate: Candidate,
  levelId = groundFloorOf(scene),
  clearance = 0,
): CandidateAnswer {
  const asset = assetNamed(candidate.asset)
  const refused = (reason: string) => ({ fits: false, blockedBy: [], reason })
  if (!asset) return refused(`The catalog has no ${candidate.asset}.`)
  if (levelId === null) return refused('The project has no level.')
  const [x, y, z] = candidate.position
  const turned = candidate.rotation ?? 0
  const around = obstaclesOf(scene, levelId)
  const floors = union(
    childrenOf(scene, levelId, 'zone').flatMap(({ id }) => ringsOf(zoneRegions(scene, id))),
  )
  const passages = freePassages(scene, levelId)
  // On the grid, as an item placed there is: at the tolerance for touching that decides.
  const positionAt = ([dx, dz]: Point): [number, number, number] => [
    quantize(x + dx),
    quantize(y),
    quantize(z + dz),
  ]
  const at = (step: Point, rotation: number) =>
    obstacle('', 'item', [placedShape(asset, { position: positionAt(step), rotation }).prism], {
      isWalkable: asset.isWalkable,
    })
  const leavesRooms = ({ pieces }: Obstacle) =>
    floors.length > 0 && !isInside(floors, pieces[0].outline)
  const passagesAt = ({ pieces: [{ outline, bottom }] }: Obstacle) =>
    asset.isWalkable || bottom >= OVER_HEAD_M
      ? []
      : passages.flatMap(({ id, keepOut }) => {
          const depth = Math.max(0, ...keepOut.map((ring) => overlapDepth(outline, ring)))
          return depth > TOUCH_M ? [{ id, kind: 'passage' as const, depth: quantize(depth) }] : []
        })
  const blockersOf = (item: Obstacle, others: Obstacle[]): CandidateAnswer['blockedBy'] =>
    others.flatMap((other) => {
      const met = meeting(item, other, clearance)
      return met ? [{ id: other.id, kind: met.kind, depth: quantize(met.depth) }] : []
    })
  const item = at([0, 0], turned)
  const blockedBy = [...blockersOf(item, around), ...passagesAt(item)]
  if (leavesRooms(item)) blockedBy.push({ id: levelId, kind: 'outside_room', depth: 0 })
  if (blockedBy.length === 0) return { fits: true, blockedBy }
  const near = around.filter(({ box }) => isNear(box, item.box, SEARCH_M + clearance))
  for (const rotation of [0, 90, 180, 270].map((quarter) => (turned + quarter) % 360)) {
    for (const step of STEPS) {
      const other = at(step, rotation)
      if (leavesRooms(other) || passagesAt(other).length > 0) continue
      if (near.some((each) => meeting(other, each, clearance))) continue
      const position = positionAt(step)
      const distance = quantize(Math.hypot(...step))
      return { fits: false, blockedBy, nearestFit: { position, rotation, distance } }
    }
  }
  return { fits: false, blockedBy }
}

/** All steps of the search, the nearest first, of equal ones the north-western first. */
const STEPS: Point[] = (() => {
  const count = Math.round(SEARCH_M / SEARCH_STEP_M)
  const steps: Point[] = []
  for (let row = -count; row <= count; row++)
    for (let column = -count; column <= count; column++)
      if (Math.hypot(row, column) <= count)
        steps.push([column * SEARCH_STEP_M, row * SEARCH_STEP_M])
  return steps.sort((a, b) => Math.hypot(...a) - Math.hypot(...b) || a[1] - b[1] || a[0] - b[0])
})()

function isNear(a: Box, b: Box, reach: number): boolean {
  // A turned item reaches farther by no more than its longer side.
  const far = reach + Math.max(b.maxX - b.minX, b.maxZ - b.minZ)
  return (
    a.minX < b.maxX + far && a.maxX > b.minX - far && a.minZ < b.maxZ + far && a.maxZ > b.minZ - far
  )
}

function groundFloorOf(scene: Scene): string | null {
  const levels = [...levelFrames(scene).values()]
  return (levels.find(({ index }) => index === 0) ?? levels[0])?.id ?? null
}
