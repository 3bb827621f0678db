import { craftLayer } from '../stages/crafted-layer.ts'

/** A provider's object in the columns of the mapping `sample-listings`, and what it does not map. */
export interface Listing {
  observationId: string | null
  lastSeen: string | number | null
  parcel?: { apn: unknown; fips?: unknown }
  location?: { latitude: unknown; longitude: unknown }
  [other: string]: unknown
}

/** An observation of a house for sale, with what is given in place of it. */
export function listing(
  id: string | null,
  apn: unknown,
  lastSeen: string | null,
  more: Record<string, unknown> = {},
): Listing {
  return {
    observationId: id,
    lastSeen,
    ...(apn !== undefined && { parcel: { apn, fips: '99009' } }),
    property: {
      id: 'home-1',
      type: 'SINGLE_FAMILY',
      bedrooms: 3,
      bathrooms: 2.5,
      livingAreaSqft: 1840,
      lotSizeSqft: 10890,
      yearBuilt: 1988,
    },
    status: 'FOR_SALE',
    estimates: { value: 412000, rentMonthly: 2450 },
    lastSale: { price: 305000, date: '2016-05-20' },
    daysOnMarket: 12,
    photoCount: 24,
    url: 'https://example.com/homes/1',
    listedBy: { agent: { name: 'not to be read' } },
    ...more,
  }
}

/** A home of its own by its id; all else as `listing` has it. */
function home(id: string, more: Record<string, unknown> = {}) {
  return {
    ...(listing(null, undefined, null).property as Record<string, unknown>),
    id,
    ...more,
  }
}

/** Thousandths of a degree east of 72 W and north of 30 N: open Atlantic. */
function at(x: number, y: number) {
  return { latitude: 30 + y / 1000, longitude: -72 + x / 1000 }
}

const UNKNOWN = { property: {}, estimates: {}, lastSale: {} }

/** Parcel `i` of the fixture is the square from `i` to `i + 1`; the rows of partition `listings`. */
export const LISTINGS: Listing[] = [
  // Three vintages of one house; coordinates beside a parcel id are not looked at.
  listing('o-1', 'R-100', '2023-04-02', {
    status: 'SOLD',
    estimates: { value: 365000, rentMonthly: null },
    location: at(7, 7),
  }),
  listing('o-3', 'R-100', '2025-06-19T23:30:00-05:00', { location: at(0.5, 0.5) }),
  listing('o-2', 'R-100', '2024-04-02', { status: 'OFF_MARKET', daysOnMarket: null }),
  // Only a point, inside parcel 1.
  listing('o-4', undefined, '2025-05-01', { location: at(1.4, 0.6), property: home('home-2') }),
  // By parcel, and a newer one by point in parcel 2, without an id of its own.
  listing('o-5', 'R-102', '2022-12-31', { property: home('home-3') }),
  listing(null, null, '2025-06-30', { location: at(2.5, 0.5), property: home('home-3') }),
  // A point over a stack of three units (3), and a stack (4) of which the units are named too.
  listing('o-7', undefined, '2025-06-01', {
    location: at(3.5, 0.5),
    property: home('home-4', { type: 'CONDO' }),
  }),
  ...['U1', 'U2', 'U3'].map((unit) =>
    listing(`o-8-${unit}`, `R-104-${unit}`, '2021-01-15', {
      property: home(`home-5-${unit}`, { type: 'CONDO' }),
      estimates: { value: 190000 },
    }),
  ),
  listing('o-9', undefined, '2025-06-02', { location: at(4.5, 0.5) }),
  // A date that is not yet, and one that was.
  listing('o-10', 'R-106', '2099-01-01', { estimates: { value: 999999 } }),
  listing('o-11', 'R-106', '2015-02-28', { status: 'RECENTLY_SOLD', estimates: {} }),
  // What cannot be believed, and what is no value.
  listing('o-12', 'R-107', '2025-01-01', {
    status: 'SEE_REMARKS',
    property: home('N/A', {
      type: 'CASTLE',
      bedrooms: 0,
      bathrooms: '-1',
      livingAreaSqft: 0,
      lotSizeSqft: '12,196.8',
      yearBuilt: 0,
    }),
    estimates: { value: -9999, rentMonthly: { low: 1, high: 2 } },
    lastSale: { price: '$99,500', date: '2011-02-30' },
    daysOnMarket: 'soon',
    photoCount: 0,
    url: 'javascript:alert(1)',
  }),
  // The same line twice is one observation. Eleven of one month make a long list.
  ...[1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((day) =>
    listing(`o-13-${day}`, 'R-108', `2025-03-${String(day).padStart(2, '0')}`, {
      property: home(day > 9 ? 'home-7' : 'home-6'),
    }),
  ),
  // Texts that tell the county's id of the parcel: they lose it, the observation stays.
  listing('R-109', 'R-109', '2025-02-01', {
    property: home('home-10'),
    url: 'https://example.com/parcel/R-109',
  }),
  listing('o-14', '990012345', '2025-02-01', {
    property: home('zp-990012345'),
    url: 'https://example.com/parcel/99-0012345',
  }),
  // On a street: two at one place, one across from it.
  listing('o-15', undefined, '2024-01-01', { location: at(10.5, 5), ...UNKNOWN, status: null }),
  listing('o-16', undefined, '2023-01-01', { location: at(10.5, 5) }),
  listing('o-17', undefined, '2025-06-15', { location: at(10.72, 5) }),
  // Refused, or of another county.
  listing('o-18', null, '2025-01-01'),
  listing('o-19', undefined, '2025-01-01', { location: at(Number.NaN, 5) }),
  listing('o-20', undefined, '2025-01-01', { location: { latitude: 0, longitude: 0 } }),
  listing('o-21', undefined, '2025-01-01', { location: { latitude: 95, longitude: -72 } }),
  listing('o-22', 'R-100', null),
  listing('o-23', 'R-100', 'last week'),
  { ...listing('o-24', undefined, '2025-01-01'), parcel: { apn: 'R-100', fips: 99011 } },
]

/** The provider's file, ends of CR LF, and lines that are none of it. */
export function ndjson(listings: readonly Listing[] = LISTINGS): string {
  const lines = listings.map((each) => JSON.stringify(each))
  return [
    `\ufeff${lines[0]}`,
    ...lines.slice(1),
    '',
    '{"observationId": "torn',
    '["o-25"]',
    '',
  ].join('\r\n')
}

const POINT_COLUMNS =
  'OBSERVATION_ID,LATITUDE,LONGITUDE,LAST_SEEN,PROPERTY_ID,HOME_TYPE,STATUS,BEDS,BATHS,SQFT,LOT_SQFT,YEAR_BUILT,EST_VALUE,EST_RENT,LAST_SALE_PRICE,LAST_SALE_DATE,DAYS_ON_MARKET,PHOTOS,URL,AGENT'

/** The rows of partition `points`: coordinates alone. */
export const POINTS_CSV = [
  POINT_COLUMNS,
  // No bedrooms is no studio with this provider.
  'p-1,30.0004,-71.9877,2025-07-01,home-8,LOT,FOR_SALE,0,0,,43560,,"$85,000",,12000,6/30/1999,3,1,http://example.com/8,nobody',
  'p-2,30.0005,-71.9865,2020-07-01,home-9,,,,,,,,,,,,,,,nobody',
  'p-3,north,-71.9865,2020-07-01,home-9,,,,,,,,,,,,,,,nobody',
  '',
].join('\n')

const RESO_COLUMNS =
  'ListingKey,ParcelNumber,Latitude,Longitude,ModificationTimestamp,StandardStatus,PropertySubType,BedroomsTotal,BathroomsTotalInteger,LivingArea,LotSizeSquareFeet,YearBuilt,ClosePrice,CloseDate,DaysOnMarket,PhotosCount,ListAgentFullName'

/** The rows of partition `reso`, by the standard names of an MLS; it says not what it covers. */
export const RESO_CSV = [
  RESO_COLUMNS,
  'L1,R-130,30.0005,-71.9695,2025-04-30T14:05:09.123Z,Closed,Single Family Residence,4,3,2210,15246,2004,528000,2025-04-28,31,40,nobody',
  '',
].join('\r\n')

/** Writes what the partitions `listings` and `points` declare to cover: `limits.shp`. */
export function craftLimits(folder: string): void {
  const corners = ['-72 30', '-71.98 30', '-71.98 30.01', '-72 30.01', '-72 30']
  craftLayer({
    file: `${folder}/limits.shp`,
    layer: 'limits',
    crs: 'EPSG:4326',
    fields: { NAME: 'text' },
    features: [{ wkt: `POLYGON ((${corners.join(', ')}))`, values: { NAME: 'fictional' } }],
  })
}
