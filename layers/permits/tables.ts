import { z } from 'zod'
import type { Table } from '../../packs/table.ts'

const text = (about: string) => z.string().nullable().describe(about)
const date = (about: string) => z.iso.date().nullable().describe(about)

export const permits: Table = {
  name: 'permits',
  grain: 'One permit as one feed of a permitting authority reports it, at the point it gives.',
  key: 'permit_key',
  geometry: 'points',
  row: z.object({
    permit_key: z
      .string()
      .describe("Partition and the authority's permit number; ties add the place, then the facts"),
    partition: z.string().describe('Partition of the build the row comes from'),
    permit_number: z.string().describe("The authority's number of the permit, as published"),
    permit_type: text("Kind of permit in the authority's words"),
    status: text("Status in the authority's words, when the export was made"),
    description: text('What the permit allows, verbatim but for runs of blanks'),
    address: text("The authority's address, its parts joined by blanks"),
    applied_at: date('When it was applied for, ISO date'),
    issued_at: date('When it was issued, ISO date; null for one that is not, or not stated'),
    finaled_at: date('When the work was signed off, ISO date'),
    cost_usd: z.number().nullable().describe('Cost as declared by the applicant, US dollars'),
    url: text("Deep link into the authority's system, http or https"),
    authority: z.string().describe('Who issues these permits'),
    feed: z.string().describe("The authority's feed that reported it"),
    feed_through: date('Newest issue date of that feed: what was issued later is not known'),
  }),
}

export const tables = [permits]
