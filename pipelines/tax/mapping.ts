import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { readJsonFile } from '../../catalog/json-file.ts'

const ColumnName = z.string().min(1)
const Codes = z.array(z.string().min(1))

/** A state's file of recorded sales, in its own column names and codes. */
export const SalesMapping = z.strictObject({
  title: z.string().min(1),
  columns: z.strictObject({
    parcel_id: ColumnName,
    /** Names a transfer; the same of all parcels of one deed. */
    sale_id: ColumnName,
    assessment_year: ColumnName,
    sale_year: ColumnName,
    sale_month: ColumnName,
    sale_price: ColumnName,
    qualification_code: ColumnName,
    vacant_code: ColumnName,
    /** Any value: one price is of several parcels. */
    multi_parcel_code: ColumnName,
  }),
  vacant: z.record(z.string(), z.boolean()),
  /** What codes say of a transfer; one in no list is `unknown`, and counted. */
  qualifications: z.strictObject({
    qualified: Codes,
    qualified_excluded: Codes,
    disqualified: Codes,
    pending: Codes,
  }),
})
export type SalesMapping = z.infer<typeof SalesMapping>

/** Reads `pipelines/tax/mappings/<id>.json`. */
export async function readSalesMapping(id: string): Promise<SalesMapping> {
  const path = fileURLToPath(new URL(`./mappings/${id}.json`, import.meta.url))
  const remedy = 'Correct the mapping: pipelines/tax/README.md describes it.'
  return readJsonFile({ path, step: 'read the sales mapping', remedy }, SalesMapping)
}
