import type { County } from '../../../sample/county.ts'
import type { Lot } from '../../../sample/land/lots.ts'
import { streetBefore } from '../../../sample/market/market-stories.ts'
import { middleOf } from '../../../sample/plan/box.ts'
import { type Spot, spotAt } from './spot.ts'

/** Homes whose observations stand for something. */
export function marketSpots(county: County): Spot[] {
  const { stories } = county.market
  const on = (name: string, { box }: Lot, what: string): Spot =>
    spotAt(county, name, county.terrain.place(middleOf(box)), what)
  const [u, v] = streetBefore(stories.onStreet)
  // 6 m along the street from the point that fell on it.
  const street = county.terrain.place([u + 6, v])
  return [
    on('market_seen_often', stories.seenOften, 'observed three times, by its parcel'),
    on('market_seen_long_ago', stories.seenLongAgo, 'observed once, eleven years before the roll'),
    on('market_by_point', stories.byPoint, 'observed by coordinates alone'),
    on('market_point_is_newer', stories.pointIsNewer, 'observed by parcel, later by coordinates'),
    on('market_dated_ahead', stories.datedAhead, 'the newest observation is of the year 2199'),
    on('market_spoilt', stories.spoilt, 'an observation of values that nobody can believe'),
    on('market_never_seen', stories.neverSeen, 'a house that no provider observed'),
    spotAt(county, 'market_on_street', street, 'in a street, 6 m from the point of a home'),
    on('market_stack_by_point', stories.stackByPoint, 'a stack of units with one point for all'),
    on('market_stack_named', stories.stackNamed, 'a stack of units, each observed by its parcel'),
  ]
}
