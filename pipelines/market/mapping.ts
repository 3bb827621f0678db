import { z } from 'zod'
import { mappingReader } from '../../layers/column-mapping.ts'

/** Columns about people: a mapping must not name one, so they are never read. */
const PERSON = /agent|owner|broker|seller|buyer|tenant|contact|phone|email/i

/** A column of a CSV, or the place of a value in an object: `facts.beds`, `photos.0.url`. */
const Path = z
  .string()
  .min(1)
  .refine((path) => !PERSON.test(path), { message: 'names a person, and is never read' })

const base = {
  path: Path,
  /** Texts that mean "no value" in this column, besides blanks, `N/A` and the like. */
  null_if: z.array(z.string()).default([]),
  /** A file may lack it. */
  optional: z.boolean().default(false),
}
const NumberColumn = z.strictObject(base)
const TextColumn = z.strictObject({
  ...base,
  /** Texts that the provider is known to write; another text stays verbatim, and is counted. */
  known: z.array(z.string().min(1)).optional(),
})
const DateColumn = z.strictObject({
  ...base,
  /** How the provider writes time; `month_day_year` is 6/30/2025. */
  as: z.enum(['iso', 'epoch_ms', 'month_day_year']).default('iso'),
})
export type MappedColumn = z.infer<typeof TextColumn> & Partial<z.infer<typeof DateColumn>>

/**
 * A provider's file of observations. Columns of the tables that are not named are null; other
 * columns of the file are not read.
 */
export const MarketMapping = z.strictObject({
  title: z.string().min(1),
  /** Newline-delimited JSON objects, or a CSV with a header. */
  format: z.enum(['ndjson', 'csv']),
  columns: z
    .strictObject({
      as_of: DateColumn,
      parcel_id: TextColumn.optional(),
      /** Census county code of the row, where a file is of several counties. */
      county_fips: TextColumn.optional(),
      lat: NumberColumn.optional(),
      lng: NumberColumn.optional(),
      observation_id: TextColumn.optional(),
      zpid: TextColumn.optional(),
      home_type: TextColumn.optional(),
      home_status: TextColumn.optional(),
      bedrooms: NumberColumn.optional(),
      bathrooms: NumberColumn.optional(),
      living_area_sqft: NumberColumn.optional(),
      lot_size_sqft: NumberColumn.optional(),
      year_built: NumberColumn.optional(),
      estimated_value: NumberColumn.optional(),
      estimated_rent_monthly: NumberColumn.optional(),
      last_sold_price: NumberColumn.optional(),
      last_sold_at: DateColumn.optional(),
      days_on_market: NumberColumn.optional(),
      photo_count: NumberColumn.optional(),
      listing_url: TextColumn.optional(),
    })
    .refine(({ lat, lng }) => (lat === undefined) === (lng === undefined), {
      message: 'lat and lng go together',
    })
    .refine(({ parcel_id, lat }) => parcel_id !== undefined || lat !== undefined, {
      message: 'an observation is found by its parcel_id, or by lat and lng',
    }),
})
export type MarketMapping = z.infer<typeof MarketMapping>
export type MappedName = keyof MarketMapping['columns']

/** The mapped columns by the names of the tables' columns. */
export function columnsOfMapping({ columns }: MarketMapping): [MappedName, MappedColumn][] {
  return Object.entries(columns) as [MappedName, MappedColumn][]
}

/** Reads `pipelines/market/mappings/<id>.json`, with the changes of an edition. */
export const readMarketMapping = mappingReader('market', import.meta.url, MarketMapping)
