import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { readJsonFile } from '../../catalog/json-file.ts'
import type { AttributeValue, PublishedRow } from '../../values/published-row.ts'
import nwi from './mappings/nwi.json' with { type: 'json' }

/**
 * Spellings of one column, the first that a file has speaks: a shapefile cuts names at ten
 * characters (`WETLAND_TY`), a geodatabase keeps them (`WETLAND_TYPE`).
 */
const Spellings = z.array(z.string().min(1)).min(1)

/** How a publisher's wetland files map onto our tables. A new mapping is a new JSON file, no code. */
export const WetlandMapping = z.strictObject({
  title: z.string(),
  wetlands: z.strictObject({
    /** Names a polygon for good; files without it are keyed by geometry. */
    id: Spellings,
    code: Spellings,
    label: Spellings,
    area_acres: Spellings,
  }),
  projects: z.strictObject({
    project: Spellings,
    status: Spellings,
    image_year: Spellings,
    image_date: Spellings,
    image_scale: Spellings,
    image_type: Spellings,
    data_source: Spellings,
    supplement: Spellings,
  }),
  /** Columns that every file has, under their first spelling; a file without one is refused. */
  required: z.array(z.string()),
  /** Whether land of such a status has its wetlands in the data. */
  status_codes: z.record(z.string(), z.boolean()),
})
export type WetlandMapping = z.infer<typeof WetlandMapping>

/** The inventory's own columns, which its map service has too. */
export const NWI = WetlandMapping.parse(nwi)

/** Reads `layers/wetlands/mappings/<id>.json`. */
export async function readWetlandMapping(id: string): Promise<WetlandMapping> {
  const path = fileURLToPath(new URL(`./mappings/${id}.json`, import.meta.url))
  const remedy = 'Correct the mapping: pipelines/wetlands/README.md describes it.'
  return readJsonFile({ path, step: 'read the wetlands mapping', remedy }, WetlandMapping)
}

/** The columns of a table as `openLayerFile` takes them. */
export function columnsToRead(columns: Record<string, string[]>, required: string[]) {
  const isRequired = ([name]: [string, string[]]) => required.includes(name)
  const entries = Object.entries(columns)
  return {
    columns: entries.filter(isRequired).map(([, spellings]) => spellings[0]),
    optionalColumns: entries.flatMap((entry) => (isRequired(entry) ? entry[1].slice(1) : entry[1])),
  }
}

/** The value under the first spelling that has one. */
export function readValue({ attributes }: PublishedRow, spellings: string[]): AttributeValue {
  for (const name of spellings) {
    const value = attributes[name] ?? null
    if (value !== null) return value
  }
  return null
}
