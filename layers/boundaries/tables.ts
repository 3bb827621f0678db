import { z } from 'zod'
import type { Table } from '../../packs/table.ts'

const partition = z.string().describe('Partition of the build the row comes from')
const vintage = z.string().describe("The publisher's edition of the lines, the names and the codes")
const state = z.string().nullable().describe('USPS code of the state; null for a code of no state')
const scale_denominator = z
  .int()
  .nullable()
  .describe('What the lines were generalised for: 10,000,000 or 500,000; null where they were not')

export const states: Table = {
  name: 'states',
  grain:
    'One state, the District of Columbia or a territory in one edition; Alaska is a row on each side of 180 degrees.',
  key: 'state_key',
  geometry: 'polygons',
  row: z.object({
    state_key: z
      .string()
      .describe('Partition, state FIPS code, and the side of 180 degrees of a part'),
    partition,
    statefp: z.string().length(2).describe('FIPS code of the state, 2 digits'),
    state,
    name: z.string().describe('Name of the state'),
    scale_denominator,
    vintage,
  }),
}

export const counties: Table = {
  name: 'counties',
  grain:
    'One county, or what the census counts as one, in one edition; Aleutians West is a row on each side of 180 degrees.',
  key: 'county_key',
  geometry: 'polygons',
  row: z.object({
    county_key: z
      .string()
      .describe('Partition, county FIPS code, and the side of 180 degrees of a part'),
    partition,
    geoid: z.string().length(5).describe('FIPS code of the county, 5 digits, of this edition'),
    name: z.string().describe('Whole name where the file or the code states it: Penobscot County'),
    state,
    statefp: z.string().length(2).describe('FIPS code of the state, 2 digits'),
    scale_denominator,
    vintage,
  }),
}

export const zctas: Table = {
  name: 'zctas',
  grain:
    'One ZIP code tabulation area, or the part of it in one state, in one edition of the census.',
  key: 'zcta_key',
  geometry: 'polygons',
  row: z.object({
    zcta_key: z
      .string()
      .describe('Partition and ZCTA; a geometry hash distinguishes the parts of one ZCTA'),
    partition,
    zcta: z
      .string()
      .length(5)
      .describe('ZIP code tabulation area, 5 digits: drawn by the census, not a ZIP code'),
    statefp: z
      .string()
      .nullable()
      .describe('FIPS code of the state, where the file cuts ZCTAs at state lines'),
    scale_denominator,
    vintage,
  }),
}

export const places: Table = {
  name: 'places',
  grain:
    'One city, town or other place by name, incorporated or drawn by the census, in one edition.',
  key: 'place_key',
  geometry: 'polygons',
  row: z.object({
    place_key: z
      .string()
      .describe('Partition and place FIPS code; a geometry hash where the file has no code'),
    partition,
    geoid: z
      .string()
      .length(7)
      .nullable()
      .describe('FIPS code of state and place, 7 digits; null where the file has none'),
    name: z.string().describe('Name alone: Bangor'),
    whole_name: z
      .string()
      .nullable()
      .describe('Name with what the place is, as the file has it: Bangor city, City of Bangor'),
    place_kind: z
      .enum(['city', 'town', 'village', 'borough', 'CDP'])
      .nullable()
      .describe('What the place is, CDP for one that the census draws; null for another word'),
    state,
    statefp: z.string().length(2).describe('FIPS code of the state, 2 digits'),
    scale_denominator,
    vintage,
  }),
}

export const tables = [states, counties, zctas, places]
