import type { Lot } from '../../../sample/land/lots.ts'
import type { Observation } from '../../../sample/market/observations.ts'
import type { Box } from '../../../sample/plan/box.ts'
import type { PlanPoint } from '../../../sample/plan/plan.ts'

/** Expected market section of a location, by ids and by the boxes of the plan. */
export interface ExpectedMarket {
  /** Observations of the answer, the latest first; one dated in the future is last. */
  seen: Observation[]
  matchedBy: 'parcel' | 'point_in_parcel' | 'near_point' | null
  /** Number of units of a stack that the observation may be of; null where the unit is certain. */
  sharedBy: number | null
}

/** Range of points for a location without a parcel; the warp makes distances near it uncertain. */
const NEAR_M = 25
const DOUBT_M = 2
/** The sample's files are older; a later date was made up by the provider. */
const LAST_DAY = '2026-01-01'

/** undefined: a distance is uncertain, or the answer depends on the unit of a stack. */
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
  if (ids.length === 1) return expectedMarket([...named, ...inside], null)
  const variants = new Set(ids.map((id) => JSON.stringify(namedOf(id).map(withoutNames))))
  if (variants.size > 1) return undefined
  if (named.length > 0) return expectedMarket(named, null)
  return expectedMarket(inside, inside.length > 0 ? ids.length : null)
}

function withoutNames({ id: _, parcelId: __, ...rest }: Observation) {
  return rest
}

function expectedMarket(all: Observation[], sharedBy: number | null): ExpectedMarket {
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
