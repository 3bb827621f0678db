import { z } from 'zod'
import { Column, ColumnOrNone, mappingReader } from '../column-mapping.ts'
import { DATE_FORMATS } from './dates.ts'

/** Columns with the point of a row without a geometry. ArcGIS JSON and GeoJSON have a geometry. */
export const LocationColumns = z.union([
  z.strictObject({
    lat: Column,
    lng: Column,
    /** Frame of the two where they are not lon/lat, as the publisher states: `EPSG:2272`. */
    crs: z.string().min(1).optional(),
  }),
  /** `POINT (-87.6 41.9)`, `(41.9, -87.6)` or GeoJSON. */
  z.strictObject({ point: Column }),
])
export type LocationColumns = z.infer<typeof LocationColumns>

const Template = z
  .string()
  .regex(/^https?:\/\/[^{}]*\{id\}[^{}]*$/, 'must be an http(s) URL with {id} in it once')

const PermitLink = z.union([
  z.strictObject({
    template: Template,
    /** Column for {id}; the permit's number when absent. */
    id: Column.optional(),
    /** Evidence that the link leads to the permit. */
    evidence: z.string().min(20),
  }),
  /** The feed carries a link of its own. */
  z.strictObject({ column: Column }),
])

/** Meaning of one authority's columns. Adding an authority is adding such a file. */
export const PermitMapping = z.strictObject({
  title: z.string().min(1),
  /** Name of the issuing authority in answers. */
  authority: z.string().min(1),
  number: Column,
  permit_type: ColumnOrNone,
  status: ColumnOrNone,
  description: ColumnOrNone,
  /** Parts of the address, joined by blanks. */
  address: z.array(Column),
  applied_at: ColumnOrNone,
  issued_at: ColumnOrNone,
  finaled_at: ColumnOrNone,
  /** Formats of its dates; their shapes distinguish them. */
  dates: z.array(z.enum(DATE_FORMATS)).min(1),
  cost_usd: ColumnOrNone,
  location: LocationColumns.nullable(),
  url: PermitLink.nullable(),
  /** Texts that mean "none", compared after trimming. */
  null_if: z.array(z.string()).default([]),
  /** Caveats for readers of the answers; goes into the source's note. */
  note: z.string().min(1).optional(),
})
export type PermitMapping = z.infer<typeof PermitMapping>

/** Reads `layers/permits/mappings/<id>.json`, with the changes of an edition. */
export const readPermitMapping = mappingReader('permits', import.meta.url, PermitMapping)

/** Lists every column that a mapping reads. No other column of a feed is ever read. */
export function columnsRead(mapping: PermitMapping, readsLocation: boolean): Column[] {
  const { location, url } = mapping
  const point =
    location === null ? [] : 'point' in location ? [location.point] : [location.lat, location.lng]
  const link = url === null ? [] : 'column' in url ? [url.column] : [url.id]
  return [
    mapping.number,
    mapping.permit_type,
    mapping.status,
    mapping.description,
    ...mapping.address,
    mapping.applied_at,
    mapping.issued_at,
    mapping.finaled_at,
    mapping.cost_usd,
    ...(readsLocation ? point : []),
    ...link,
  ].filter((column) => column !== null && column !== undefined)
}
