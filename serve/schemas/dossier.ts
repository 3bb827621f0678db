import { z } from 'zod'
import { DossierWarning } from '../../dossier/swapped-coordinates.ts'
import { PRECISIONS } from '../../geocoder/matching/geocoded.ts'
import { LAYERS } from '../../layers/index.ts'
import { POSITIONS } from '../../layers/point-position.ts'
import { sectionSchema } from '../../layers/section.ts'

/** The envelope of each section with its data, in dossier order. */
export const SECTIONS = Object.fromEntries(
  LAYERS.flatMap((layer) =>
    layer.section === 'none' ? [] : [[layer.id, sectionSchema(layer.id, layer.section.data)]],
  ),
)

const sections = Object.fromEntries(
  Object.entries(SECTIONS).map(([id, schema]) => [id, schema.optional()]),
)

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
      source: z
        .enum(['input', 'geocoded', 'parcel_anchor'])
        .describe('input: as asked; geocoded: of the address; parcel_anchor: inside the parcel'),
      position: z
        .enum(POSITIONS)
        .optional()
        .describe('of an address: what the point is, as in address.position (additive field)'),
    })
    .describe('where every section was evaluated'),
  address: z
    .object({
      formatted: z.string().describe('asks for the same place again with address='),
      precision: z
        .enum(PRECISIONS)
        .describe(
          'rooftop: the address point; street: along the street, 50 to 200 m off; place: the middle of a place',
        ),
      position: z
        .enum(POSITIONS)
        .optional()
        .describe(
          'building: inside a building of the lot; lot_centre: the middle of the lot, where no building is known; address_point: where its source puts it; street, place: as the precision (additive field)',
        ),
      distance_m: z
        .number()
        .optional()
        .describe('from the spot, where it was not found by address (additive field)'),
      note: z.string().optional().describe('what differs from what was asked (additive field)'),
    })
    .optional()
    .describe('the mailing address of the spot, where one is known'),
  warnings: z
    .array(DossierWarning)
    .optional()
    .describe('what to check about the request; absent where there is nothing (additive field)'),
  layers: z.object(sections).describe('only requested layers; ignore unknown keys'),
  request_id: z.string().describe('the same as the header X-Request-Id'),
})
export type LocationDossier = z.infer<typeof LocationDossier>
