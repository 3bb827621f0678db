import type { County } from '../../../sample/county.ts'
import type { Lot } from '../../../sample/land/lots.ts'
import { streetBefore } from '../../../sample/market/market-scenarios.ts'
import { middleOf } from '../../../sample/plan/box.ts'
import { type KnownLocation, locationAt } from './known-location.ts'

/** Homes whose observations are a scenario. */
export function marketLocations(county: County): KnownLocation[] {
  const { scenarios } = county.market
  const on = (name: string, { box }: Lot, what: string): KnownLocation =>
    locationAt(county, name, county.terrain.place(middleOf(box)), what)
  const [u, v] = streetBefore(scenarios.onStreet)
  // 6 m along the street from the point that fell on it.
  const street = county.terrain.place([u + 6, v])
  return [
    on('market_seen_often', scenarios.seenOften, 'observed three times, by its parcel'),
    on(
      'market_seen_long_ago',
      scenarios.seenLongAgo,
      'observed once, eleven years before the roll',
    ),
    on('market_by_point', scenarios.byPoint, 'observed by coordinates alone'),
    on('market_point_is_newer', scenarios.pointIsNewer, 'observed by parcel, later by coordinates'),
    on('market_dated_ahead', scenarios.datedAhead, 'the newest observation is of the year 2199'),
    on('market_faulty', scenarios.faulty, 'an observation of values that nobody can believe'),
    on('market_never_seen', scenarios.neverSeen, 'a house that no provider observed'),
    locationAt(county, 'market_on_street', street, 'in a street, 6 m from the point of a home'),
    on('market_stack_by_point', scenarios.stackByPoint, 'a stack of units with one point for all'),
    on('market_stack_named', scenarios.stackNamed, 'a stack of units, each observed by its parcel'),
  ]
}
