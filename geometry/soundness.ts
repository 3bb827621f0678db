import { containsPoint } from './contains.ts'
import { EdgeContacts, edgesMeet, side } from './edge-contact.ts'
import { type Box, boundsOf, type Polygons, type Rings } from './polygons.ts'
import { forEachRing } from './rings.ts'

/** Faults of polygons; `null` for none. */
export type Fault =
  | 'self_intersection'
  | 'ring_contact'
  | 'hole_outside_shell'
  | 'nested_rings'
  | null

/** Every pair of polygons, or of holes of one, is compared; above this many GEOS decides. */
const MAX_PAIRED = 256

/** Features of up to this many points are tested pair by pair, without arrays and sorting. */
const FEW_POINTS = 40

/**
 * Exact and fast test for the faults that make polygons invalid: it compares every pair of edges
 * whose boxes meet in integer arithmetic, in larger features by a tree of boxes. It reports
 * suspicions: rings that merely touch can be legal, so GEOS must confirm a fault. Nearly every
 * parcel passes without GEOS.
 */
export function faultOf(polygons: Polygons): Fault {
  if (hasSpike(polygons)) return 'self_intersection'
  const isSmall = polygons.coords.length <= FEW_POINTS * 2
  const contact = isSmall ? contactByPairs(polygons) : contactByTree(polygons)
  if (contact) return contact
  return polygons.ringEnds.length > 1 ? nestingFault(polygons) : null
}

/** True if two consecutive edges fold back over each other. */
function hasSpike({ coords, ringEnds }: Rings): boolean {
  let start = 0
  for (const ringEnd of ringEnds) {
    const end = ringEnd * 2
    let ax = coords[end - 4]
    let ay = coords[end - 3]
    let bx = coords[end - 2]
    let by = coords[end - 1]
    for (let i = start; i < end; i += 2) {
      const cx = coords[i]
      const cy = coords[i + 1]
      if ((ax - bx) * (cx - bx) + (ay - by) * (cy - by) > 0 && side(bx, by, ax, ay, cx, cy) === 0)
        return true
      ax = bx
      ay = by
      bx = cx
      by = cy
    }
    start = end
  }
  return false
}

function contactByPairs({ coords, ringEnds }: Rings): Fault {
  let start = 0
  for (let r = 0; r < ringEnds.length; r++) {
    const end = ringEnds[r]
    for (let i = start; i < end; i++) {
      const j = i + 1 === end ? start : i + 1
      let otherStart = start
      for (let s = r; s < ringEnds.length; s++) {
        const otherEnd = ringEnds[s]
        // Later edges of the same ring that are not neighbours, and all edges of later rings.
        const from = s === r ? i + 2 : otherStart
        const to = s === r && i === start ? otherEnd - 1 : otherEnd
        for (let k = from; k < to; k++) {
          const l = k + 1 === otherEnd ? otherStart : k + 1
          if (edgesMeet(coords, i * 2, j * 2, k * 2, l * 2))
            return s === r ? 'self_intersection' : 'ring_contact'
        }
        otherStart = otherEnd
      }
    }
    start = end
  }
  return null
}

/** The sweep alone decides which contact is named: the tree finds that there is none. */
function contactByTree(rings: Rings): Fault {
  return new EdgeContacts(rings).find() ? contactBySweep(rings) : null
}

function contactBySweep({ coords, ringEnds }: Rings): Fault {
  const count = coords.length / 2
  // Per edge: the index of its end point, its ring, and its lesser x.
  const to = new Uint32Array(count)
  const ring = new Uint32Array(count)
  const left = new Float64Array(count)
  let start = 0
  for (let r = 0; r < ringEnds.length; r++) {
    for (let i = start; i < ringEnds[r]; i++) {
      const j = i + 1 === ringEnds[r] ? start : i + 1
      to[i] = j
      ring[i] = r
      left[i] = Math.min(coords[i * 2], coords[j * 2])
    }
    start = ringEnds[r]
  }
  const order = Uint32Array.from({ length: count }, (_, i) => i).sort((a, b) => left[a] - left[b])
  const active: number[] = []
  for (const e of order) {
    let open = 0
    for (const f of active) {
      if (Math.max(coords[f * 2], coords[to[f] * 2]) < left[e]) continue
      active[open++] = f
      if (to[e] === f || to[f] === e) continue // neighbours share a point
      if (edgesMeet(coords, e * 2, to[e] * 2, f * 2, to[f] * 2))
        return ring[e] === ring[f] ? 'self_intersection' : 'ring_contact'
    }
    active.length = open
    active.push(e)
  }
  return null
}

interface Part {
  /** Shell and holes together, and each hole by itself. */
  area: Rings
  holes: Rings[]
  box: Box
}

/** Rings do not touch here, so one vertex decides for a whole ring. */
function nestingFault(polygons: Polygons): Fault {
  const parts = partsOf(polygons)
  const isMany = parts.length > MAX_PAIRED || parts.some(({ holes }) => holes.length > MAX_PAIRED)
  if (isMany) return 'nested_rings'
  for (const { area, holes } of parts) {
    const shell = { coords: area.coords, ringEnds: area.ringEnds.subarray(0, 1) }
    for (const hole of holes) {
      if (!containsRing(shell, hole)) return 'hole_outside_shell'
      if (holes.some((other) => other !== hole && containsRing(other, hole))) return 'nested_rings'
    }
  }
  const isWithin = (inner: Part, outer: Part) =>
    inner !== outer &&
    inner.box[0] > outer.box[0] &&
    inner.box[1] > outer.box[1] &&
    inner.box[2] < outer.box[2] &&
    inner.box[3] < outer.box[3] &&
    containsRing(outer.area, inner.area)
  const isNested = parts.some((inner) => parts.some((outer) => isWithin(inner, outer)))
  return isNested ? 'nested_rings' : null
}

function containsRing(area: Rings, ring: Rings): boolean {
  return containsPoint(area, ring.coords[0], ring.coords[1])
}

function partsOf(polygons: Polygons): Part[] {
  const parts: Part[] = []
  let from = 0
  forEachRing(polygons, (start, end, isShell) => {
    const ring = {
      coords: polygons.coords.subarray(start * 2, end * 2),
      ringEnds: Uint32Array.of(end - start),
    }
    if (isShell) {
      from = start
      parts.push({ area: ring, holes: [], box: boundsOf(ring) })
      return
    }
    const part = parts[parts.length - 1]
    part.holes.push(ring)
    part.area = {
      coords: polygons.coords.subarray(from * 2, end * 2),
      ringEnds: Uint32Array.of(...part.area.ringEnds, end - from),
    }
  })
  return parts
}
