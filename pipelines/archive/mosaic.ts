import { zxyToTileId } from 'pmtiles'
import { isLarge, sharedText } from './coalesce.ts'
import { dissolve } from './dissolve.ts'
import { ANCHOR_X, ANCHOR_Y, AREA, type Fabric, MERGED } from './fabric.ts'
import { FabricBuilder } from './fabric-builder.ts'
import { worldSide } from './world-grid.ts'
import type { ZoomRule } from './zoom-rule.ts'

/** log2 of the pieces along the side of a cell: at level 0 each is a pixel of a 512-pixel tile. */
const PIECES_LOG2 = 2
/**
 * log2 of the least side of pieces that regions hand on, in pixels: most of the records of the
 * zooms below are these, and the next zoom has pieces of that size.
 */
const HANDED_ON_LOG2 = 1

/**
 * The small features of a zoom as a mosaic, of which the zooms below it are made. Those of a cell
 * that share their properties are one piece. In a mixed cell a piece is what lies in one pixel,
 * with the properties of one of its features. Each kind has as many pieces as its share of the
 * ground, because what it has lost to others along a Hilbert curve is added to its next area. A
 * kind that is specks everywhere thus stays specks, however far away: merged into the kind with the
 * largest area it would vanish, and as it is it would be too small to be drawn.
 *
 * `fabric` is what one slice has; `ofRegion` is true where that is a region.
 */
export function mosaic(fabric: Fabric, rule: ZoomRule, maxZoom: number, ofRegion: boolean): Fabric {
  const { starts } = fabric
  const small = starts.filter((start) => !isLarge(fabric, start, rule))
  if (small.length === 0) return fabric
  const builder = new FabricBuilder()
  for (const start of starts) if (isLarge(fabric, start, rule)) builder.copy(fabric, start)
  const owed = new Map<string, number>()
  const { cellShift, pixelShift } = rule
  const least = ofRegion ? pixelShift + HANDED_ON_LOG2 : 0
  const pieceShift = Math.max(cellShift - PIECES_LOG2, least)
  for (const cell of placesOf(fabric, small, cellShift, maxZoom)) {
    if (kindsOf(fabric, cell.members).size === 1) {
      merge(fabric, cell, builder)
      continue
    }
    for (const place of placesOf(fabric, cell.members, pieceShift, maxZoom)) {
      const kinds = kindsOf(fabric, place.members)
      const [like] = kinds.get(dueKind(fabric, kinds, owed))!
      merge(fabric, place, builder, like)
    }
  }
  return builder.fabric()
}

/** Merges the features of a place. One alone that was merged before stays as it is. */
function merge(fabric: Fabric, { members, middle }: Place, builder: FabricBuilder, like?: number) {
  const [only] = members
  if (members.length > 1 || fabric.words[only + MERGED] === 0)
    dissolve(fabric, members, middle, builder, like)
  else builder.copy(fabric, only, middle)
}

/** Features whose anchors lie in one square. */
interface Place {
  members: Uint32Array
  middle: [x: number, y: number]
}

/** The features by squares with sides of 2 to the `shift` units, along a Hilbert curve. */
function* placesOf(
  { words }: Fabric,
  starts: Uint32Array,
  shift: number,
  maxZoom: number,
): Generator<Place> {
  const zoom = Math.log2(worldSide(maxZoom)) - shift
  const column = (start: number) => words[start + ANCHOR_X] >> shift
  const row = (start: number) => words[start + ANCHOR_Y] >> shift
  const along = Float64Array.from(starts, (start) => zxyToTileId(zoom, column(start), row(start)))
  // Sorted numbers, not lists by square: the lists of a million lots took 150 MB.
  const order = Uint32Array.from(starts, (_, i) => i).sort((a, b) => along[a] - along[b] || a - b)
  for (let from = 0, to = 0; from < order.length; from = to) {
    while (to < order.length && along[order[to]] === along[order[from]]) to++
    const members = order.subarray(from, to).map((i) => starts[i])
    const [x, y] = [column(members[0]), row(members[0])]
    yield { members, middle: [(x + 0.5) * 2 ** shift, (y + 0.5) * 2 ** shift] }
  }
}

/** Members by their shared properties, as text. */
function kindsOf(fabric: Fabric, members: Uint32Array): Map<string, number[]> {
  const kinds = new Map<string, number[]>()
  for (const start of members) {
    const kind = sharedText(fabric, start)
    const alike = kinds.get(kind)
    if (alike) alike.push(start)
    else kinds.set(kind, [start])
  }
  return kinds
}

/** The kind to which the largest area is due, with what it is owed; the others are owed theirs. */
function dueKind(
  fabric: Fabric,
  kinds: ReadonlyMap<string, number[]>,
  owed: Map<string, number>,
): string {
  let all = 0
  let best = ''
  let most = -Infinity
  for (const [kind, members] of kinds) {
    const area = groundOf(fabric, members)
    all += area
    const due = (owed.get(kind) ?? 0) + area
    owed.set(kind, due)
    if (due > most || (due === most && kind < best)) [best, most] = [kind, due]
  }
  owed.set(best, most - all)
  return best
}

/** Area of members; units stacked on one lot count once. */
function groundOf({ words, floats }: Fabric, members: readonly number[]): number {
  const seen = new Set<string>()
  let sum = 0
  for (const start of members) {
    const area = floats[start / 2 + AREA]
    const place = `${words[start + ANCHOR_X]} ${words[start + ANCHOR_Y]} ${area}`
    if (seen.has(place)) continue
    seen.add(place)
    sum += area
  }
  return sum
}
