import { boxOf, centroid, contains } from '../../geometry/polygon.ts'
import { type Region, regionArea } from '../../geometry/regions.ts'
import type { FreeSpace } from '../drawing/free-space.ts'
import { type DrawingUnit, formatArea, formatLength } from '../drawing/lengths.ts'
import { boxesMeet, type Place, type SheetBox } from '../drawing/sheet.ts'
import { INK, type Paper, PEN } from '../paper.ts'

/** The text in a room. */
export interface RoomLabel {
  number: string
  name: string
  regions: Region[]
}

interface Line {
  text: string
  size: number
  weight: 400 | 600
  color: string
}

/** A label as it was drawn. */
export interface DrawnLabel {
  number: string
  box: SheetBox
  /** Absent where the label is in its room. */
  leader?: [from: Place, to: Place]
}

/** Sizes of a name in millimetres, the preferred one first; other lines are smaller. */
const SIZES = [3.6, 3.2, 2.8, 2.4, 2.1, 1.8]
/** Sizes of a label that stands beside its room. */
const ASIDE_SIZES = [2.4, 2.1, 1.8]
const OTHERS = 0.84
const LINE_MM = 1.28
/** Free paper around a label, in millimetres. */
const AROUND_MM = 0.5
/** Farthest that a label stands from its room, in millimetres. */
const ASIDE_MAX_MM = 60
/** Share of its box that a room fills to count as a rectangle. */
const RECTANGLE_SHARE = 0.98

/**
 * Writes number, name, net area and clear dimensions of rooms, each in the largest size for which
 * there is free floor, nearest to the middle; fewer lines where there is little. A label for which
 * its room has no free floor stands beside it with a line to the room. Takes the space of all
 * labels.
 */
export function drawRoomLabels(
  paper: Paper,
  labels: readonly RoomLabel[],
  space: FreeSpace,
  unit: DrawingUnit,
): DrawnLabel[] {
  // The smallest first: they have the fewest places to choose from.
  const order = labels
    .map((label) => ({ ...label, area: regionArea(label.regions) }))
    .filter(({ regions }) => regions.length > 0)
    .sort((a, b) => a.area - b.area || (a.number < b.number ? -1 : 1))
  const drawn: DrawnLabel[] = []
  const aside: typeof order = []
  for (const label of order) {
    const box = drawInside(paper, label, space, unit)
    if (box) drawn.push({ number: label.number, box })
    else aside.push(label)
  }
  for (const label of aside) {
    const beside = drawAside(paper, label, space, unit, drawn)
    if (beside) drawn.push(beside)
  }
  return drawn
}

const largestOf = (regions: readonly Region[]): Region =>
  [...regions].sort((a, b) => regionArea([b]) - regionArea([a]))[0]

function drawInside(
  paper: Paper,
  label: RoomLabel & { area: number },
  space: FreeSpace,
  unit: DrawingUnit,
): SheetBox | null {
  const room = largestOf(label.regions)
  const rings = [room.outer, ...room.holes].map((ring) => ring.map((corner) => paper.at(corner)))
  const own = space.part(boundsOf(rings[0]))
  own.takeOutside(rings)
  const middle = paper.at(centroid(room.outer))
  for (const lines of variantsOf(label, unit)) {
    const { width, height } = sizeOf(paper, lines)
    const box = own.nearest(width + 2 * AROUND_MM, height + 2 * AROUND_MM, middle)
    if (!box) continue
    drawLines(paper, lines, box)
    space.takeBox(box)
    return box
  }
  return null
}

function drawAside(
  paper: Paper,
  label: RoomLabel & { area: number },
  space: FreeSpace,
  unit: DrawingUnit,
  drawn: readonly DrawnLabel[],
): DrawnLabel | null {
  const room = largestOf(label.regions)
  const target = innerPlace(paper, room)
  const reach: SheetBox = {
    x: target[0] - ASIDE_MAX_MM,
    y: target[1] - ASIDE_MAX_MM,
    width: 2 * ASIDE_MAX_MM,
    height: 2 * ASIDE_MAX_MM,
  }
  for (const size of ASIDE_SIZES) {
    const lines = linesOf(label, size, unit, ['name', 'area'])
    const { width, height } = sizeOf(paper, lines)
    const near = space.part(reach)
    let box = near.nearest(width + 2 * AROUND_MM, height + 2 * AROUND_MM, target)
    // The next free place is tried by taking this one.
    while (box && isCrossing(leaderOf(box, target), drawn)) {
      near.takeBox(box)
      box = near.nearest(width + 2 * AROUND_MM, height + 2 * AROUND_MM, target)
    }
    if (!box) continue
    const leader = leaderOf(box, target)
    drawLines(paper, lines, box)
    const stroke = { color: INK.quiet, width: PEN.hair }
    paper.path([leader], false, { stroke })
    const [x, y] = target
    paper.box({ x: x - 0.4, y: y - 0.4, width: 0.8, height: 0.8 }, { fill: INK.quiet })
    space.takeBox(box)
    space.takeLine(leader)
    return { number: label.number, box, leader }
  }
  return null
}

type Part = 'name' | 'area' | 'clear'

/**
 * Labels from the preferred one down: large with all lines, all in two wide lines, small with all,
 * then with fewer lines.
 */
function variantsOf(label: RoomLabel & { area: number }, unit: DrawingUnit): Line[][] {
  const parts: Part[][] = [['name', 'area', 'clear'], ['name', 'area'], ['name'], []]
  const sizes = [SIZES.slice(2, 4), SIZES.slice(2), SIZES.slice(3), SIZES.slice(4)]
  const large = SIZES.slice(0, 3).map((size) => linesOf(label, size, unit, parts[0]))
  const wide = SIZES.slice(0, 4).map((size) => wideLinesOf(label, size, unit))
  const smaller = parts.flatMap((shown, index) =>
    sizes[index].flatMap((size) => {
      const lines = linesOf(label, size, unit, shown)
      const words = label.name.split(' ')
      if (!shown.includes('name') || words.length < 2) return [lines]
      return [lines, linesOf(label, size, unit, shown, true)]
    }),
  )
  return [...large, ...wide, ...smaller]
}

/** Number and name in one line, area and clear dimensions in the other. */
function wideLinesOf(
  { number, name, regions, area }: RoomLabel & { area: number },
  size: number,
  unit: DrawingUnit,
): Line[] {
  const text = `${formatArea(area, unit)} · ${clearText(regions, unit)}`
  return [
    { text: `${number}  ${name}`, size, weight: 600, color: INK.text },
    { text, size: size * OTHERS, weight: 400, color: INK.quiet },
  ]
}

function linesOf(
  { number, name, regions, area }: RoomLabel & { area: number },
  size: number,
  unit: DrawingUnit,
  parts: readonly Part[],
  isBroken = false,
): Line[] {
  const small = { size: size * OTHERS, weight: 400, color: INK.quiet } as const
  const lines: Line[] = [{ text: number, ...small }]
  if (parts.includes('name')) {
    for (const text of isBroken ? name.split(' ') : [name])
      lines.push({ text, size, weight: 600, color: INK.text })
  }
  if (parts.includes('area')) lines.push({ text: formatArea(area, unit), ...small })
  if (parts.includes('clear')) lines.push({ text: clearText(regions, unit), ...small })
  return lines
}

/** Clear dimensions between the walls; of a room that is not a rectangle the greatest ones. */
export function clearText(regions: readonly Region[], unit: DrawingUnit): string {
  const { minX, minZ, maxX, maxZ } = boxOf(regions.flatMap(({ outer }) => outer))
  const [wide, deep] = [maxX - minX, maxZ - minZ]
  const isRectangle = regionArea([...regions]) > RECTANGLE_SHARE * wide * deep
  const text = `${formatLength(wide, unit)} × ${formatLength(deep, unit)}`
  return isRectangle ? text : `max. ${text}`
}

function sizeOf(paper: Paper, lines: readonly Line[]): { width: number; height: number } {
  return {
    width: Math.max(...lines.map(({ text, size, weight }) => paper.widthOf(text, size, weight))),
    height: lines.reduce((sum, { size }) => sum + size * LINE_MM, 0),
  }
}

function drawLines(paper: Paper, lines: readonly Line[], { x, y, width }: SheetBox): void {
  let top = y + AROUND_MM
  for (const { text, size, weight, color } of lines) {
    paper.text(text, x + width / 2, top + (size * LINE_MM) / 2, size, { weight, color })
    top += size * LINE_MM
  }
}

/** A place in the room: its middle, or where that is outside of it, next to a corner. */
function innerPlace(paper: Paper, { outer }: Region): Place {
  const middle = centroid(outer)
  return paper.at(contains(outer, middle) ? middle : outer[0])
}

/** The line from the nearest place of a box to what it belongs to; without length within it. */
export function leaderOf({ x, y, width, height }: SheetBox, [tx, ty]: Place): [Place, Place] {
  const from: Place = [Math.min(x + width, Math.max(x, tx)), Math.min(y + height, Math.max(y, ty))]
  return [from, [tx, ty]]
}

const isCrossing = (leader: [Place, Place], drawn: readonly DrawnLabel[]): boolean =>
  drawn.some(({ box }) => crosses(leader, box))

function crosses([[x1, y1], [x2, y2]]: [Place, Place], box: SheetBox): boolean {
  const steps = Math.max(1, Math.ceil(Math.hypot(x2 - x1, y2 - y1) * 4))
  return Array.from({ length: steps + 1 }, (_, k) => k / steps).some((share) =>
    boxesMeet({ x: x1 + (x2 - x1) * share, y: y1 + (y2 - y1) * share, width: 0, height: 0 }, box),
  )
}

export function boundsOf(ring: readonly Place[]): SheetBox {
  const xs = ring.map(([x]) => x)
  const ys = ring.map(([, y]) => y)
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}
