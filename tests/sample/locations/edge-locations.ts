import type { County } from '../../../sample/county.ts'
import { middleOf } from '../../../sample/plan/box.ts'
import { type KnownLocation, locationAt } from './known-location.ts'

/** Where parcels, panels and the county end. */
export function edgeLocations(county: County): KnownLocation[] {
  const corner = county.lots.find((lot) => lot.character === 'town' && lot.faces === 'south')
  if (corner === undefined) throw new Error('the county has no town')
  const [u] = middleOf(corner.box)
  // Streets are at least 15 m wide.
  const street = county.terrain.place([u, corner.box[1] - 7])
  return [
    locationAt(county, 'street', street, 'in a street: covered, and no parcel'),
    locationAt(county, 'beyond_panels', [-72.1015, 30], 'in the county, outside every flood panel'),
    locationAt(
      county,
      'outside_county',
      [-71.85, 30],
      'outside the county, where no source speaks',
    ),
  ]
}
