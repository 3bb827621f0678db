import { extent } from 'd3-array'
import type { PlanePoint } from '../lot/plane.ts'
import type { UnitSystem } from '../units.ts'
import { CHART_WIDTH, type Drawn, draw, drawChart, fixed } from './drawing.ts'
import { northArrow, scaleBar } from './scale-bar.ts'

/** A lot in a plane, ready to be drawn. */
export interface DrawnLot {
  rings: PlanePoint[][]
  buildings: PlanePoint[][][]
  sides: DrawnSide[]
  /** Ends of the line of the ground profile; null without one. */
  profile: [PlanePoint, PlanePoint] | null
}

export interface DrawnSide {
  line: PlanePoint[]
  /** Its length with the unit. */
  text: string
  /** Name of the street beyond; null where none is known. */
  street: string | null
  /** Metres inside of the lot within which nothing may be built; null where nothing is stated. */
  setback_m: number | null
}

/** Heights of a drawing: a long lot is drawn smaller, not taller than the screen of a phone. */
const HEIGHT_MIN = 150
const HEIGHT_MAX = 330
/** Room around the lot for lengths, names of streets, the scale and the arrow. */
const MARGIN = 38
/** Width of a letter of a length and of a street's name, and height of a line of text. */
const LETTER = 4.9
const STREET_LETTER = 5.4
const LINE = 10
/** From the outline to the middle of its length, and of the name of its street. */
const TEXT_OFF = 8
const STREET_OFF = 20
/** A length is drawn along a side at least this share as long as the text. */
const LEAST_ROOM = 0.9

type Box = [west: number, north: number, east: number, south: number]

/**
 * A lot with the lengths of its sides, north up, and how many lengths had no room: the longest
 * sides come first. `label` is for those who do not see it.
 */
export function drawLot(
  { rings, buildings, sides, profile }: DrawnLot,
  system: UnitSystem,
  label: string,
): { drawing: Drawn; hidden: number } {
  const { at, height, metres } = projection(rings.flat())
  const path = (ring: readonly PlanePoint[]) =>
    `M${ring.map((point) => at(point).map(fixed).join(' ')).join('L')}`
  const outline = rings.map((ring) => `${path(ring)}Z`).join('')
  const scale = CHART_WIDTH / metres
  const bands = sides.flatMap(({ line, setback_m }) =>
    setback_m === null || setback_m <= 0
      ? []
      : [
          draw('path', {
            d: path(line),
            class: 'setback',
            'stroke-width': fixed(setback_m * 2 * scale),
          }),
        ],
  )
  const { texts, hidden } = placeTexts(sides, at, height)
  const clip = draw(
    'clipPath',
    { id: 'lot-outline' },
    draw('path', { d: outline, 'clip-rule': 'evenodd' }),
  )
  const drawing = drawChart(
    height,
    label,
    ...(bands.length > 0 ? [draw('defs', {}, clip)] : []),
    draw('path', { d: outline, class: 'lot-ground', 'fill-rule': 'evenodd' }),
    ...(bands.length > 0
      ? [draw('g', { 'clip-path': 'url(#lot-outline)', class: 'setbacks' }, ...bands)]
      : []),
    ...buildings.map((shape) =>
      draw('path', {
        d: shape.map((ring) => `${path(ring)}Z`).join(''),
        class: 'lot-building',
        'fill-rule': 'evenodd',
      }),
    ),
    ...(profile ? profileLine(profile, at) : []),
    draw('path', { d: outline, class: 'lot-line' }),
    ...texts,
    ...scaleBar({ width: CHART_WIDTH, metres, x: 6, y: height - 6 }, system),
    northArrow(CHART_WIDTH - 12, 22),
  )
  return { drawing, hidden }
}

type Projection = (point: PlanePoint) => [x: number, y: number]

/** Fits points into a picture; `metres` from its west to its east. */
function projection(points: readonly PlanePoint[]): {
  at: Projection
  height: number
  metres: number
} {
  const [west, east] = extent(points, ([x]) => x) as [number, number]
  const [south, north] = extent(points, ([, y]) => y) as [number, number]
  const [wide, high] = [Math.max(east - west, 1), Math.max(north - south, 1)]
  const inner = CHART_WIDTH - 2 * MARGIN
  const scale = Math.min(inner / wide, (HEIGHT_MAX - 2 * MARGIN) / high)
  const height = Math.max(HEIGHT_MIN, Math.round(high * scale + 2 * MARGIN))
  const [x0, y0] = [(west + east) / 2, (south + north) / 2]
  return {
    at: ([x, y]) => [CHART_WIDTH / 2 + (x - x0) * scale, height / 2 - (y - y0) * scale],
    height,
    metres: CHART_WIDTH / scale,
  }
}

interface Placed {
  element: Drawn
  boxes: Box[]
}

/** Lengths and names of streets, the longest side first; what would cover others is hidden. */
function placeTexts(
  sides: readonly DrawnSide[],
  at: Projection,
  height: number,
): { texts: Drawn[]; hidden: number } {
  const drawn = sides.map((side) => ({ ...side, points: side.line.map(at) }))
  const longest = drawn.toSorted((a, b) => lengthOf(b.points) - lengthOf(a.points))
  // The scale and the arrow.
  const covered: Box[] = [
    [0, height - 22, CHART_WIDTH / 4 + 12, height],
    [CHART_WIDTH - 22, 0, CHART_WIDTH, 36],
  ]
  const texts: Drawn[] = []
  let hidden = 0
  const put = (placed: Placed | null): boolean => {
    if (!placed || placed.boxes.some((box) => isCovered(box, covered, height))) return false
    covered.push(...placed.boxes)
    texts.push(placed.element)
    return true
  }
  for (const { points, text } of longest) {
    const wide = text.length * LETTER
    const hasRoom = lengthOf(points) >= wide * LEAST_ROOM
    if (!hasRoom || !put(textAlong(points, text, wide, TEXT_OFF, 'lot-length'))) hidden++
  }
  const named = new Set<string>()
  for (const { points, street } of longest) {
    if (street === null || named.has(street)) continue
    const wide = street.length * STREET_LETTER
    if (put(textAlong(points, street, wide, STREET_OFF, 'lot-street'))) named.add(street)
  }
  return { texts, hidden }
}

/** A text outside of a side, along it and upright; the lot lies to the left of its points. */
function textAlong(
  points: readonly [number, number][],
  text: string,
  wide: number,
  off: number,
  kind: string,
): Placed | null {
  const middle = middleOf(points)
  if (!middle) return null
  // On the screen, where y grows downwards, the outside is to the right of the way.
  const { x, y, dx, dy } = middle
  const [cx, cy] = [x - dy * off, y + dx * off]
  const angle = (Math.atan2(dy, dx) * 180) / Math.PI
  const upright = angle > 90 ? angle - 180 : angle <= -90 ? angle + 180 : angle
  const transform = `rotate(${fixed(upright)} ${fixed(cx)} ${fixed(cy)})`
  const element = draw(
    'text',
    { x: fixed(cx), y: fixed(cy + 3), transform, class: `${kind} middle` },
    text,
  )
  // Squares along the text: a box around a slanted text would cover much more than it.
  const count = Math.max(1, Math.ceil(wide / LINE))
  const boxes = Array.from({ length: count }, (_, i): Box => {
    const along = ((i + 0.5) / count - 0.5) * wide
    const [bx, by] = [cx + dx * along, cy + dy * along]
    return [bx - LINE / 2, by - LINE / 2, bx + LINE / 2, by + LINE / 2]
  })
  return { element, boxes }
}

/** The middle of a way, with the direction from its start to its end; null where they are one. */
function middleOf(points: readonly [number, number][]) {
  const [[ax, ay], [bx, by]] = [points[0], points[points.length - 1]]
  const reach = Math.hypot(bx - ax, by - ay)
  if (reach === 0) return null
  const [dx, dy] = [(bx - ax) / reach, (by - ay) / reach]
  let rest = lengthOf(points) / 2
  for (let i = 1; i < points.length; i++) {
    const [[px, py], [qx, qy]] = [points[i - 1], points[i]]
    const step = Math.hypot(qx - px, qy - py)
    if (rest <= step && step > 0)
      return { x: px + ((qx - px) * rest) / step, y: py + ((qy - py) * rest) / step, dx, dy }
    rest -= step
  }
  return { x: (ax + bx) / 2, y: (ay + by) / 2, dx, dy }
}

function lengthOf(points: readonly [number, number][]): number {
  return points
    .slice(1)
    .reduce((sum, [x, y], i) => sum + Math.hypot(x - points[i][0], y - points[i][1]), 0)
}

function isCovered([west, north, east, south]: Box, others: readonly Box[], height: number) {
  if (west < 0 || north < 0 || east > CHART_WIDTH || south > height) return true
  return others.some(([w, n, e, s]) => west < e && east > w && north < s && south > n)
}

/** The line of the ground profile, with the letters of its ends. */
function profileLine([a, b]: [PlanePoint, PlanePoint], at: Projection): Drawn[] {
  const ends = [at(a), at(b)]
  const [[ax, ay], [bx, by]] = ends
  const line = { x1: fixed(ax), y1: fixed(ay), x2: fixed(bx), y2: fixed(by), class: 'lot-profile' }
  const reach = Math.hypot(bx - ax, by - ay) || 1
  const [dx, dy] = [((bx - ax) / reach) * 12, ((by - ay) / reach) * 12]
  return [
    draw('line', line),
    ...ends.map(([x, y], i) => {
      const [cx, cy] = i === 0 ? [x + dx, y + dy] : [x - dx, y - dy]
      const place = { x: fixed(cx), y: fixed(cy + 3), class: 'lot-end middle' }
      return draw('text', place, i === 0 ? 'A' : 'B')
    }),
  ]
}
