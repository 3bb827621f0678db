import type { Point } from '../../geometry/point.ts'
import { type Polygon, signedArea } from '../../geometry/polygon.ts'
import type { OpeningNode, SceneNode } from '../../scene/nodes.ts'
import { openingsOf, type Scene } from '../../scene/scene.ts'
import { cachedByLevel } from '../cached-by-level.ts'
import { cachedByObject } from '../cached-by-object.ts'
import { isSamePoint } from '../cached-by-walls.ts'
import { freeSpans, type OpeningSpan, openingSpan } from '../openings/openings.ts'
import { cleanRing } from './clean-ring.ts'
import type { EndCut } from './wall-corners.ts'
import { type Cuts, endCuts } from './wall-ends.ts'
import { joinedSpans } from './wall-joined-spans.ts'
import { type WallJoin, wallJoins } from './wall-joins.ts'
import { type WallNetwork, wallNetwork } from './wall-network.ts'
import { edgesCross, separate } from './wall-overlaps.ts'
import type { WallPath } from './wall-path.ts'
import { locate, type WallStrip } from './wall-strip.ts'
import { wallHeights } from './wall-top.ts'

/** A wall as it stands among its neighbours. */
export interface WallShape {
  id: string
  /** The id of its level. */
  level: string
  path: WallPath
  thickness: number
  /** World heights of its foot and top, in metres. */
  base: number
  top: number
  /**
   * Outline in plan, cut at its joins, counter-clockwise. Whole where another wall runs through it.
   */
  footprint: Polygon
  /**
   * The area of this wall alone: mostly the footprint itself, two pieces where another wall
   * crosses, no piece where it lies in a thicker one. No two walls of a level share area here.
   */
  pieces: Polygon[]
  joins: WallJoin[]
  /** Openings from the start of the wall to its end. */
  openings: OpeningSpan[]
  /**
   * Stretches of the centreline without openings, into which no wall runs. An opening fits in one
   * with a pier of `PIER_MIN_M` at each end.
   */
  freeSpans: [number, number][]
}

/** The walls of a level by id, in the order of their ids, without walls of no length. */
export const wallShapes = cachedByLevel(makeShapes)

function makeShapes(scene: Scene, levelId: string): Map<string, WallShape> {
  const { strips, joins, footprints, pieces, taken, last } = outlinesOf(wallNetwork(scene, levelId))
  const answer = new Map<string, WallShape>()
  for (const [index, strip] of strips.entries()) {
    const { wall, path } = strip
    const nodes = openingsOf(scene, wall.id)
    const { base, top } = wallHeights(scene, strip)
    const known = last.get(wall.id)
    if (known && isSame(known, { nodes, base, top })) {
      answer.set(wall.id, known.shape)
      continue
    }
    const openings = nodes.map(openingSpan)
    const made: WallShape = {
      id: wall.id,
      level: levelId,
      path,
      thickness: wall.thickness,
      base,
      top,
      footprint: footprints[index],
      pieces: pieces[index],
      joins: joins.get(wall.id) ?? [],
      openings,
      freeSpans: freeSpans(path.length, [...openings, ...taken[index]]),
    }
    const node = scene.nodes[wall.id]
    const other = lastOfNode.get(node)
    const shape =
      other && isSame(other, { nodes, base, top }) && isAlike(other.shape, made)
        ? other.shape
        : made
    answer.set(wall.id, shape)
    last.set(wall.id, { nodes, shape })
    lastOfNode.set(node, { nodes, shape })
  }
  return answer
}

/**
 * The last shape of each wall: where other walls of its level move, it is the same object as long
 * as they leave it as it is, so that what was derived from it is found again.
 */
const lastOfNode = new WeakMap<SceneNode, LastShape>()

/** Whether two shapes of one wall with the same openings are cut alike by its neighbours. */
const isAlike = (a: WallShape, b: WallShape): boolean =>
  a.joins.length === b.joins.length &&
  a.joins.every(({ wallId, type, end, at }, index) => {
    const other = b.joins[index]
    return (
      wallId === other.wallId &&
      type === other.type &&
      end === other.end &&
      isSamePoint(at, other.at)
    )
  }) &&
  arePoints(a.footprint, b.footprint) &&
  arePoints(a.freeSpans, b.freeSpans) &&
  a.pieces.length === b.pieces.length &&
  a.pieces.every((piece, index) => arePoints(piece, b.pieces[index]))

const arePoints = (a: readonly Point[], b: readonly Point[]): boolean =>
  a.length === b.length && a.every((at, index) => isSamePoint(at, b[index]))

/** The last shape of a wall, and the openings of which it was made. */
interface LastShape {
  nodes: readonly OpeningNode[]
  shape: WallShape
}

/** Whether a wall has the same openings and heights: then its shape is the same object. */
const isSame = (
  last: LastShape,
  { nodes, base, top }: { nodes: readonly OpeningNode[]; base: number; top: number },
): boolean =>
  last.shape.base === base &&
  last.shape.top === top &&
  last.nodes.length === nodes.length &&
  last.nodes.every((node, index) => node === nodes[index])

/** All that the walls of a level are, less their openings and heights, and their last shapes. */
const outlinesOf = cachedByObject((network: WallNetwork) => {
  const cuts = endCuts(network)
  const joins = wallJoins(network)
  const strips = [...network.strips.values()]
  const footprints = strips.map((strip) => footprintOf(strip, cuts))
  const pieces = separate(strips, footprints)
  const taken = joinedSpans(network, cuts, footprints)
  return { strips, joins, footprints, pieces, taken, last: new Map<string, LastShape>() }
})

/** The areas of the walls, none of which share area, by the network of the walls. */
export const wallAreas = (network: WallNetwork): Polygon[] => outlinesOf(network).pieces.flat()

/** Corners nearer than this are one, in metres. */
const SAME_M = 1e-6

/** The ring of a joined wall; where its ends cut past one another, that of the wall unjoined. */
function footprintOf(strip: WallStrip, cuts: Cuts): Polygon {
  const { start, end } = cuts.get(strip)!
  const square: Polygon = [...strip.right, ...[...strip.left].reverse()]
  // Outward at the end, left is the wall's right.
  const right = facePoints(strip.right, start!.right, end!.left)
  const left = facePoints(strip.left, start!.left, end!.right)
  if (!right || !left) return square
  const ring = cleanRing([...right, ...end!.cap, ...left.reverse(), ...start!.cap])
  const turns = ring.length >= 3 && signedArea(ring) > 0
  // An end cut by an oblique wall may run through the other face of an arc.
  const isFolded = strip.path.arc !== undefined && edgesCross(ring, ring)
  return turns && !isFolded && !cutsPast(strip, start!, end!) ? ring : square
}

function facePoints(
  face: readonly Point[],
  first: EndCut['left'],
  last: EndCut['left'],
): Point[] | null {
  // A straight face needs none of its own corners: the cuts lie on its line.
  if (face.length === 2) return [first.at, last.at]
  const until = face.length - last.firstCorner
  if (first.firstCorner > until) return null
  return [first.at, ...face.slice(first.firstCorner, until), last.at]
}

/** Whether a corner of the start's cut lies at or after one of the end's. */
function cutsPast(strip: WallStrip, start: EndCut, end: EndCut): boolean {
  const most = (cut: EndCut, sign: number) =>
    Math.max(...[cut.left.at, cut.right.at, ...cut.cap].map((at) => sign * locate(strip, at).s))
  return most(start, 1) > -most(end, -1) - SAME_M
}
