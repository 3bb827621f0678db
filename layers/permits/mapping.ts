import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { readJsonFile } from '../../catalog/json-file.ts'
import { DATE_FORMATS } from './dates.ts'

/**
 * A column by the names that formats and editions give it, the first that a feed has: Socrata's CSV
 * has display names (`PERMIT#`) and its JSON field names (`permit_`). Any case, blanks left out.
 */
export const ColumnNames = z.strictObject({
  names: z.array(z.string().min(1)).min(1),
  /** Some editions lack it, and Socrata's JSON leaves out what is empty: null there. */
  optional: z.boolean().default(false),
})
export type ColumnNames = z.infer<typeof ColumnNames>

const Column = ColumnNames.nullable().default(null)

/** Where a row without a geometry lies. ArcGIS JSON and GeoJSON have a geometry, and skip this. */
export const LocationColumns = z.union([
  z.strictObject({
    lat: ColumnNames,
    lng: ColumnNames,
    /** Where the two are not lon/lat, as the publisher states: `EPSG:2272`. */
    crs: z.string().min(1).optional(),
  }),
  /** `POINT (-87.6 41.9)`, `(41.9, -87.6)` or GeoJSON. */
  z.strictObject({ point: ColumnNames }),
])
export type LocationColumns = z.infer<typeof LocationColumns>

const Template = z
  .string()
  .regex(/^https?:\/\/[^{}]*\{id\}[^{}]*$/, 'must be an http(s) URL with {id} in it once')

const PermitLink = z.union([
  z.strictObject({
    template: Template,
    /** What stands for {id}; the permit's number when absent. */
    id: ColumnNames.optional(),
    /** How it is known that the link leads to the permit. */
    evidence: z.string().min(20),
  }),
  /** The feed carries a link of its own. */
  z.strictObject({ column: ColumnNames }),
])

/** What one authority's feeds mean. Adding an authority is adding such a file. */
export const PermitMapping = z.strictObject({
  title: z.string().min(1),
  /** Who issues the permits, as answers name it. */
  authority: z.string().min(1),
  number: ColumnNames,
  permit_type: Column,
  status: Column,
  description: Column,
  /** Parts of the address, joined by blanks. */
  address: z.array(ColumnNames),
  applied_at: Column,
  issued_at: Column,
  finaled_at: Column,
  /** How its dates are written; the formats are told apart by their shape. */
  dates: z.array(z.enum(DATE_FORMATS)).min(1),
  cost_usd: Column,
  location: LocationColumns.nullable(),
  url: PermitLink.nullable(),
  /** Texts that mean "none", compared after trimming. */
  null_if: z.array(z.string()).default([]),
  /** What a reader of the answers must know; goes into the source's note. */
  note: z.string().min(1).optional(),
})
export type PermitMapping = z.infer<typeof PermitMapping>

/** Reads `layers/permits/mappings/<id>.json`. */
export async function readPermitMapping(id: string): Promise<PermitMapping> {
  const path = fileURLToPath(new URL(`./mappings/${id}.json`, import.meta.url))
  const remedy = 'Correct the mapping: pipelines/permits/README.md, "Add an authority\'s feed".'
  return readJsonFile({ path, step: 'read the permit mapping', remedy }, PermitMapping)
}

/** Every column that a mapping reads. No other column of a feed is ever looked at. */
export function columnsRead(mapping: PermitMapping, readsLocation: boolean): ColumnNames[] {
  const { location, url } = mapping
  const place =
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
    ...(readsLocation ? place : []),
    ...link,
  ].filter((column) => column !== null && column !== undefined)
}
