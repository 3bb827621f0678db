import { z } from 'zod'
import type { Table } from '../../packs/table.ts'

const text = (about: string) => z.string().nullable().describe(about)
const partition = z.string().describe('Partition of the build the row comes from')
const city = text('Post town or municipality, as the source gives it')
const state = text('Postal code of the state, 2 letters')
const zip = text('ZIP code, 5 digits')

/** Published address points: one address each, at the point that its source states. */
export const addressPoints: Table = {
  name: 'address_points',
  grain: 'One address with a house number, at the point that its source gives it.',
  key: 'address_key',
  geometry: 'points',
  row: z.object({
    address_key: z.string().describe("The source's own id, or a hash of the row where it has none"),
    partition,
    number: z.string().describe('House number, verbatim: 129, 12 1/2, 12-34, 12A'),
    street: z
      .string()
      .describe('Street name with its type and directionals, as the source gives it'),
    unit: text('Unit, suite or apartment, as the source gives it'),
    city,
    state,
    zip,
  }),
}

/** Numbered sides of streets, along which addresses are interpolated. */
export const streetRanges: Table = {
  name: 'street_ranges',
  grain: 'One side of one stretch of a street with the house numbers at its two ends.',
  key: 'range_key',
  geometry: 'lines',
  lookups: ['street_key'],
  row: z.object({
    range_key: z.string().describe("The source's id of the stretch, and the side"),
    partition,
    street: z
      .string()
      .describe('Street name with its type and directionals, as the source gives it'),
    street_key: z.string().describe('Its name in one spelling, as `streets` has it: ne|16|ave|'),
    side: z.enum(['left', 'right']).describe('Side of the line, in the direction it is drawn'),
    from_number: z.int().describe('House number where the line begins; may be above to_number'),
    to_number: z.int().describe('House number where the line ends'),
    parity: z
      .enum(['odd', 'even', 'both'])
      .describe('Which numbers stand on this side; read off the ends where the source is silent'),
    city,
    state,
    zip,
  }),
}

/** Points that represent ZIP codes. */
export const zipPoints: Table = {
  name: 'zip_points',
  grain: 'One ZIP code and a point in the middle of what it serves.',
  key: 'zip',
  geometry: 'points',
  row: z.object({
    zip: z.string().length(5).describe('ZIP code, 5 digits'),
    partition,
    state: text('Postal code of the state, 2 letters'),
  }),
}

export const tables = [addressPoints, streetRanges, zipPoints]
