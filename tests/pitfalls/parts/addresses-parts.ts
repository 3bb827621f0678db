import { AddressesPartition, addresses } from '../../../pipelines/addresses/pipeline.ts'
import {
  writePointsFixture,
  writeRangesFixture,
  writeZipsFixture,
} from '../../fixtures/addresses/address-files.ts'
import { type Part, part } from '../small-build.ts'
import { ASSET, BASE } from './place.ts'

function addressesPart(
  mapping: string,
  member: string,
  writeFixture: (place: string) => unknown,
): Part {
  const file = { asset: ASSET, member }
  const definition = AddressesPartition.parse({ ...BASE, mapping, file, coverage: null })
  return part(addresses, definition, writeFixture, { partition: mapping })
}

/**
 * Address points by longitude and latitude, ranges along streets in NAD83, and points of ZIP codes.
 */
export const ADDRESSES_PARTS: Part[] = [
  addressesPart('openaddresses', 'points.csv', (place) => writePointsFixture(place)),
  addressesPart('tiger-addrfeat', 'addrfeat.shp', (place) => writeRangesFixture(place)),
  addressesPart('zip-json', 'zips.json', (place) => writeZipsFixture(place)),
]
