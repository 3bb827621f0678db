import { z } from 'zod'
import type { Table } from '../../packs/table.ts'

const LOCALITY_KINDS = ['place', 'county', 'zip'] as const
/** Kind of a row of `localities`. */
export type LocalityKind = (typeof LOCALITY_KINDS)[number]

const text = (about: string) => z.string().nullable().describe(about)
const city = text('Post town or municipality, as the sources give it')
const state = text('Postal code of the state, 2 letters')
const zip = text('ZIP code, 5 digits, as the sources give it')

/** Every numbered address of a build at its own point, from whichever table has it. */
export const addresses: Table = {
  name: 'addresses',
  grain:
    'One house number and unit of a street, at an address point or in the parcel whose roll names it.',
  key: 'address_id',
  geometry: 'points',
  lookups: ['street_id', 'house_key', 'parcel_key'],
  row: z.object({
    address_id: z.string().describe('Origin and key of the row it comes from'),
    street_id: z.string().describe('Its street in `streets`'),
    house_key: z.string().describe('Street and house number in one text'),
    number: z.string().describe('House number in one spelling: 12, 12a, 12-34, 12 1/2'),
    number_value: z.int().describe('The whole number that stands first in it'),
    street: z.string().describe('Street name as the source gives it, blanks squeezed'),
    unit: text('Unit as the source gives it'),
    unit_key: text('Identifier of the unit for comparing: 2b'),
    city,
    state,
    zip,
    origin: z.enum(['address_point', 'parcel_situs']).describe('The table that record it'),
    parcel_key: text('The parcel whose roll names the address; null of an address point'),
  }),
}

/** Streets of a build by name and place. The lookup of an address begins here. */
export const streets: Table = {
  name: 'streets',
  grain: 'One name of a street in one ZIP code, or in one city where the sources have no ZIP code.',
  key: 'street_id',
  geometry: 'points',
  lookups: ['base_key', 'whole_key'],
  row: z.object({
    street_id: z.string().describe('Hash of name and place: the same from build to build'),
    base_key: z
      .string()
      .describe('The name without type, directionals and blanks: 16, umbrellapine'),
    whole_key: z
      .string()
      .describe('The same with its type written out: 16avenue; some names have theirs in them'),
    street_key: z.string().describe('Directional, name, type, directional: ne|16|ave|'),
    name: z.string().describe('The name as most of its rows have it'),
    city: text('Post town or municipality that most of its rows name'),
    city_keys: text('All that its rows name, in one spelling, `|` between'),
    state,
    zip,
    county_name: text('County of its point, by the boundary file'),
    zcta: text('ZIP code tabulation area of its point, which is not a ZIP code'),
    address_count: z.int().describe('Numbered addresses on it'),
    range_count: z.int().describe('Numbered sides of its stretches'),
    lowest_number: z.int().nullable().describe('Lowest house number known'),
    highest_number: z.int().nullable().describe('Highest house number known'),
    radius_m: z.number().describe('From its point to the farthest that is known of it, metres'),
  }),
}

/** Places of a build by name. */
export const localities: Table = {
  name: 'localities',
  grain: 'One city, county or ZIP code with a point that stands for it.',
  key: 'locality_id',
  geometry: 'points',
  lookups: ['name_key'],
  row: z.object({
    locality_id: z.string().describe('Kind, state and name'),
    kind: z.enum(LOCALITY_KINDS).describe('What it is'),
    name_key: z
      .string()
      .describe('The name without blanks in one spelling; of a ZIP code its digits'),
    name: z.string().describe('The name as its source gives it'),
    state,
    county_name: text('County of its point, by the boundary file'),
    city_keys: text(
      'Of a ZIP code all cities that addresses name with it, in one spelling, `|` between',
    ),
    origin: z.string().describe('The table that its point comes from'),
    address_count: z.int().describe('Numbered addresses that name it'),
    radius_m: z.number().describe('Half the diagonal of its box, metres; 0 of a point alone'),
  }),
}
