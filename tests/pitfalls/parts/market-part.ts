import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MarketPartition, market } from '../../../pipelines/market/pipeline.ts'
import { type Part, part } from '../small-build.ts'
import { ASSET, BASE, COVERS, type Place, writeCovers } from './place.ts'

const HEADER =
  'LATITUDE,LONGITUDE,OBSERVATION_ID,LAST_SEEN,PROPERTY_ID,HOME_TYPE,STATUS,BEDS,BATHS,SQFT,LOT_SQFT,' +
  'YEAR_BUILT,EST_VALUE,EST_RENT,LAST_SALE_PRICE,LAST_SALE_DATE,DAYS_ON_MARKET,PHOTOS,URL'

/** One observation by coordinates, in the columns of the mapping `sample-points`. */
export function marketPart({ lat, lng }: { lat: number; lng: number }, where: Place = {}): Part {
  const { partition = 'market', vintage } = where
  const file = { asset: ASSET, member: 'points.csv' }
  const definition = MarketPartition.parse({
    ...BASE,
    mapping: 'sample-points',
    file,
    coverage: COVERS,
  })
  const writeFixture = (place: string) => {
    writeCovers(place, where)
    const line = `${lat},${lng},o-1,2025-06-01,home-1,SINGLE_FAMILY,SOLD,3,2,1840,,1988,,,,,,,`
    writeFileSync(join(place, file.member), `${HEADER}\n${line}\n`)
  }
  return part(market, definition, writeFixture, { partition, vintage })
}
