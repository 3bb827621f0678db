import { z } from 'zod'
import { PRECISIONS } from '../../layers/addresses/geocoded.ts'
import { LAYERS, PLANNED_LAYERS } from '../../layers/index.ts'
import { ParcelData } from '../../layers/parcel/section.ts'
import { sectionSchema } from '../../layers/section.ts'

/** What `include_adjacent=true` adds to the parcel section: null until adjacency is computed. */
const Adjacency = z.object({
  adjacent_parcels: z
    .array(z.object({ parcel_key: z.string(), area_m2: z.number().nullable() }))
    .nullable()
    .optional()
    .describe('present with include_adjacent=true; null: not computed by this version'),
  frontage: z
    .object({
      total_ft: z.number(),
      total_m: z.number(),
      segment_count: z.number(),
      geometry: z.unknown().optional(),
    })
    .nullable()
    .optional()
    .describe('present with include_adjacent=true; null: not computed by this version'),
})

/** Planned sections carry no data yet: they answer `not_covered`. */
const PlannedSectionShape = z.record(z.string(), z.unknown())

const sections = Object.fromEntries([
  ...LAYERS.flatMap((layer) => {
    if (layer.section === 'none') return []
    const { data } = layer.section
    const shape = data === ParcelData ? ParcelData.extend(Adjacency.shape) : data
    return [[layer.id, sectionSchema(layer.id, shape).optional()]]
  }),
  ...PLANNED_LAYERS.map(({ id }) => [id, sectionSchema(id, PlannedSectionShape).optional()]),
])

export const LocationDossier = z.object({
  object: z.literal('location'),
  as_of: z.iso.datetime().describe('when the snapshot was assembled'),
  query: z
    .discriminatedUnion('type', [
      z.object({ type: z.literal('coordinates'), lat: z.number(), lng: z.number() }),
      z.object({ type: z.literal('address'), address: z.string() }),
      z.object({ type: z.literal('parcel'), parcel: z.string() }),
    ])
    .describe('how the lookup was made'),
  point: z
    .object({
      lat: z.number(),
      lng: z.number(),
      source: z.enum(['input', 'geocoded', 'parcel_anchor']),
    })
    .describe('where every section was evaluated'),
  address: z
    .object({
      formatted: z.string().describe('asks for the same place again with address='),
      precision: z.enum(PRECISIONS),
      distance_m: z
        .number()
        .optional()
        .describe('from the spot, where it was not found by address (additive field)'),
      note: z.string().optional().describe('what differs from what was asked (additive field)'),
    })
    .optional()
    .describe('the mailing address of the spot, where one is known'),
  layers: z.object(sections).describe('only requested layers; ignore unknown keys'),
  request_id: z.string(),
})
export type LocationDossier = z.infer<typeof LocationDossier>
