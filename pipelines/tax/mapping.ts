import { z } from 'zod'
import { Column, mappingReader } from '../../layers/column-mapping.ts'

const Codes = z.array(z.string().min(1))

/** A state's file of recorded sales, in its own column names and codes. */
export const SalesMapping = z.strictObject({
  title: z.string().min(1),
  columns: z.strictObject({
    parcel_id: Column,
    /** Id of a transfer; the same for all parcels of one deed. */
    sale_id: Column,
    assessment_year: Column,
    sale_year: Column,
    sale_month: Column,
    sale_price: Column,
    qualification_code: Column,
    vacant_code: Column,
    /** Any value means that one price is of several parcels. */
    multi_parcel_code: Column,
  }),
  vacant: z.record(z.string(), z.boolean()),
  /** Qualification codes by meaning; a code in no list is `unknown`, and counted. */
  qualifications: z.strictObject({
    qualified: Codes,
    qualified_excluded: Codes,
    disqualified: Codes,
    pending: Codes,
  }),
})
export type SalesMapping = z.infer<typeof SalesMapping>

/** Reads `pipelines/tax/mappings/<id>.json`, with the changes of an edition. */
export const readSalesMapping = mappingReader('tax', import.meta.url, SalesMapping)
