import { z } from 'zod'
import type { Table } from '../packs/table.ts'

const text = (about: string) => z.string().nullable().describe(about)

/**
 * The area that each partition declares to cover. This is the platform's own table: it decides
 * between `empty` and `not_covered`, and the provenance of every section is read from it.
 */
export const coverageTable: Table = {
  name: 'coverage',
  grain: 'One partition of one table with the polygon its source declares to cover.',
  key: 'coverage_key',
  geometry: 'polygons',
  row: z.object({
    coverage_key: z.string().describe('Table and partition'),
    table_name: z.string().describe('Table the partition belongs to'),
    partition: z.string().describe('Partition of the build'),
    area_name: z
      .string()
      .describe('What it covers in words: a city, a county, a state, a survey area'),
    county_name: text('County name; null where it is of no one county'),
    county_fips: text('Census county code, 5 digits; null where it is of no one county'),
    outside: z
      .enum(['unmapped', 'minimal', 'nothing'])
      .describe('What a point inside the coverage and outside every row means'),
    outside_evidence: text('Evidence for that'),
    declared_by: z.string().describe('The source the coverage polygon comes from'),
    source_id: z.string().describe('Source of the rows'),
    source_name: z.string().describe('Title of the source'),
    source_vintage: z.string().describe("The publisher's edition"),
    source_attribution: z.string().describe('Attribution to show'),
    source_note: text('Caveats: datum, frame, licence'),
    retrieved_at: z.string().describe('When our copy was taken, ISO date and time'),
    has_roll: z
      .boolean()
      .nullable()
      .describe(
        'Of parcels: whether they come with values of an assessment roll; null of other tables',
      ),
    feeds_unavailable: text(
      'Feeds of the source that could not be read when it was made, by name; null when all were',
    ),
  }),
}
