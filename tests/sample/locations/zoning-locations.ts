import type { County } from '../../../sample/county.ts'
import { type Box, middleOf } from '../../../sample/plan/box.ts'
import { UNZONED_ROAD } from '../../../sample/zoning/zoning-plan.ts'
import { type KnownLocation, locationAt } from './known-location.ts'

/** A place for each kind of answer about zoning. */
export function zoningLocations(county: County): KnownLocation[] {
  const { terrain } = county
  /** The middle of the first plain lot, away from the river, whose middle lies in the box. */
  const inLot = (name: string, [u0, v0, u1, v1]: Box, what: string): KnownLocation => {
    const found = county.parcels.find(({ lot, oddity }) => {
      const [u, v] = middleOf(lot.box)
      return oddity === 'plain' && lot.bank === null && u > u0 && u < u1 && v > v0 && v < v1
    })
    if (found === undefined) throw new Error(`the county has no lot for ${name}`)
    return locationAt(county, name, terrain.place(middleOf(found.lot.box)), what)
  }
  const { west, east, south } = UNZONED_ROAD
  const road = terrain.place([(west + east) / 2, south + 3600])
  return [
    inLot('zoning_county', [9000, 2300, 11000, 2900], 'a district of the county, all numbers'),
    inLot('zoning_fraction', [10300, 1700, 12700, 2100], 'side setback 7.5 ft'),
    inLot('zoning_all_conditional', [12000, 2300, 13400, 2900], 'planned unit development'),
    inLot('zoning_part_conditional', [10400, 1430, 12600, 1530], 'commercial, side is conditional'),
    inLot('zoning_entity', [15015, 650, 15080, 1380], 'a district written C-2&amp;R'),
    inLot('zoning_without_code', [15005, 6720, 15480, 8600], 'a polygon without a code'),
    inLot('zoning_without_standards', [15005, -6600, 15480, -2300], 'no row in the table'),
    inLot('zoning_town', [11150, 200, 11850, 600], 'town centre, setbacks of 0 ft'),
    inLot('zoning_two_authorities', [12750, 200, 13450, 600], 'annexed, and on both maps'),
    inLot('zoning_without_future_use', [13510, 3020, 14290, 4180], 'no future land use'),
    locationAt(county, 'unzoned_road', road, 'a right of way that no district covers'),
  ]
}
