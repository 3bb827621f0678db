import type { Point } from '../../geometry/point.ts'
import { counterClockwise, edges, type Polygon } from '../../geometry/polygon.ts'
import type { SurveyZoning, WorldSide } from '../../scene/survey.ts'

export type Setbacks = NonNullable<SurveyZoning['setbacks']>

/** The land of a parcel that is nearer to one of its borders than the setback there. */
export interface SetbackStrip {
  polygon: Polygon
  border: [Point, Point]
  /** In metres. */
  setback: number
  /** Which setback it is; null where the street is unknown. */
  kind: keyof Setbacks | null
}

const OPPOSITE: Record<WorldSide, WorldSide> = {
  north: 'south',
  south: 'north',
  east: 'west',
  west: 'east',
}
/**
 * The strips along the borders of a parcel. Where the street is unknown every border may be at it:
 * `unknown` takes the setback of all borders from those that are known, such as `Math.max`.
 */
export function setbackStrips(
  parcel: Polygon,
  { front, setbacks }: { front: WorldSide | null; setbacks: Setbacks | null },
  unknown: (...known: number[]) => number,
): SetbackStrip[] {
  if (!setbacks) return []
  const known = [setbacks.front, setbacks.side, setbacks.rear].filter((each) => each !== null)
  return edges(counterClockwise(parcel)).flatMap((border): SetbackStrip[] => {
    const kind = front && kindOf(facing(border), front)
    const setback = kind ? setbacks[kind] : known.length > 0 ? unknown(...known) : null
    return setback ? [{ polygon: strip(border, setback), border, setback, kind }] : []
  })
}

function kindOf(side: WorldSide, front: WorldSide): keyof Setbacks {
  if (side === front) return 'front'
  return side === OPPOSITE[front] ? 'rear' : 'side'
}

/** The side that a border faces, of a ring that is counter-clockwise from above. */
export function facing([[x0, z0], [x1, z1]]: [Point, Point]): WorldSide {
  const [x, z] = [z0 - z1, x1 - x0]
  if (Math.abs(x) > Math.abs(z)) return x > 0 ? 'east' : 'west'
  return z > 0 ? 'south' : 'north'
}

/** As long as the border itself: two strips overlap at a corner that points outwards. */
function strip([[x0, z0], [x1, z1]]: [Point, Point], setback: number): Polygon {
  const length = Math.hypot(x1 - x0, z1 - z0)
  const [ux, uz] = [(x1 - x0) / length, (z1 - z0) / length]
  const at = (along: number, across: number): Point => [
    x0 + ux * along + uz * across,
    z0 + uz * along - ux * across,
  ]
  return [at(0, -setback), at(length, -setback), at(length, setback), at(0, setback)]
}
