import type { MultiPolygon, Polygon, Position } from 'geojson'
import type { Risk } from '../layers/flood/zones.ts'
import { type Drawn, draw, fixed } from './charts/drawing.ts'
import { northArrow, scaleBar } from './charts/scale-bar.ts'

/** What lies around a lot, in degrees. */
export interface LotGround {
  /** West, south, east, north of the picture. */
  box: readonly [number, number, number, number]
  /** The lot; null where no parcel answered. */
  own: Polygon | MultiPolygon | null
  point: { lng: number; lat: number }
  parcels: (Polygon | MultiPolygon)[]
  buildings: (Polygon | MultiPolygon)[]
  flood: { risk: Risk; shape: Polygon | MultiPolygon }[]
  streets: { name: string; line: Position[] }[]
  houses: { number: string; at: Position }[]
  /** What is around in such number that none of it is drawn, such as the parcels of a city. */
  left_out: string[]
}

/** Size of the picture in its own units. */
export const MAP_SIZE = { width: 640, height: 400 }

/** Of latitude, on a sphere: a picture of a lot needs no more. */
export const METRES_A_DEGREE = 111_320
/** Letters of a street's name: about this wide, and so long a stretch has to be. */
const LETTER = 6
/** Names in a picture: more would cover the land. */
const NAMES_MAX = 24
/** Houses of a picture whose numbers are legible. */
const HOUSES_MAX = 80
/** A picture of a lot and of what is around it, north up: lines and names, without tiles. */
export function drawLotMap(ground: LotGround, system: 'us' | 'metric'): Drawn {
  const { width, height } = MAP_SIZE
  const at = projection(ground)
  const area = (shape: Polygon | MultiPolygon, kind: string) =>
    draw('path', { d: pathOf(shape, at), class: kind, 'fill-rule': 'evenodd' })
  const [x, y] = at([ground.point.lng, ground.point.lat])
  const label = 'Map of the lot, north up'
  return draw(
    'svg',
    { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label, class: 'lot-map' },
    draw('rect', { x: 0, y: 0, width, height, class: 'land' }),
    ...ground.flood.map(({ risk, shape }) => area(shape, `zone tone-${risk}`)),
    ...ground.parcels.map((shape) => area(shape, 'parcel')),
    ...ground.buildings.map((shape) => area(shape, 'building')),
    ...(ground.own ? [area(ground.own, 'own')] : []),
    draw('circle', { cx: fixed(x), cy: fixed(y), r: 4, class: 'point' }),
    ...housesOf(ground.houses, at),
    ...namesOf(ground.streets, at),
    ...scaleBar({ width, metres: widthOf(ground), x: 14, y: height - 14 }, system),
    northArrow(width - 22, 28),
  )
}

type Projection = (position: Position) => [x: number, y: number]

/** Degrees to the picture; a degree of longitude is as wide as it is at the middle. */
function projection({ box: [west, south, east, north] }: LotGround): Projection {
  const { width, height } = MAP_SIZE
  return ([lng, lat]) => [
    ((lng - west) / (east - west)) * width,
    ((north - lat) / (north - south)) * height,
  ]
}

/** The box of a picture around a lot, or around a point: `metres` from the middle to its side. */
export function boxAround(
  { lng, lat }: { lng: number; lat: number },
  metres: number,
): LotGround['box'] {
  const { width, height } = MAP_SIZE
  const dy = (metres * (height / width)) / METRES_A_DEGREE
  const dx = metres / (METRES_A_DEGREE * Math.cos((lat * Math.PI) / 180))
  return [lng - dx, lat - dy, lng + dx, lat + dy]
}

function pathOf(shape: Polygon | MultiPolygon, at: Projection): string {
  const polygons = shape.type === 'Polygon' ? [shape.coordinates] : shape.coordinates
  const ring = (positions: Position[]) =>
    `M${positions.map((each) => at(each).map(fixed).join(' ')).join('L')}Z`
  return polygons.flatMap((rings) => rings.map(ring)).join('')
}

/** House numbers, unless they would cover the land. */
function housesOf(houses: LotGround['houses'], at: Projection): Drawn[] {
  if (houses.length > HOUSES_MAX) return []
  return houses.map((house) => {
    const [x, y] = at(house.at)
    return draw('text', { x: fixed(x), y: fixed(y + 3), class: 'house' }, house.number)
  })
}

/** The name of each street once, along its straightest stretch in the picture that has room. */
function namesOf(streets: LotGround['streets'], at: Projection): Drawn[] {
  const best = new Map<string, Stretch>()
  for (const { name, line } of streets) {
    const known = best.get(name)
    const found = straightest(line.map(at), name.length * LETTER)
    if (found && (!known || found.straightness > known.straightness)) best.set(name, found)
  }
  return [...best]
    .sort(([, a], [, b]) => b.straightness - a.straightness)
    .slice(0, NAMES_MAX)
    .map(([name, { x, y, angle }]) => {
      const transform = `rotate(${fixed(angle)} ${fixed(x)} ${fixed(y)})`
      return draw('text', { x: fixed(x), y: fixed(y + 3), transform, class: 'street' }, name)
    })
}

interface Stretch {
  x: number
  y: number
  /** In degrees, as it is read from left to right. */
  angle: number
  /** Of its ends by the way between them: 1 is straight. */
  straightness: number
}

/** The straightest stretch of a line, of at least that length, whose middle is in the picture. */
function straightest(line: readonly [number, number][], length: number): Stretch | null {
  let best: Stretch | null = null
  let start = 0
  let way = 0
  for (let end = 1; end < line.length; end++) {
    way += distance(line[end - 1], line[end])
    while (way - distance(line[start], line[start + 1]) >= length) {
      way -= distance(line[start], line[start + 1])
      start++
    }
    if (way < length) continue
    const found = stretchOf(line[start], line[end], way)
    if (found && (best === null || found.straightness > best.straightness)) best = found
  }
  return best
}

function distance([x0, y0]: [number, number], [x1, y1]: [number, number]): number {
  return Math.hypot(x1 - x0, y1 - y0)
}

function stretchOf(
  [x0, y0]: [number, number],
  [x1, y1]: [number, number],
  way: number,
): Stretch | null {
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2]
  const margin = 20
  const isInside =
    x > margin && y > margin && x < MAP_SIZE.width - margin && y < MAP_SIZE.height - margin
  if (!isInside) return null
  const angle = (Math.atan2(y1 - y0, x1 - x0) * 180) / Math.PI
  const upright = angle > 90 ? angle - 180 : angle <= -90 ? angle + 180 : angle
  return { x, y, angle: upright, straightness: Math.hypot(x1 - x0, y1 - y0) / way }
}

/** Metres from the west to the east of a picture. */
function widthOf({ box: [west, south, east, north] }: LotGround): number {
  const middle = ((south + north) / 2) * (Math.PI / 180)
  return (east - west) * METRES_A_DEGREE * Math.cos(middle)
}
