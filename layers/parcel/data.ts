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

const LotSide = z.object({
  length_ft: z.number().describe('along the side, international feet'),
  length_m: z.number().describe('the same in metres, on the ellipsoid'),
  bearing_deg: z
    .number()
    .describe('from its start to its end, clockwise from north; the parcel lies to the left'),
  is_curved: z.boolean().describe('its length is that of the arc'),
  role: z
    .enum(['front', 'rear', 'side', 'street'])
    .nullable()
    .describe(
      'front: at a street, where all such sides face one way; rear: faces the opposite way; ' +
        'street: at one of several streets; null: not known. The rule of the authority may differ',
    ),
  beyond: z
    .enum(['parcel', 'street', 'water', 'edge', 'open', 'overlap'])
    .describe(
      'along most of it. edge: where no parcel fabric covers what is beyond; open: no parcel, and ' +
        'no known street; overlap: inside of another parcel',
    ),
  street: z.string().nullable().describe('name of the street, as its source has it'),
  parcel_keys: z.array(z.string()).describe('parcels that share it, the longest stretch first'),
  geometry: z.unknown().optional().describe('GeoJSON LineString, with include_geometry=true'),
})
export type LotSide = z.infer<typeof LotSide>

/** Fields that `include_adjacent=true` adds to the parcel's data. */
const Adjacency = z.object({
  adjacent_parcels: z
    .array(
      z.object({
        situs_line1: z
          .string()
          .nullable()
          .describe('its number and street, as the roll writes them; null: none known (additive)'),
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
  sides: z
    .array(LotSide)
    .nullable()
    .optional()
    .describe(
      'with include_adjacent=true: sides of the outline in its order, the 100 longest where there are more; null: not computed (additive)',
    ),
  side_count: z.number().nullable().optional().describe('all sides, listed or not (additive)'),
})
export type Adjacency = z.infer<typeof Adjacency>

export const ParcelData = z.object({
  parcel_key: z
    .string()
    .describe(
      'stable pseudonymous handle: a keyed hash of the county key; parcel= requests this parcel again',
    ),
  county: County,
  situs_address: SitusAddress.nullable().describe(
    'from the assessment roll; null where it has none',
  ),
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
