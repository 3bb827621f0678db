import type { Rings } from './polygons.ts'

/** Edges in a box of the lowest level: their pairs are compared one by one. */
const LEAF_EDGES = 8

/**
 * Boxes of consecutive edges, and of two neighbouring boxes at a time up to one: an implicit tree
 * whose node `i` has the children `2 i` and `2 i + 1`. Neighbours along a border lie close to each
 * other, so most pairs of boxes are disjoint, also where a sweep along x meets hundreds of edges.
 */
export class EdgeContacts {
  private readonly coords: Int32Array
  /** Per edge, the index of its end point. */
  private readonly to: Uint32Array
  private readonly leaves: number
  /** West, south, east and north of each node. */
  private readonly boxes: Int32Array

  constructor({ coords, ringEnds }: Rings) {
    const count = coords.length / 2
    this.coords = coords
    this.to = new Uint32Array(count)
    let start = 0
    for (const end of ringEnds) {
      for (let i = start; i < end; i++) this.to[i] = i + 1
      this.to[end - 1] = start
      start = end
    }
    let leaves = 1
    while (leaves * LEAF_EDGES < count) leaves *= 2
    this.leaves = leaves
    this.boxes = new Int32Array(leaves * 8)
    for (let leaf = 0; leaf < leaves; leaf++) this.boxLeaf(leaf)
    for (let node = leaves - 1; node > 0; node--) this.boxNode(node)
  }

  /** Whether any two edges that are not neighbours in their ring share a point. */
  find(): boolean {
    return this.within(1)
  }

  private within(node: number): boolean {
    if (node >= this.leaves) return this.leafMeets(node, node)
    const left = node * 2
    return this.within(left) || this.within(left + 1) || this.between(left, left + 1)
  }

  private between(a: number, b: number): boolean {
    if (this.areApart(a, b)) return false
    if (a >= this.leaves) return this.leafMeets(a, b)
    return (
      this.between(a * 2, b * 2) ||
      this.between(a * 2, b * 2 + 1) ||
      this.between(a * 2 + 1, b * 2) ||
      this.between(a * 2 + 1, b * 2 + 1)
    )
  }

  private areApart(a: number, b: number): boolean {
    const { boxes } = this
    const i = a * 4
    const j = b * 4
    return (
      boxes[i] > boxes[j + 2] ||
      boxes[i + 2] < boxes[j] ||
      boxes[i + 1] > boxes[j + 3] ||
      boxes[i + 3] < boxes[j + 1]
    )
  }

  private leafMeets(a: number, b: number): boolean {
    const { coords, to } = this
    const endA = Math.min(to.length, (a - this.leaves + 1) * LEAF_EDGES)
    const endB = Math.min(to.length, (b - this.leaves + 1) * LEAF_EDGES)
    for (let e = (a - this.leaves) * LEAF_EDGES; e < endA; e++) {
      const first = a === b ? e + 1 : (b - this.leaves) * LEAF_EDGES
      for (let f = first; f < endB; f++) {
        if (to[e] === f || to[f] === e) continue // neighbours share a point
        if (edgesMeet(coords, e * 2, to[e] * 2, f * 2, to[f] * 2)) return true
      }
    }
    return false
  }

  private boxLeaf(leaf: number): void {
    const { coords, to } = this
    let west = Infinity
    let south = Infinity
    let east = -Infinity
    let north = -Infinity
    const end = Math.min(to.length, (leaf + 1) * LEAF_EDGES)
    for (let edge = leaf * LEAF_EDGES; edge < end; edge++)
      for (let at = edge * 2, isEnd = false; ; at = to[edge] * 2, isEnd = true) {
        if (coords[at] < west) west = coords[at]
        if (coords[at] > east) east = coords[at]
        if (coords[at + 1] < south) south = coords[at + 1]
        if (coords[at + 1] > north) north = coords[at + 1]
        if (isEnd) break
      }
    this.setBox(this.leaves + leaf, west, south, east, north)
  }

  private boxNode(node: number): void {
    const { boxes } = this
    const left = node * 8
    this.setBox(
      node,
      Math.min(boxes[left], boxes[left + 4]),
      Math.min(boxes[left + 1], boxes[left + 5]),
      Math.max(boxes[left + 2], boxes[left + 6]),
      Math.max(boxes[left + 3], boxes[left + 7]),
    )
  }

  private setBox(node: number, west: number, south: number, east: number, north: number): void {
    const { boxes } = this
    // A leaf without edges has the box of nothing: its west is the largest number of 32 bits.
    boxes[node * 4] = Math.min(west, 2 ** 31 - 1)
    boxes[node * 4 + 1] = Math.min(south, 2 ** 31 - 1)
    boxes[node * 4 + 2] = Math.max(east, -(2 ** 31))
    boxes[node * 4 + 3] = Math.max(north, -(2 ** 31))
  }
}

/** True if two edges share any point. The numbers index the x of their ends in `coords`. */
export function edgesMeet(coords: Int32Array, a: number, b: number, c: number, d: number): boolean {
  const ax = coords[a]
  const bx = coords[b]
  const cx = coords[c]
  const dx = coords[d]
  if (Math.max(ax, bx) < Math.min(cx, dx) || Math.max(cx, dx) < Math.min(ax, bx)) return false
  const ay = coords[a + 1]
  const by = coords[b + 1]
  const cy = coords[c + 1]
  const dy = coords[d + 1]
  if (Math.max(ay, by) < Math.min(cy, dy) || Math.max(cy, dy) < Math.min(ay, by)) return false
  // The boxes meet, so the edges do too unless one lies wholly on one side of the other's line.
  const abc = side(ax, ay, bx, by, cx, cy)
  const abd = side(ax, ay, bx, by, dx, dy)
  if (abc * abd > 0) return false
  return side(cx, cy, dx, dy, ax, ay) * side(cx, cy, dx, dy, bx, by) <= 0
}

/** 1 where the point is left of the line from a to b, -1 right of it, 0 on it. */
export function side(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  px: number,
  py: number,
): number {
  return Math.sign((bx - ax) * (py - ay) - (by - ay) * (px - ax))
}
