import { compareText } from '../../values/text-order.ts'
import type { Coverage, LocatedRow, Location, NearbyRow, Row, SectionRows } from '../location.ts'
import { ageDays } from './age.ts'
import type { MatchedBy } from './data.ts'

/**
 * Greatest distance of a point from a location without a parcel: a provider's coordinates are on a
 * house or in front of it, and lots of a town are 15 to 30 m wide.
 */
export const NEAR_M = 25

/** An observation at the location, and its age at the day our copy was taken. */
export interface Seen {
  row: Row
  /** Null where it is dated after our copy. */
  age_days: number | null
  matched_by: MatchedBy
}

/** The observations that are reported at a location, and how they were chosen. */
export interface Choice {
  /** The latest first; those dated after our copy last. */
  seen: Seen[]
  /**
   * Parcels at the location that a point does not distinguish; null where the parcel is certain.
   */
  sharedBy: number | null
  /** Observations here or near that are left out, because they may be of another home. */
  leftOut: number
  /** Metres to the chosen point; null unless it is only near. */
  distance_m: number | null
}

/**
 * Chooses the observations that name the parcel, and points inside it. Over a stack of parcels a
 * point does not determine the parcel: it is used only where no observation names the parcel.
 * Without a parcel the nearest point answers, with all that was seen at it.
 */
export function chooseObservations(location: Location, rows: SectionRows): Choice {
  const { market_observations: byParcel, market_points: points } = rows
  const copies = copiesOf([...byParcel.contributed, ...points.contributed])
  const seenAs = (matched_by: MatchedBy) => (found: LocatedRow) => ({
    row: found.row,
    age_days: ageDays(`${found.row.as_of}`, copies.get(`${found.row.partition}`)),
    matched_by,
  })
  const alone = { sharedBy: null, leftOut: 0, distance_m: null }
  if (!location.parcel) {
    const nearest = atNearest(points.near)
    return {
      ...alone,
      seen: latestFirst(nearest.map(seenAs('near_point'))),
      leftOut: points.near.length - nearest.length,
      distance_m: nearest[0]?.distance_m ?? null,
    }
  }
  const named = byParcel.keyed.map(seenAs('parcel'))
  const inside = points.onParcel.map(seenAs('point_in_parcel'))
  const stack = location.parcels.length
  if (stack === 1) return { ...alone, seen: latestFirst([...named, ...inside]) }
  if (named.length > 0) return { ...alone, seen: latestFirst(named), leftOut: inside.length }
  return { ...alone, seen: latestFirst(inside), sharedBy: inside.length > 0 ? stack : null }
}

/** When our copy was taken, by partition. */
function copiesOf(contributed: readonly Coverage[]): Map<string, string> {
  return new Map(contributed.map(({ partition, retrieved_at }) => [partition, retrieved_at]))
}

/** The observations at the point of the nearest one: another point is another home. */
function atNearest(near: readonly NearbyRow[]): NearbyRow[] {
  const nearest = near[0]?.point().join()
  return near.filter((each) => each.point().join() === nearest)
}

function latestFirst(seen: Seen[]): Seen[] {
  return seen.sort(
    (a, b) =>
      Number(a.age_days === null) - Number(b.age_days === null) ||
      compareText(`${b.row.as_of}`, `${a.row.as_of}`) ||
      compareText(`${a.row.observation_key}`, `${b.row.observation_key}`),
  )
}
