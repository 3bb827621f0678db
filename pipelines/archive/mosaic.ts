import { zxyToTileId } from 'pmtiles'
import { isLarge, sharedText } from './coalesce.ts'
import { dissolve } from './dissolve.ts'
import { ANCHOR_X, ANCHOR_Y, AREA, type Fabric } from './fabric.ts'
import { FabricBuilder } from './fabric-builder.ts'
import { worldSide } from './world-grid.ts'
import type { ZoomRule } from './zoom-rule.ts'

/** log2 of the pieces along the side of a cell, each a pixel of a 512-pixel tile. */
const PIECES_LOG2 = 2
/**
 * The same of what regions hand on, pieces of two pixels: the overview is one slice, and its memory
 * is that of these pieces. The next zoom has pieces of that size.
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
 * `ofRegion` is true for one region alone, and false for all that its zoom has.
 */
export function mosaic(fabric: Fabric, rule: ZoomRule, maxZoom: number, ofRegion: boolean): Fabric {
  const { starts } = fabric
  if (starts.every((start) => isLarge(fabric, start, rule))) return fabric
  const builder = new FabricBuilder()
  const small: number[] = []
  for (const start of starts) {
    if (isLarge(fabric, start, rule)) builder.copy(fabric, start)
    else small.push(start)
  }
  const owed = new Map<string, number>()
  const { cellShift } = rule
  const pieceShift = cellShift - (ofRegion ? HANDED_ON_LOG2 : PIECES_LOG2)
  for (const cell of placesOf(fabric, small, cellShift, maxZoom)) {
    if (cell.kinds.size === 1) {
      dissolve(fabric, cell.members, cell.middle, builder)
      continue
    }
    for (const { members, kinds, middle } of placesOf(fabric, cell.members, pieceShift, maxZoom)) {
      const [like] = kinds.get(kindOf(fabric, kinds, owed))!
      dissolve(fabric, members, middle, builder, like)
    }
  }
  return builder.fabric()
}

/** Features whose anchors lie in one square. */
interface Place {
  members: number[]
  /** Members by their shared properties, as text. */
  kinds: Map<string, number[]>
  middle: [x: number, y: number]
}

/** The features by squares with sides of 2 to the `shift` units, along a Hilbert curve. */
function placesOf(
  fabric: Fabric,
  starts: readonly number[],
  shift: number,
  maxZoom: number,
): Place[] {
  const { words } = fabric
  const places = new Map<number, Place>()
  const zoom = Math.log2(worldSide(maxZoom)) - shift
  for (const start of starts) {
    const x = words[start + ANCHOR_X] >> shift
    const y = words[start + ANCHOR_Y] >> shift
    const along = zxyToTileId(zoom, x, y)
    let place = places.get(along)
    if (place === undefined) {
      const middle: Place['middle'] = [(x + 0.5) * 2 ** shift, (y + 0.5) * 2 ** shift]
      place = { members: [], kinds: new Map(), middle }
      places.set(along, place)
    }
    place.members.push(start)
    const kind = sharedText(fabric, start)
    const alike = place.kinds.get(kind)
    if (alike) alike.push(start)
    else place.kinds.set(kind, [start])
  }
  return [...places].sort(([a], [b]) => a - b).map(([, place]) => place)
}

/** The kind to which the largest area is due, with what it is owed; the others are owed theirs. */
function kindOf(fabric: Fabric, kinds: Place['kinds'], owed: Map<string, number>): string {
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
