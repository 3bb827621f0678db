import Flatbush from 'flatbush'
import {
  add,
  crossLines,
  distance,
  dot,
  leftOf,
  type Point,
  scale,
  subtract,
} from '../../geometry/point.ts'
import { type Box, boxOf } from '../../geometry/polygon.ts'
import type { Scene } from '../../scene/scene.ts'
import { cachedByLevel } from '../cached-by-level.ts'
import { cachedByObject } from '../cached-by-object.ts'
import { cachedByWalls } from '../cached-by-walls.ts'
import { nearestOnStrip, type WallEnd, type WallStrip, wallEnd, wallStrip } from './wall-strip.ts'
import { TangledWalls, tangleOf } from './wall-tangle.ts'

/** How the walls of a level are joined, without walls of no length. */
export interface WallNetwork {
  strips: Map<string, WallStrip>
  nodes: WallNode[]
  crossings: Crossing[]
}

/** Ends that meet in one place, and the wall into whose side they run, if any. */
export interface WallNode {
  at: Point
  ends: WallEnd[]
  /** `at` is on its centreline. */
  host?: { strip: WallStrip; s: number; at: Point }
}

/** Two centrelines that cross where neither ends. */
export interface Crossing {
  at: Point
  a: { strip: WallStrip; s: number }
  b: { strip: WallStrip; s: number }
}

/**
 * Ends nearer than this are one joint, in metres; from 1 mm on it is a gap, which `verify` reports.
 */
const JOINED_M = 0.00095

/** The walls of a level before they are joined, with an index of their boxes. */
const levelStrips = cachedByLevel(
  cachedByWalls((walls, levelId) => {
    const strips = walls.filter(({ start, end }) => distance(start, end) > 0).map(wallStrip)
    const boxes = strips.map(({ left, right }) => boxOf([...left, ...right]))
    const near = boxIndex(boxes)
    return { strips, boxes, near, levelId, tangle: tangleOf(levelId, strips, boxes, near) }
  }),
)

/** Why the walls of a level cannot be joined, as a complete sentence; null where they can. */
export const wallTangle = (scene: Scene, levelId: string): string | null =>
  levelStrips(scene, levelId).tangle

/**
 * How the walls of a level are joined: the same object as long as they stand as they do. Throws
 * `TangledWalls` where too many are in one place.
 */
export const wallNetwork = (scene: Scene, levelId: string): WallNetwork =>
  networkOf(levelStrips(scene, levelId))

const networkOf = cachedByObject(makeNetwork)

function makeNetwork(level: ReturnType<typeof levelStrips>): WallNetwork {
  const { strips, boxes, near, levelId, tangle } = level
  if (tangle !== null) throw new TangledWalls(levelId, tangle)
  const nodes = joinEnds(strips)
  if (strips.length > 1) {
    for (const node of nodes) node.host = hostOf(node, strips, near)
    return {
      strips: new Map(strips.map((strip) => [strip.wall.id, strip])),
      nodes,
      crossings: crossingsOf(strips, boxes, near),
    }
  }
  return { strips: new Map(strips.map((strip) => [strip.wall.id, strip])), nodes, crossings: [] }
}

/** Indexes of the boxes that touch a box, in rising order. */
export function boxIndex(boxes: readonly Box[]): (box: Box) => number[] {
  if (boxes.length === 0) return () => []
  const index = new Flatbush(boxes.length)
  for (const { minX, minZ, maxX, maxZ } of boxes) index.add(minX, minZ, maxX, maxZ)
  index.finish()
  return ({ minX, minZ, maxX, maxZ }) => index.search(minX, minZ, maxX, maxZ).sort((a, b) => a - b)
}

/** Ends at one place become one node, at the place of the first. */
function joinEnds(strips: readonly WallStrip[]): WallNode[] {
  const nodes: WallNode[] = []
  const cells = new Map<string, WallNode[]>()
  const cellOf = (value: number) => Math.floor(value / JOINED_M)
  for (const strip of strips) {
    for (const name of ['start', 'end'] as const) {
      const end = wallEnd(strip, name)
      const [i, j] = end.at.map(cellOf)
      let node: WallNode | undefined
      for (let di = -1; di <= 1 && !node; di++) {
        for (let dj = -1; dj <= 1 && !node; dj++) {
          node = cells
            .get(`${i + di} ${j + dj}`)
            ?.find(({ at }) => distance(at, end.at) <= JOINED_M)
        }
      }
      if (node) {
        node.ends.push(end)
        continue
      }
      node = { at: end.at, ends: [end] }
      nodes.push(node)
      const key = `${i} ${j}`
      const cell = cells.get(key)
      if (cell) cell.push(node)
      else cells.set(key, [node])
    }
  }
  return nodes
}

/** The wall in whose body the node is, away from its ends: the nearest by its centreline. */
function hostOf(
  { at, ends }: WallNode,
  strips: readonly WallStrip[],
  near: (box: Box) => number[],
): WallNode['host'] {
  const [x, z] = at
  let best: (NonNullable<WallNode['host']> & { distance: number }) | undefined
  const box = {
    minX: x - JOINED_M,
    maxX: x + JOINED_M,
    minZ: z - JOINED_M,
    maxZ: z + JOINED_M,
  }
  for (const index of near(box)) {
    const strip = strips[index]
    if (ends.some((end) => end.strip === strip)) continue
    const found = nearestOnStrip(strip, at)
    if (found.distance > strip.half + JOINED_M) continue
    if (found.s < JOINED_M || found.s > strip.path.length - JOINED_M) continue
    if (!best || found.distance < best.distance) best = { strip, ...found }
  }
  return best && { strip: best.strip, s: best.s, at: best.at }
}

function crossingsOf(
  strips: readonly WallStrip[],
  boxes: readonly Box[],
  near: (box: Box) => number[],
): Crossing[] {
  const found: Crossing[] = []
  for (const [index, a] of strips.entries()) {
    for (const other of near(boxes[index])) {
      if (other > index) found.push(...crossingsOfTwo(a, strips[other]))
    }
  }
  return found
}

function crossingsOfTwo(a: WallStrip, b: WallStrip): Crossing[] {
  const found: Crossing[] = []
  for (let i = 1; i < a.centre.length; i++) {
    const p = a.centre[i - 1]
    const u = subtract(a.centre[i].at, p.at)
    for (let j = 1; j < b.centre.length; j++) {
      const q = b.centre[j - 1]
      const met = crossLines(p.at, u, q.at, subtract(b.centre[j].at, q.at))
      if (!met || met.t < 0 || met.t >= 1 || met.s < 0 || met.s >= 1) continue
      const sa = p.s + (a.centre[i].s - p.s) * met.t
      const sb = q.s + (b.centre[j].s - q.s) * met.s
      // An end in the other's body is a T, which its node records.
      if (isNearEnd(a, sa, b) || isNearEnd(b, sb, a)) continue
      found.push({ at: add(p.at, scale(u, met.t)), a: { strip: a, s: sa }, b: { strip: b, s: sb } })
    }
  }
  return found
}

/** Whether an end of `a` next to `s` is still in the body of `b`. */
function isNearEnd(a: WallStrip, s: number, b: WallStrip): boolean {
  const end = s < a.path.length / 2 ? a.centre[0].at : a.centre[a.centre.length - 1].at
  return nearestOnStrip(b, end).distance <= b.half + JOINED_M
}

/** True when the end leaves the host to its left, seen from the host's start to its end. */
export function isOnLeft({ out }: WallEnd, { strip, s }: NonNullable<WallNode['host']>): boolean {
  return dot(out, leftOf(strip.path.direction(s))) > 0
}
