import { z } from 'zod'
import { County } from '../county.ts'

/** The contract's limit on `stacked_parcel_keys`. */
export const MAX_STACKED_KEYS = 10

/** Address of a property on the roll. */
export const SitusAddress = z.object({
  line1: z.string().describe('number and street, as the roll writes them'),
  city: z.string().nullable().describe('as the roll writes it'),
  zip: z.string().nullable().describe('ZIP code'),
})
export type SitusAddress = z.infer<typeof SitusAddress>

const metres = (about: string) => z.number().describe(`${about}, metres (additive)`)

/** Fields that `include_adjacent=true` adds to the parcel's data. */
const Adjacency = z.object({
  adjacent_parcels: z
    .array(
      z.object({
        parcel_key: z.string().describe('requests it with parcel='),
        area_m2: z.number().nullable().describe('of the neighbour, on the ellipsoid'),
        shared_m: metres('border shared with it'),
      }),
    )
    .nullable()
    .optional()
    .describe('with include_adjacent=true: longest shared border first; null: not computed'),
  adjacent_parcel_count: z
    .number()
    .nullable()
    .optional()
    .describe('all adjacent parcels, listed or not (additive)'),
  frontage: z
    .object({
      total_ft: z.number().describe('international feet'),
      total_m: z.number().describe('the same in metres'),
      segment_count: z.number().describe('connected runs'),
      along_water_m: metres('of the total along mapped open water').nullable(),
      along_edge_m: metres('of the rest, where no parcel fabric covers what is beyond').nullable(),
      street_shaped_m: metres('not in the total: shared with parcels drawn like streets'),
      geometry: z.unknown().optional().describe('GeoJSON MultiLineString'),
    })
    .nullable()
    .optional()
    .describe('with include_adjacent=true: border shared with no parcel; null: not computed'),
})
export type Adjacency = z.infer<typeof Adjacency>

export const ParcelData = z.object({
  parcel_key: z
    .string()
    .describe(
      'stable pseudonymous handle: a keyed hash of the county key; parcel= requests this parcel again',
    ),
  county: County,
  situs_address: SitusAddress.nullable().describe('from the county roll; null where it has none'),
  vintage: z.string().nullable().describe("the publisher's edition"),
  area_m2: z.number().nullable().describe('on the ellipsoid, measured from the polygon'),
  area_acres: z.number().nullable().describe('the same in international acres'),
  parcel_count_here: z.number().describe('parcels that share this very point, as stacked units do'),
  stacked_parcel_keys: z
    .array(z.string())
    .describe('up to ten others at the point: the smallest one is answered'),
  is_street_shaped: z
    .boolean()
    .describe('long, narrow and not on the roll, as street right-of-way is drawn (additive)'),
  ...Adjacency.shape,
  geometry: z
    .unknown()
    .optional()
    .describe('GeoJSON Feature of the polygon, with include_geometry=true'),
})
export type ParcelData = z.infer<typeof ParcelData>
