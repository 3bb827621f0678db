import Flatbush from 'flatbush'

/** A ring as x, y, x, y, ..., open. */
export type FlatRing = number[]

/**
 * Puts each hole (negative area) into the smallest shell that contains it and drops shells
 * that lie wholly inside another shell's filling: they cover nothing new, and a second shell inside
 * a first reads like a hole with the wrong winding.
 */
export function polygonsOf(rings: FlatRing[]): FlatRing[][] {
  if (rings.length === 1) return ringArea(rings[0]) > 0 ? [rings] : []
  const measured = rings.map((ring) => ({ ring, area: ringArea(ring), box: boxOf(ring) }))
  // Smallest first, so that the first shell found to hold a ring is the innermost.
  const shells = measured.filter(({ area }) => area > 0).sort((a, b) => a.area - b.area)
  const polygons = new Map(shells.map(({ ring }) => [ring, [ring]]))
  const around = shellsAround(shells)
  for (const hole of measured) {
    if (hole.area > 0) continue
    const holder = around(hole).find((shell) => shell.area > -hole.area && holds(shell, hole))
    if (holder) polygons.get(holder.ring)!.push(hole.ring)
  }
  for (const shell of shells) {
    const holder = around(shell).find((other) => other.area > shell.area && holds(other, shell))
    if (holder === undefined) continue
    const holes = polygons.get(holder.ring)!.slice(1)
    const isIsland = holes.some((hole) => holds({ ring: hole, box: boxOf(hole) }, shell))
    if (!isIsland) polygons.delete(shell.ring)
  }
  return [...polygons.values()]
}

/** Up to so many shells all of them are tried: an index costs more. */
const FEW_SHELLS = 16

/** The shells whose boxes meet that of a ring, in their order. */
function shellsAround<T extends Boxed>(shells: readonly T[]): (ring: Boxed) => readonly T[] {
  if (shells.length <= FEW_SHELLS) return () => shells
  const index = new Flatbush(shells.length)
  for (const { box } of shells) index.add(...box)
  index.finish()
  return ({ box }) =>
    index
      .search(...box)
      .sort((a, b) => a - b)
      .map((i) => shells[i])
}

interface Boxed {
  ring: FlatRing
  box: [number, number, number, number]
}

/** Whether every vertex and edge middle of `inner` is inside `outer` or on its border. */
export function holds(outer: Boxed, inner: Boxed): boolean {
  const [a, b] = [outer.box, inner.box]
  if (b[0] < a[0] || b[1] < a[1] || b[2] > a[2] || b[3] > a[3]) return false
  const { ring } = inner
  let isInside = false
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    for (const [x, y] of [
      [ring[i], ring[i + 1]],
      [(ring[i] + ring[j]) / 2, (ring[i + 1] + ring[j + 1]) / 2],
    ]) {
      const side = sideOf(outer.ring, x, y)
      if (side < 0) return false
      if (side > 0) isInside = true
    }
  }
  return isInside
}

/** 1 inside, 0 on the border, -1 outside. */
export function sideOf(ring: FlatRing, x: number, y: number): number {
  let isInside = false
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    const x0 = ring[j] - x
    const y0 = ring[j + 1] - y
    const x1 = ring[i] - x
    const y1 = ring[i + 1] - y
    const cross = x0 * y1 - x1 * y0
    if (cross === 0 && x0 * x1 <= 0 && y0 * y1 <= 0) return 0
    if (y0 > 0 !== y1 > 0 && cross > 0 === y1 > y0) isInside = !isInside
  }
  return isInside ? 1 : -1
}

/** Signed area of a flat ring, positive for a shell. */
export function ringArea(ring: FlatRing): number {
  let sum = 0
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    sum +=
      (ring[j] - ring[0]) * (ring[i + 1] - ring[1]) - (ring[i] - ring[0]) * (ring[j + 1] - ring[1])
  }
  return sum / 2
}

/** West, north, east, south of a flat ring. */
export function boxOf(ring: FlatRing): [number, number, number, number] {
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let i = 0; i < ring.length; i += 2) {
    box[0] = Math.min(box[0], ring[i])
    box[1] = Math.min(box[1], ring[i + 1])
    box[2] = Math.max(box[2], ring[i])
    box[3] = Math.max(box[3], ring[i + 1])
  }
  return box
}
