import { z } from 'zod'

/**
 * Radius around the point within which permits are listed. A standard block of Chicago, whose
 * permits are the real ones here, is 330 by 660 feet: 150 m around a lot hold its block and the
 * lots across its streets, and downtown not yet a whole district.
 */
export const RADIUS_M = 150
/** Most permits that are listed, the nearest; `permit_count` counts them all. */
export const PERMITS_MAX = 50

const Permit = z.object({
  id: z.string().describe("the authority's number of the permit"),
  type: z.string().nullable().describe("in the authority's words"),
  status: z
    .string()
    .nullable()
    .describe("in the authority's words, when its export was made, or as its live feed has it now"),
  description: z.string().nullable().describe("in the authority's words"),
  address: z.string().nullable().describe("in the authority's words"),
  issued_at: z.string().nullable().describe('ISO date; null: not issued, or not stated'),
  url: z.string().nullable().describe("deep link into the authority's system"),
  distance_m: z.number().describe('from the point of the dossier (additive)'),
  is_on_parcel: z.boolean().describe('its point lies in the parcel (additive)'),
  applied_at: z.string().nullable().describe('ISO date (additive)'),
  finaled_at: z.string().nullable().describe('signed off, ISO date (additive)'),
  cost_usd: z.number().nullable().describe('as the applicant declared it (additive)'),
  authority: z.string().describe('who issues it (additive)'),
  feed: z.string().describe('the feed that it is from (additive)'),
})
export type Permit = z.infer<typeof Permit>

export const PermitsData = z.object({
  permits: z
    .array(Permit)
    .describe(`nearest first, at one place the newest first; at most ${PERMITS_MAX}`),
  radius_m: z.number().describe('search radius around the point'),
  feed: z
    .string()
    .describe(
      'feeds that returned these permits, the nearest one’s first; without a permit, the copies of the build that were searched',
    ),
  feeds_unavailable: z
    .array(z.string())
    .describe(
      'feeds that could not be read: results may be incomplete. Where none of the live feeds of a place answered and no permit is known, the section is not_available and names them here',
    ),
  permit_count: z
    .number()
    .describe('permits within the radius or on the parcel, also those not listed (additive)'),
  on_parcel_count: z
    .number()
    .nullable()
    .describe('permits whose point lies in the parcel; null without one (additive)'),
  latest_on_parcel: z
    .object({
      id: z.string().describe("the authority's number of the permit"),
      type: z.string().nullable().describe("in the authority's words"),
      issued_at: z.string().nullable().describe('ISO date'),
    })
    .nullable()
    .describe('the newest of those by date of issue (additive)'),
  feed_through: z
    .string()
    .nullable()
    .describe('date until which each of these feeds is complete, ISO date (additive)'),
})
export type PermitsData = z.infer<typeof PermitsData>
