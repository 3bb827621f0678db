import { add, crossLines, leftOf, mix, type Point, scale, subtract } from '../geometry/point.ts'
import { type Box, boxOf, contains, edges } from '../geometry/polygon.ts'
import { cachedByLevel } from '../kernel/cached-by-level.ts'
import { type WallShape, wallShapes } from '../kernel/walls/wall-shapes.ts'
import type { NodeOf } from '../scene/nodes.ts'
import { childrenOf, type Scene } from '../scene/scene.ts'

/** A stretch of one side of a wall along which one room lies, in metres from the wall's start. */
export interface RoomStretch {
  zoneId: string
  from: number
  to: number
}

/** The rooms along both sides of a wall, seen from start to end, from its start on. */
export interface WallZones {
  left: RoomStretch[]
  right: RoomStretch[]
}

/** Distance from a wall's face of the line along which rooms are searched, in metres. */
const ASIDE_M = 0.05
/** Shorter stretches are corners where a room only touches the wall, in metres. */
const STRETCH_MIN_M = 0.1

/** The rooms along each wall of a level, by the id of the wall: a long wall may have several. */
export const wallZones = cachedByLevel((scene: Scene, levelId: string): Map<string, WallZones> => {
  const zones = childrenOf(scene, levelId, 'zone').map((zone) => ({
    zone,
    box: boxOf(zone.polygon),
  }))
  const answer = new Map<string, WallZones>()
  for (const shape of wallShapes(scene, levelId).values())
    answer.set(shape.id, { left: along(shape, 1, zones), right: along(shape, -1, zones) })
  return answer
})

/** Ids of the rooms along one side, each once, in the order of the wall. */
export const roomsAlong = (stretches: readonly RoomStretch[]): string[] => [
  ...new Set(stretches.map(({ zoneId }) => zoneId)),
]

type BoxedZone = { zone: NodeOf<'zone'>; box: Box }

function along({ path, thickness }: WallShape, side: number, zones: BoxedZone[]): RoomStretch[] {
  const line = path.corners().map(({ at, s }) => ({
    s,
    at: add(at, scale(leftOf(path.direction(s)), side * (thickness / 2 + ASIDE_M))),
  }))
  const stretches: RoomStretch[] = []
  for (let i = 1; i < line.length; i++) {
    const [a, b] = [line[i - 1], line[i]]
    const own = boxOf([a.at, b.at])
    const near = zones.filter(({ box }) => overlaps(box, own))
    const cuts = [0, ...cutsOf(a.at, b.at, near), 1]
    for (let cut = 1; cut < cuts.length; cut++) {
      const middle = mix(a.at, b.at, (cuts[cut - 1] + cuts[cut]) / 2)
      const found = near.find(({ zone }) => contains(zone.polygon, middle))
      if (!found) continue
      const station = (share: number) => a.s + (b.s - a.s) * share
      const [from, to] = [station(cuts[cut - 1]), station(cuts[cut])]
      const last = stretches.at(-1)
      if (last?.zoneId === found.zone.id && from - last.to < STRETCH_MIN_M) last.to = to
      else stretches.push({ zoneId: found.zone.id, from, to })
    }
  }
  return stretches.filter(({ from, to }) => to - from >= Math.min(STRETCH_MIN_M, path.length / 2))
}

/** Shares of the way from `a` to `b` at which it crosses a border of a room, sorted. */
function cutsOf(a: Point, b: Point, zones: BoxedZone[]): number[] {
  const way = subtract(b, a)
  const shares = zones.flatMap(({ zone }) =>
    edges(zone.polygon).flatMap(([p, q]) => {
      const crossing = crossLines(a, way, p, subtract(q, p))
      if (!crossing || crossing.s < 0 || crossing.s > 1) return []
      return crossing.t > 0 && crossing.t < 1 ? [crossing.t] : []
    }),
  )
  return shares.sort((p, q) => p - q)
}

const overlaps = (a: Box, b: Box): boolean =>
  a.minX <= b.maxX && b.minX <= a.maxX && a.minZ <= b.maxZ && b.minZ <= a.maxZ
