import { z } from 'zod'
import { SectionSource } from '../catalog/section-source.ts'
import { anchorOf } from '../geometry/anchor.ts'
import { toGeoJson } from '../geometry/geojson.ts'
import { boundsOf, GRID } from '../geometry/polygons.ts'
import { County } from '../layers/county.ts'
import type { Row } from '../layers/location.ts'
import { SitusAddress } from '../layers/parcel/data.ts'
import { countyOf, roundArea, situsAddressOfRow } from '../layers/parcel/parcel-fields.ts'
import { parcels } from '../layers/parcel/tables.ts'
import { sourcesOf } from '../layers/source-of.ts'
import type { Packs } from './location-lookup.ts'
import { listPartitions } from './partitions.ts'

/** Columns of the county's roll, verbatim. The other columns measure or locate the parcel. */
const RollValues = parcels.row.pick({
  assessment_year: true,
  just_value: true,
  assessed_value: true,
  taxable_value: true,
  land_value: true,
  building_value: true,
  annual_tax: true,
  last_sale_price: true,
  last_sale_year: true,
  year_built_actual: true,
  year_built_effective: true,
  living_area_sqft: true,
  building_count: true,
  residential_units: true,
  construction_class_code: true,
  improvement_quality_code: true,
})
const ROLL_COLUMNS = Object.keys(RollValues.shape)

/** One parcel of a build as a resource of its own. */
export const ParcelRecord = z.object({
  object: z.literal('parcel'),
  parcel_key: z.string().describe('stable pseudonymous handle: a keyed hash of the county key'),
  county: County,
  situs_address: SitusAddress.nullable().describe('from the assessment roll'),
  use_code: z.string().nullable().describe("the roll's land-use code, verbatim"),
  use_description: z.string().nullable().describe('the code in words, where the roll has them'),
  area_m2: z.number().describe('on the ellipsoid, measured from the polygon'),
  area_acres: z.number().describe('the same in international acres'),
  roll: RollValues.nullable().describe('null: the assessment roll has no row for this parcel'),
  vintage: z.string().nullable().describe("the publisher's edition"),
  source: SectionSource.optional(),
  point: z.object({ lat: z.number(), lng: z.number() }).describe('a point inside the parcel'),
  bbox: z.array(z.number()).length(4).describe('west, south, east, north in degrees'),
  geometry: z.unknown().optional().describe('GeoJSON Feature, with include_geometry=true'),
  links: z.object({
    self: z.string().describe('address of this parcel'),
    dossier: z.string().describe('address of the dossier: all that is known there'),
  }),
})
export type ParcelRecord = z.infer<typeof ParcelRecord>

/**
 * Builds the resource of one row of a build's parcel table. The same build gives the same bytes.
 * `base` is the base address of the API, for the links.
 */
export function parcelRecord(
  packs: Packs,
  number: number,
  includeGeometry: boolean,
  base: string,
): ParcelRecord {
  const pack = packs.get('parcels')!
  const row = pack.row(number)
  const shape = pack.polygons(number)
  const parcel_key = row.parcel_key as string
  const [x, y] = anchorOf(shape)
  const key = encodeURIComponent(parcel_key)
  const record: ParcelRecord = {
    object: 'parcel',
    parcel_key,
    county: countyOf(row),
    situs_address: situsAddressOfRow(row),
    use_code: row.use_code as string | null,
    use_description: row.use_description as string | null,
    ...roundArea(row.area_m2 as number),
    roll: row.has_roll ? rollOf(row) : null,
    ...originOf(packs, row.partition),
    point: { lat: y / GRID, lng: x / GRID },
    bbox: boundsOf(shape).map((side) => side / GRID),
    links: {
      self: `${base}/v1/parcels/${key}`,
      dossier: `${base}/v1/location?parcel=${key}`,
    },
  }
  if (includeGeometry)
    record.geometry = { type: 'Feature', properties: { parcel_key }, geometry: toGeoJson(shape) }
  return record
}

function rollOf(row: Row): ParcelRecord['roll'] {
  return Object.fromEntries(ROLL_COLUMNS.map((name) => [name, row[name]])) as ParcelRecord['roll']
}

/** The edition and the source of the partition that the row comes from. */
function originOf(packs: Packs, partition: unknown): Pick<ParcelRecord, 'vintage' | 'source'> {
  const own = listPartitions(packs.get('coverage'), parcels.name)
  const [source] = sourcesOf(own.filter((each) => each.partition === partition))
  return { vintage: source?.vintage ?? null, ...(source && { source }) }
}
