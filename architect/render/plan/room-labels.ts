import type { Point } from '../../geometry/point.ts'
import { boxOf, centroid, contains, type Polygon } from '../../geometry/polygon.ts'
import { type Region, regionArea } from '../../geometry/regions.ts'
import type { Paper, TextBox } from '../paper.ts'
import { INK } from '../paper.ts'

/** The text in a room. */
export interface RoomLabel {
  name: string
  regions: Region[]
}

/** Places tried along each side of a room's box. */
const TRIED = 14
/** Sizes of text tried, in pixels, the preferred one first. */
const SIZES = [15, 13.5, 12, 10.5, 9]
/** A text covers furniture from this share of its area on. */
const COVERED_MAX = 0.06
/** Pixels between a text and another. */
const GAP = 4

/** "Kitchen 12.4 m²": square metres to one decimal, as everywhere. */
export const areaText = (squareMetres: number): string => `${squareMetres.toFixed(1)} m²`

/**
 * Writes the names and areas of rooms, each in the largest size and nearest to the middle where it
 * is within its room and over no other text, preferably not over furniture. The text of a room too
 * small for it stands nearby. Adds to `taken`.
 */
export function drawRoomLabels(
  paper: Paper,
  labels: readonly RoomLabel[],
  furniture: readonly Polygon[],
  taken: TextBox[],
): void {
  const things = furniture.map((outline) => boxIn(paper, outline))
  // The smallest first: they have the fewest places to choose from.
  const order = labels
    .map((label) => ({ ...label, area: regionArea(label.regions) }))
    .sort((a, b) => a.area - b.area)
  for (const { name, regions, area } of order) {
    const largest = [...regions].sort((a, b) => regionArea([b]) - regionArea([a]))[0]
    if (!largest) continue
    const placed = placeFor(paper, name, areaText(area), largest, things, taken)
    if (!placed) continue
    const { x, y, size, lines } = placed
    const step = size * 1.25
    const top = y - ((lines.length - 1) * step) / 2
    for (const [index, text] of lines.entries()) {
      const isName = index === 0
      taken.push(
        paper.text(text, x, top + index * step, isName ? size : size * 0.88, {
          weight: isName ? 600 : 400,
          color: isName ? INK.text : INK.quiet,
        }),
      )
    }
  }
}

interface Place {
  x: number
  y: number
  size: number
  lines: string[]
}

function placeFor(
  paper: Paper,
  name: string,
  area: string,
  room: Region,
  things: readonly TextBox[],
  taken: readonly TextBox[],
): Place | null {
  const { minX, minZ, maxX, maxZ } = boxOf(room.outer)
  const middle = centroid(room.outer)
  const tried: Point[] = [middle]
  for (let i = 0; i <= TRIED; i++) {
    for (let j = 0; j <= TRIED; j++)
      tried.push([minX + ((maxX - minX) * i) / TRIED, minZ + ((maxZ - minZ) * j) / TRIED])
  }
  let spare: (Place & { cost: number }) | undefined
  // A smaller text that covers nothing is better than a large one over a table.
  let covering: (Place & { cost: number; share: number }) | undefined
  for (const lines of [[name, area], [`${name} ${area}`]]) {
    for (const size of SIZES) {
      let best: (Place & { cost: number; share: number }) | undefined
      const width = Math.max(
        ...lines.map((text, k) =>
          paper.widthOf(text, k === 0 ? size : size * 0.88, k === 0 ? 600 : 400),
        ),
      )
      const height = size * 1.25 * lines.length
      for (const point of tried) {
        const [x, y] = paper.at(point)
        const box: TextBox = { x: x - width / 2, y: y - height / 2, width, height }
        if (taken.some((other) => overlap(box, other, GAP) > 0)) continue
        const isInside = cornersOf(box).every((corner) => isIn(room, paper.place(...corner)))
        const [mx, my] = paper.at(middle)
        const away = Math.hypot(x - mx, y - my)
        const covered = things.reduce((sum, thing) => sum + overlap(box, thing, 0), 0)
        const share = covered / (width * height)
        const place = { x, y, size, lines, cost: away + share * 220, share }
        if (isInside && (!best || place.cost < best.cost)) best = place
        if (
          !isInside &&
          (!spare || size < spare.size || (size === spare.size && away < spare.cost))
        )
          spare = { ...place, cost: away }
      }
      if (best && best.share < COVERED_MAX) return best
      if (best && (!covering || best.share < covering.share - COVERED_MAX)) covering = best
    }
  }
  return covering ?? spare ?? null
}

function isIn({ outer, holes }: Region, point: Point): boolean {
  return contains(outer, point) && !holes.some((hole) => contains(hole, point))
}

function cornersOf({ x, y, width, height }: TextBox): [number, number][] {
  const [xs, ys] = [
    [x - 2, x + width / 2, x + width + 2],
    [y - 1, y + height + 1],
  ]
  return xs.flatMap((cx) => ys.map((cy): [number, number] => [cx, cy]))
}

/** Square pixels that two boxes share, the first one grown by `gap`. */
function overlap(a: TextBox, b: TextBox, gap: number): number {
  const wide = Math.min(a.x + a.width + gap, b.x + b.width) - Math.max(a.x - gap, b.x)
  const tall = Math.min(a.y + a.height + gap, b.y + b.height) - Math.max(a.y - gap, b.y)
  return wide > 0 && tall > 0 ? wide * tall : 0
}

function boxIn(paper: Paper, outline: Polygon): TextBox {
  const { minX, minZ, maxX, maxZ } = boxOf(outline)
  const [x, y] = paper.at([minX, minZ])
  const [right, bottom] = paper.at([maxX, maxZ])
  return { x, y, width: right - x, height: bottom - y }
}
