import { z } from 'zod'
import { LocationDossier } from './dossier.ts'
import { ErrorObject } from './error.ts'

/** The answers to a list of locations, in its order. */
export const LocationAnswers = z.object({
  object: z.literal('list'),
  data: z
    .array(
      z.discriminatedUnion('status', [
        z.object({ status: z.literal('answered'), dossier: LocationDossier }),
        z.object({
          status: z.literal('failed'),
          error: ErrorObject.shape.error
            .omit({ request_id: true })
            .describe('as the error of GET /v1/location for this location'),
        }),
      ]),
    )
    .describe('one item for each location, in the order of the request'),
  request_id: z.string().describe('the same as the header X-Request-Id'),
})
export type LocationAnswers = z.infer<typeof LocationAnswers>
