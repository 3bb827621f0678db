import type { BorderLine } from '../../geometry/border-line.ts'
import { GRID } from '../../geometry/polygons.ts'
import { type RingSide, sidesOf } from '../../geometry/ring-sides.ts'
import { metresOf, type Stretches } from '../../geometry/shared-border.ts'
import { type Span, totalOf } from '../../geometry/spans.ts'
import { round } from '../../values/round.ts'
import type { LocatedParcel, SectionRows } from '../location.ts'
import { beyondFrontage } from './beyond-frontage.ts'
import type { LotSide } from './data.ts'
import { bearingOf, roleOfSides } from './lot-roles.ts'
import type { Neighbourhood } from './neighbours.ts'
import { streetBeyond } from './street-beyond.ts'
import { isStreetShaped } from './street-shape.ts'

/** The international foot. */
export const M_PER_FT = 0.3048
/** Sides of one parcel that are listed, the longest; all are counted. */
export const LOT_SIDES_MAX = 100
/** Points beyond a side at which water and the end of the fabric are searched. */
const SAMPLES_A_SIDE = 12
/** Neighbours that are named at one side, those with the longest stretch of it. */
const NEIGHBOURS_A_SIDE = 8

/** The sides of a parcel in the order of its outline, and how many it has. */
export interface LotSides {
  sides: LotSide[]
  count: number
}

/** Measures the sides of a parcel, and finds the ground beyond each. */
export function lotSides(
  parcel: LocatedParcel,
  neighbourhood: Neighbourhood,
  rows: SectionRows,
  includeGeometry: boolean,
): LotSides {
  const { border } = neighbourhood
  const all = sidesOf(border)
  const lengths = all.map(({ span: [from, to] }) => to - from)
  const least = lengths.toSorted((a, b) => b - a)[LOT_SIDES_MAX] ?? 0
  const listed = all.filter((_, i) => lengths[i] > least).slice(0, LOT_SIDES_MAX)
  const sides = listed.map((side): LotSide => {
    const points = border.pointsOf(side.ring, side.span)
    const length_m = side.span[1] - side.span[0]
    return {
      length_ft: round(length_m / M_PER_FT, 2),
      length_m: round(length_m, 2),
      bearing_deg: round(bearingOf(points), 1),
      is_curved: side.is_curved,
      role: null,
      ...beyondSide(parcel, neighbourhood, rows, side),
      ...(includeGeometry && {
        geometry: {
          type: 'LineString',
          coordinates: points.map(([x, y]) => [x / GRID, y / GRID]),
        },
      }),
    }
  })
  const roles = roleOfSides(
    sides,
    listed.map((side) => isOuter(border, side)),
  )
  return { sides: sides.map((side, i) => ({ ...side, role: roles[i] })), count: all.length }
}

/** Whether a ring is the outside of a part of the parcel: it runs counter-clockwise. */
function isOuter(border: BorderLine, { ring }: RingSide): boolean {
  const corners = border.cornersOf(ring)
  const [[x0, y0]] = corners
  const doubled = corners.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = corners[(i + 1) % corners.length]
    return sum + (x - x0) * (nextY - y0) - (nextX - x0) * (y - y0)
  }, 0)
  return doubled > 0
}

function beyondSide(
  parcel: LocatedParcel,
  { border, neighbours, open }: Neighbourhood,
  rows: SectionRows,
  side: RingSide,
): Pick<LotSide, 'beyond' | 'street' | 'parcel_keys'> {
  const length_m = side.span[1] - side.span[0]
  const along = (stretches: Stretches) => withinSide(stretches, side, border)
  const shared = neighbours
    .map((neighbour) => ({ ...neighbour, here_m: metresOf(along(neighbour.stretches)) }))
    .filter(({ here_m }) => here_m > 0)
    .toSorted((a, b) => b.here_m - a.here_m)
  const parcel_keys = shared.slice(0, NEIGHBOURS_A_SIDE).map(({ key }) => key)
  const free = along(open)
  const free_m = metresOf(free)
  const streetLike_m = shared
    .filter(({ found }) => isStreetShaped(found))
    .reduce((sum, { here_m }) => sum + here_m, 0)
  const isFree = free_m + streetLike_m >= length_m / 2
  if (!isFree) {
    const shared_m = shared.reduce((sum, { here_m }) => sum + here_m, 0)
    return { beyond: shared_m > 0 ? 'parcel' : 'overlap', street: null, parcel_keys }
  }
  const partition = parcel.row.partition
  const beyond = free_m > 0 ? beyondFrontage(border, free, partition, rows, SAMPLES_A_SIDE) : null
  if ((beyond?.along_water_m ?? 0) >= length_m / 2)
    return { beyond: 'water', street: null, parcel_keys }
  const street = streetBeyond(border, side, rows.street_ranges)
  if (street !== null) return { beyond: 'street', street, parcel_keys }
  if ((beyond?.along_edge_m ?? 0) >= length_m / 2)
    return { beyond: 'edge', street: null, parcel_keys }
  return { beyond: streetLike_m > free_m ? 'parcel' : 'open', street: null, parcel_keys }
}

/** The parts of stretches along a side. A span that wraps lies at the start of its ring as well. */
function withinSide(stretches: Stretches, { ring, span }: RingSide, border: BorderLine): Stretches {
  const { length_m } = border.rings[ring]
  const parts = (stretches[ring] ?? []).flatMap(([from, to]): Span[] =>
    [-length_m, 0, length_m].flatMap((lap): Span[] => {
      const start = Math.max(from + lap, span[0])
      const end = Math.min(to + lap, span[1])
      if (start >= end) return []
      return [start >= length_m ? [start - length_m, end - length_m] : [start, end]]
    }),
  )
  const own: Span[][] = border.rings.map(() => [])
  if (totalOf(parts) > 0) own[ring] = parts
  return own
}
