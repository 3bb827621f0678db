import type { County } from '../county.ts'
import type { Observation } from '../market/observations.ts'
import { writeCsv } from './csv.ts'
import type { ArchiveEntry } from './stored-zip.ts'

const PROVIDER = 'Sample Listings (fictional)'

/** A fictional provider's observations that name their parcel: one JSON object a line. */
export function writeObservations({ market }: County): ArchiveEntry[] {
  const lines = market.observations
    .filter(({ at }) => at === null)
    .map((each) => `${JSON.stringify(listingOf(each))}\n`)
  return [{ name: 'observations.ndjson', content: Buffer.from(lines.join('')) }]
}

function listingOf(seen: Observation) {
  const { faulty = {} } = seen
  const or = (name: string, value: string | number | null) => faulty[name] ?? value
  return {
    provider: PROVIDER,
    observationId: seen.id,
    lastSeen: seen.asOf,
    parcel: { fips: '99001', apn: seen.parcelId },
    property: {
      id: seen.propertyId,
      type: seen.type,
      bedrooms: seen.bedrooms,
      bathrooms: or('bathrooms', seen.bathrooms),
      livingAreaSqft: or('livingAreaSqft', seen.livingFeet),
      lotSizeSqft: seen.lotFeet,
      yearBuilt: or('yearBuilt', seen.yearBuilt),
    },
    status: seen.status,
    estimates: { value: or('value', seen.value), rentMonthly: or('rentMonthly', seen.rent) },
    lastSale: { price: seen.soldPrice, date: or('date', seen.soldAt) },
    daysOnMarket: seen.daysOnMarket,
    photoCount: seen.photos,
    url: or('url', seen.url),
  }
}

export const POINT_COLUMNS = [
  'PROVIDER',
  'OBSERVATION_ID',
  'LATITUDE',
  'LONGITUDE',
  'LAST_SEEN',
  'PROPERTY_ID',
  'HOME_TYPE',
  'STATUS',
  'BEDS',
  'BATHS',
  'SQFT',
  'LOT_SQFT',
  'YEAR_BUILT',
  'EST_VALUE',
  'EST_RENT',
  'LAST_SALE_PRICE',
  'LAST_SALE_DATE',
  'DAYS_ON_MARKET',
  'PHOTOS',
  'URL',
]

/** Observations with coordinates alone, as a CSV. Unknown numbers of rooms are written as 0. */
export function writeObservationPoints({ market }: County): ArchiveEntry[] {
  const rows = market.observations.flatMap((seen) =>
    seen.at === null
      ? []
      : {
          PROVIDER,
          OBSERVATION_ID: seen.id,
          LATITUDE: seen.at[1],
          LONGITUDE: seen.at[0],
          LAST_SEEN: seen.asOf,
          PROPERTY_ID: seen.propertyId,
          HOME_TYPE: seen.type,
          STATUS: seen.status,
          BEDS: seen.bedrooms ?? 0,
          BATHS: seen.bathrooms ?? 0,
          SQFT: seen.livingFeet,
          LOT_SQFT: seen.lotFeet,
          YEAR_BUILT: seen.yearBuilt,
          EST_VALUE: seen.value,
          EST_RENT: seen.rent,
          LAST_SALE_PRICE: seen.soldPrice,
          LAST_SALE_DATE: seen.soldAt && monthDayYear(seen.soldAt),
          DAYS_ON_MARKET: seen.daysOnMarket,
          PHOTOS: seen.photos,
          URL: seen.url,
        },
  )
  return [
    {
      name: 'observations.csv',
      content: writeCsv(POINT_COLUMNS, rows, { lineEnd: '\r\n' }),
    },
  ]
}

function monthDayYear(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  return `${month}/${date}/${year}`
}
