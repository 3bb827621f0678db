import type { Lot } from '../../../sample/land/lots.ts'
import type { Observation } from '../../../sample/market/observations.ts'
import type { Box } from '../../../sample/plan/box.ts'
import type { PlanPoint } from '../../../sample/plan/plan.ts'

/** What the market section must say at a location, by ids and by the boxes of the plan. */
export interface ExpectedMarket {
  /** What is told there, the latest first; what is dated ahead of its time last. */
  seen: Observation[]
  matchedBy: 'parcel' | 'point_in_parcel' | 'near_point' | null
  /** Units of a stack, any of which it may be of; null where it is told. */
  sharedBy: number | null
}

/** Points so far from a location without a parcel answer; the warp bends what lies near the limit. */
const NEAR_M = 25
const DOUBT_M = 2
/** No file of the sample is younger; a later date was made up by the provider. */
const LAST_DAY = '2026-01-01'

/** undefined: a distance is in doubt, or it hangs on which unit of a stack is meant. */
export function marketAt(
  observations: readonly Observation[],
  point: PlanPoint,
  ids: readonly (string | null)[],
  lots: readonly Lot[],
): ExpectedMarket | undefined {
  if (lots.length === 0) return nearTo(observations, point)
  const namedOf = (id: string | null) =>
    id === null ? [] : observations.filter(({ parcelId }) => parcelId === id)
  const inside = observations.filter(
    (each) =>
      each.point !== null &&
      lots.some(({ box, hole }) => isIn(box, each.point!) && !(hole && isIn(hole, each.point!))),
  )
  const named = namedOf(ids[0])
  if (ids.length === 1) return told([...named, ...inside], null)
  const tellings = new Set(ids.map((id) => JSON.stringify(namedOf(id).map(withoutNames))))
  if (tellings.size > 1) return undefined
  if (named.length > 0) return told(named, null)
  return told(inside, inside.length > 0 ? ids.length : null)
}

function withoutNames({ id: _, parcelId: __, ...rest }: Observation) {
  return rest
}

function told(all: Observation[], sharedBy: number | null): ExpectedMarket {
  const seen = latestFirst(all)
  const [latest] = seen
  const matchedBy = !latest ? null : latest.parcelId === null ? 'point_in_parcel' : 'parcel'
  return { seen, matchedBy, sharedBy }
}

function nearTo(
  observations: readonly Observation[],
  [u, v]: PlanPoint,
): ExpectedMarket | undefined {
  const near = observations
    .flatMap((each) =>
      each.point === null ? [] : { each, metres: Math.hypot(each.point[0] - u, each.point[1] - v) },
    )
    .filter(({ metres }) => metres < NEAR_M + DOUBT_M)
    .sort((a, b) => a.metres - b.metres)
  if (near.some(({ metres }) => metres > NEAR_M - DOUBT_M)) return undefined
  const [nearest] = near
  if (!nearest) return { seen: [], matchedBy: null, sharedBy: null }
  const isHere = ({ each }: (typeof near)[0]) => each.propertyId === nearest.each.propertyId
  const other = near.find((each) => !isHere(each))
  if (other && other.metres - nearest.metres < DOUBT_M) return undefined
  const seen = latestFirst(near.filter(isHere).map(({ each }) => each))
  return { seen, matchedBy: 'near_point', sharedBy: null }
}

function latestFirst(seen: Observation[]): Observation[] {
  const isAhead = ({ asOf }: Observation) => Number(asOf > LAST_DAY)
  return seen.sort((a, b) => isAhead(a) - isAhead(b) || (a.asOf < b.asOf ? 1 : -1))
}

const isIn = ([u0, v0, u1, v1]: Box, [u, v]: PlanPoint): boolean =>
  u > u0 && u < u1 && v > v0 && v < v1
