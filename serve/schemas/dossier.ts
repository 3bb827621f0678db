import { z } from 'zod'
import { DossierWarning } from '../../dossier/swapped-coordinates.ts'
import { PRECISIONS } from '../../geocoder/matching/geocoded.ts'
import { LAYERS } from '../../layers/index.ts'
import { POSITIONS } from '../../layers/point-position.ts'
import { sectionSchema } from '../../layers/section.ts'
import { NearestCoverage } from './nearest-coverage.ts'

/** The schema of each section, a union of its variants by status, in dossier order. */
export const SECTIONS = Object.fromEntries(
  LAYERS.flatMap(({ id, section }) =>
    section === 'none' ? [] : [[id, sectionSchema(id, section)]],
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
        .describe(
          'input: as requested; geocoded: from the address; parcel_anchor: a point inside the parcel',
        ),
      position: z
        .enum(POSITIONS)
        .optional()
        .describe('for an address: what the point marks, as in address.position (additive field)'),
    })
    .describe('where every section was evaluated'),
  address: z
    .object({
      formatted: z.string().describe('finds the same location again with address='),
      precision: z
        .enum(PRECISIONS)
        .describe(
          'rooftop: the address point; street: along the street, 50 to 200 m off; place: the centre of a place',
        ),
      position: z
        .enum(POSITIONS)
        .optional()
        .describe(
          'building: inside a building of the lot; lot_centre: the centre of the lot, where no building is known; address_point: as in its source; street, place: as in precision (additive field)',
        ),
      distance_m: z
        .number()
        .optional()
        .describe('distance from the point, where the lookup was not by address (additive field)'),
      note: z
        .string()
        .optional()
        .describe('how the address differs from the requested one (additive field)'),
    })
    .optional()
    .describe('the mailing address of the location, where one is known'),
  warnings: z
    .array(DossierWarning)
    .optional()
    .describe(
      'what to check about the request; absent where there is nothing to check (additive field)',
    ),
  nearest_coverage: NearestCoverage.optional().describe(
    'where the build has parcels nearest to the location, where it has none at it (additive field)',
  ),
  layers: z.object(sections).describe('only requested layers; ignore unknown keys'),
  request_id: z.string().describe('the same as the header X-Request-Id'),
})
export type LocationDossier = z.infer<typeof LocationDossier>
