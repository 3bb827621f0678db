import { BorderEdges } from './border-edges.ts'
import type { Fabric } from './fabric.ts'
import {
  AREA,
  doubledArea,
  firstRing,
  HEADER,
  MERGED,
  POINTS,
  propertiesAt,
  RINGS,
  recordArea,
  SHARED,
} from './fabric.ts'
import type { FabricBuilder } from './fabric-builder.ts'
import { polygonsOf } from './ring-nesting.ts'
import { hashPoint } from './vertex-index.ts'

/** Key 0 (the merge mark), two bytes of value: `bool_value: true`. */
const MERGE_MARK = [0, 2, 0x38, 1]

const edges = new BorderEdges()

/**
 * Appends the union of the members as one feature, with the shared properties of the member `like`.
 * Borders between members run both ways and cancel; the remaining edges are joined into rings. No
 * coordinate is computed, so none is rounded: the union has the vertices of its members.
 *
 * Members drawn twice (condominium units on one lot) count once. Members that overlap otherwise
 * stay overlapping rings: their neighbours still see the same border.
 */
export function dissolve(
  fabric: Fabric,
  members: ArrayLike<number> & Iterable<number>,
  anchor: [x: number, y: number],
  builder: FabricBuilder,
  like = members[0],
): void {
  const { words } = fabric
  edges.clear()
  let merged = 0
  const seen = new Map<number, number[]>()
  for (const start of members) {
    merged += Math.max(1, words[start + MERGED])
    if (!isRepeat(fabric, start, seen)) addRings(fabric, start)
  }
  const rings = edges.rings()
  const points = rings.reduce((sum, ring) => sum + ring.length / 2, 0)
  builder.open(points)
  for (const polygon of polygonsOf(rings)) {
    for (const ring of polygon) {
      for (let i = 0; i < ring.length; i += 2) builder.point(ring[i], ring[i + 1])
      builder.endRing()
    }
    builder.endPolygon()
  }
  const at = propertiesAt(fabric, like)
  const shared = words[like + SHARED]
  const properties = new Uint8Array(shared + MERGE_MARK.length)
  properties.set(fabric.bytes.subarray(at, at + shared))
  properties.set(MERGE_MARK, shared)
  const start = builder.close({ id: 0, area: 0, merged, shared, anchor }, properties)
  if (start >= 0) builder.floats[start / 2 + AREA] = recordArea(builder, start)
}

function addRings(fabric: Fabric, start: number): void {
  const rings = firstRing(fabric, start)
  let first = 0
  for (let r = 0; r < fabric.words[start + RINGS]; r++) {
    const end = fabric.words[rings + r]
    if (doubledArea(fabric.words, start + HEADER, first, end) !== 0) {
      edges.addRing(fabric.words, start + HEADER + 2 * first, start + HEADER + 2 * end)
    }
    first = end
  }
}

function isRepeat(fabric: Fabric, start: number, seen: Map<number, number[]>): boolean {
  const { words } = fabric
  const points = words[start + POINTS]
  let hash = points
  for (let i = start + HEADER; i < start + HEADER + 2 * points; i += 2) {
    hash = Math.imul(hash, 31) ^ hashPoint(words[i], words[i + 1])
  }
  const same = seen.get(hash)
  if (same === undefined) {
    seen.set(hash, [start])
    return false
  }
  if (same.some((other) => sameGeometry(words, start, other))) return true
  same.push(start)
  return false
}

/** Points, ring ends and polygon ends lie in one run of words. */
function sameGeometry(words: Int32Array, a: number, b: number): boolean {
  for (let i = POINTS; i <= RINGS + 1; i++) if (words[a + i] !== words[b + i]) return false
  const run = 2 * words[a + POINTS] + words[a + RINGS] + words[a + RINGS + 1]
  for (let i = HEADER; i < HEADER + run; i++) if (words[a + i] !== words[b + i]) return false
  return true
}
