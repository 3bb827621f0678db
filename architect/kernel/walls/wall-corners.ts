import {
  add,
  crossLines,
  degreesOf,
  distance,
  dot,
  leftOf,
  length,
  type Point,
  scale,
  subtract,
  turn,
  unit,
} from '../../geometry/point.ts'
import type { Face, WallEnd } from './wall-strip.ts'

/**
 * How a wall ends: where its faces stop, and the corners between them, from left to right seen
 * outward.
 */
export interface EndCut {
  left: FaceCut
  right: FaceCut
  cap: Point[]
}

/** Where a face stops; its corners from `firstCorner` on follow. */
export interface FaceCut {
  at: Point
  firstCorner: number
}

/** Half thicknesses after which a corner on the outside of an acute turn is bevelled. */
const MITRE_LIMIT = 4
/**
 * In an obtuse turn, a corner farther than this share of the mean thickness is stepped: a long
 * taper is ugly.
 */
const TAPER_LIMIT = 2.5
/** Walls that go on into each other within this turn, as a sine, have a square joint: 3 degrees. */
const STRAIGHT_SINE = 0.052
/** Points nearer than this are one, in metres: a hundredth of the grid. */
const SAME_M = 1e-6

/** The cuts of all ends that meet in `node`, in the order given. Null: they lie on one another. */
export function cutEnds(node: Point, ends: readonly WallEnd[]): EndCut[] | null {
  if (ends.length === 1) return [squareCut(ends[0])]
  const sorted = [...ends].sort((a, b) => degreesOf(a.out) - degreesOf(b.out))
  const through = throughPair(sorted)
  const cuts = new Map<WallEnd, EndCut>()
  if (through) {
    const [a, b] = through
    const joined = mitred(node, [a, b])
    if (!joined) return null
    cuts.set(a, joined[0])
    cuts.set(b, joined[1])
    for (const [first, last] of [through, [b, a]]) {
      const group = between(sorted, first, last)
      if (group.length === 0) continue
      const [fc, lc] = [cuts.get(first)!, cuts.get(last)!]
      const face = [
        ...[...cornersAfter(first.left, fc.left)].reverse(),
        ...cornersAfter(last.right, lc.right).slice(1),
      ]
      const cut = cutAgainst(node, group, face)
      if (!cut) return null
      for (const [index, end] of group.entries()) cuts.set(end, cut[index])
    }
  } else {
    const cut = mitred(node, sorted)
    if (!cut) return null
    for (const [index, end] of sorted.entries()) cuts.set(end, cut[index])
  }
  return ends.map((end) => cuts.get(end)!)
}

export function squareCut({ left, right }: WallEnd): EndCut {
  return {
    left: { at: left.corners[0], firstCorner: 1 },
    right: { at: right.corners[0], firstCorner: 1 },
    cap: [],
  }
}

/**
 * The thickest two of three or more ends that go on straight into one another in equal thickness.
 */
function throughPair(sorted: readonly WallEnd[]): [WallEnd, WallEnd] | null {
  if (sorted.length < 3) return null
  let best: [WallEnd, WallEnd] | undefined
  for (const [index, a] of sorted.entries()) {
    for (const b of sorted.slice(index + 1)) {
      if (Math.abs(a.half - b.half) > SAME_M || !goesOn(a, b)) continue
      if (!best || a.half > best[0].half + SAME_M) best = [a, b]
    }
  }
  return best ?? null
}

const goesOn = (a: WallEnd, b: WallEnd): boolean =>
  dot(a.out, b.out) < 0 && Math.abs(turn(a.out, b.out)) < STRAIGHT_SINE

/** The ends met going counter-clockwise from `first` to `last`. */
function between(sorted: readonly WallEnd[], first: WallEnd, last: WallEnd): WallEnd[] {
  const found: WallEnd[] = []
  for (let i = sorted.indexOf(first) + 1; ; i++) {
    const end = sorted[i % sorted.length]
    if (end === last) return found
    found.push(end)
  }
}

/** The rest of a cut face, from the cut outward. */
const cornersAfter = ({ corners }: Face, { at, firstCorner }: FaceCut): Point[] => [
  at,
  ...corners.slice(firstCorner),
]

/** Neighbours all around the node, each pair cut where their facing sides meet. */
function mitred(node: Point, sorted: readonly WallEnd[]): EndCut[] | null {
  const gaps = sorted.map((a, index) => gapBetween(node, a, sorted[(index + 1) % sorted.length]))
  const answer: EndCut[] = []
  for (let i = 0; i < sorted.length; i++) {
    const after = gaps[i]
    const before = gaps[(i + gaps.length - 1) % gaps.length]
    if (!after || !before) return null
    // Two walls that both mitre share the straight line between their corners.
    const isPlain = sorted.length === 2 && after.isCorner && before.isCorner
    const cap = [...after.firstCap, ...(isPlain ? [] : [node]), ...[...before.secondCap].reverse()]
    answer.push({ left: after.first, right: before.second, cap })
  }
  return answer
}

interface Gap {
  /** Cuts of the left face of the first wall and of the right face of the second. */
  first: FaceCut
  second: FaceCut
  /** Caps from the cut of each towards the node. */
  firstCap: Point[]
  secondCap: Point[]
  /** Both faces meet in one point. */
  isCorner: boolean
}

/** Where the left face of `a` and the right face of `b`, the next one counter-clockwise, end. */
function gapBetween(node: Point, a: WallEnd, b: WallEnd): Gap | null {
  const sine = turn(a.out, b.out)
  const isFacing = dot(a.out, b.out) > 0
  if (isFacing && Math.abs(sine) < SAME_M) return null
  const isInner = sine > 0
  const outerLimit = isInner ? Infinity : MITRE_LIMIT * Math.max(a.half, b.half)
  const limit = isFacing ? outerLimit : (TAPER_LIMIT * (a.half + b.half)) / 2
  if (!goesOn(a, b)) {
    const met = meetingOfFaces(node, a.left, b.right)
    if (met && distance(met.at, node) <= limit) {
      return { first: met.first, second: met.second, firstCap: [], secondCap: [], isCorner: true }
    }
    if (!isInner && isFacing) return bevel(node, a, b)
  }
  // Square to both: each face goes to the line across the joint.
  const across = unit(subtract(leftOf(a.out), leftOf(b.out)))
  const first = cutByRay(node, across, a.left)
  const second = cutByRay(node, across, b.right)
  if (!first || !second) return null
  return {
    first,
    second,
    firstCap: [],
    secondCap: [],
    isCorner: distance(first.at, second.at) < SAME_M,
  }
}

/** The outer side of an acute joint: the tips are cut off between the two square ends. */
function bevel(node: Point, a: WallEnd, b: WallEnd): Gap | null {
  const [p, q] = [a.left.corners[0], b.right.corners[0]]
  const back = unit(scale(add(a.out, b.out), -1))
  const met = crossLines(p, subtract(q, p), node, back)
  if (!met || met.t <= 0 || met.t >= 1) return null
  const middle = add(node, scale(back, met.s))
  return {
    first: { at: p, firstCorner: 1 },
    second: { at: q, firstCorner: 1 },
    firstCap: [middle],
    secondCap: [middle],
    isCorner: false,
  }
}

/**
 * The ends of one side of a through wall: mitred among themselves, cut at its face, from right to
 * left.
 */
export function cutAgainst(
  node: Point,
  group: readonly WallEnd[],
  face: readonly Point[],
): EndCut[] | null {
  const answer: EndCut[] = []
  for (const [index, end] of group.entries()) {
    const left = sideCut(node, end.left, face, group[index + 1]?.right)
    const right = sideCut(node, end.right, face, group[index - 1]?.left)
    if (!left || !right) return null
    const along: Point[] = []
    for (let i = Math.floor(left.place); i > right.place; i--) {
      if (i < left.place && i > 0 && i < face.length - 1) along.push(face[i])
    }
    answer.push({
      left: left.cut,
      right: right.cut,
      cap: [...left.cap, ...along, ...[...right.cap].reverse()],
    })
  }
  return answer
}

/**
 * Where one face stops at the face of a through wall, or before it where it meets its neighbour's.
 */
function sideCut(node: Point, own: Face, face: readonly Point[], neighbour: Face | undefined) {
  const hit = hitFace(node, own, face)
  if (!hit) return undefined
  if (neighbour) {
    const met = meetingOfFaces(node, own, neighbour)
    const ray = met && { corners: [node, met.at], out: unit(subtract(met.at, node)) }
    const passed = ray && hitFace(node, ray, face)
    if (met && passed && distance(passed.cut.at, node) < distance(met.at, node) - SAME_M)
      return { cut: met.first, cap: [passed.cut.at], place: passed.place }
  }
  return { cut: hit.cut, cap: [], place: hit.place }
}

/**
 * Where `own` leaves the body behind `face`; `place` is the index along the face with its share.
 */
function hitFace(node: Point, own: Face, face: readonly Point[]) {
  const last = face.length - 2
  let best: { cut: FaceCut; place: number; far: number } | undefined
  for (const piece of piecesOf(own)) {
    for (let i = 0; i <= last; i++) {
      const along = subtract(face[i + 1], face[i])
      const met = crossLines(piece.from, piece.along, face[i], along)
      if (!met || met.t < piece.least || met.t > piece.most) continue
      if ((met.s < 0 && i > 0) || (met.s > 1 && i < last)) continue
      const at = add(face[i], scale(along, met.s))
      const far = distance(at, node)
      if (!best || far < best.far)
        best = { cut: { at, firstCorner: piece.firstCorner }, place: i + met.s, far }
    }
  }
  return best
}

/** Where two faces meet nearest to the node. */
function meetingOfFaces(node: Point, a: Face, b: Face) {
  let best: { at: Point; first: FaceCut; second: FaceCut; far: number } | undefined
  for (const p of piecesOf(a)) {
    for (const q of piecesOf(b)) {
      const met = crossLines(p.from, p.along, q.from, q.along)
      if (!met || met.t < p.least || met.t > p.most || met.s < q.least || met.s > q.most) continue
      const at = add(p.from, scale(p.along, met.t))
      const far = distance(at, node)
      if (best && best.far <= far) continue
      best = {
        at,
        far,
        first: { at, firstCorner: p.firstCorner },
        second: { at, firstCorner: q.firstCorner },
      }
    }
  }
  return best
}

function cutByRay(node: Point, across: Point, face: Face): FaceCut | null {
  for (const piece of piecesOf(face)) {
    const met = crossLines(piece.from, piece.along, node, across)
    if (met && met.s > 0 && met.t >= piece.least && met.t <= piece.most)
      return { at: add(piece.from, scale(piece.along, met.t)), firstCorner: piece.firstCorner }
  }
  return null
}

/**
 * The straight pieces of a face, the first one endless towards the joint, a straight wall's only
 * one both ways.
 */
function piecesOf({ corners, out }: Face) {
  if (corners.length === 2)
    return [{ from: corners[0], along: out, least: -Infinity, most: Infinity, firstCorner: 1 }]
  const pieces = [{ from: corners[0], along: out, least: -Infinity, most: 0, firstCorner: 0 }]
  for (let i = 1; i < corners.length; i++) {
    const along = subtract(corners[i], corners[i - 1])
    if (length(along) > 0)
      pieces.push({ from: corners[i - 1], along, least: 0, most: 1, firstCorner: i })
  }
  return pieces
}
