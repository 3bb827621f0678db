import { z } from 'zod'
import type { UpstreamClient } from '../../upstream/client.ts'
import { InvalidResponse } from '../../upstream/failure.ts'
import { parseJson, parseShape } from '../../upstream/json-response.ts'
import type { UpstreamResponse } from '../../upstream/upstream.ts'
import { assertNear } from './request-point.ts'
import { usgsSeismic } from './upstream.ts'

/** Design values of one site, g, Site Class D and Risk Category II. */
export interface SeismicDesign {
  sds: number
  /** Null where the service gives none. */
  sd1: number | null
  category: string
}

/** The edition as notes and sources write it, and as the service does. */
export const SEISMIC_EDITION = 'ASCE 7-22'
const DOCUMENT = 'ASCE7-22'
const SITE = { riskCategory: 'II', siteClass: 'D' } as const
/** More than the maps of any edition have, in g. */
const ACCELERATION_MAX_G = 6

/**
 * Fields: https://earthquake.usgs.gov/ws/designmaps/asce7-22.html. An error has a sentence for its
 * `response`.
 */
const Body = z.object({
  request: z.object({
    referenceDocument: z.string(),
    status: z.string(),
    parameters: z
      .object({
        latitude: z.number(),
        longitude: z.number(),
        riskCategory: z.string(),
        siteClass: z.string(),
      })
      .partial()
      .optional(),
  }),
  response: z.unknown(),
})
const acceleration = z.number().positive().max(ACCELERATION_MAX_G)
const Response = z.object({
  data: z.object({
    sds: acceleration,
    sd1: acceleration.nullable(),
    sdc: z.string().regex(/^[A-F]$/),
  }),
})

/** Requests the design values of a site. Throws `UpstreamFailure`. */
export function requestSeismicDesign(
  upstreams: UpstreamClient,
  at: { lat: number; lng: number },
): Promise<UpstreamResponse<SeismicDesign>> {
  return upstreams.request(usgsSeismic, {
    path: '/asce7-22/calculate',
    query: { latitude: at.lat, longitude: at.lng, ...SITE, title: 'plat' },
    read(httpResponse) {
      const { request, response } = parseShape(parseJson(httpResponse), Body)
      if (request.status !== 'success') {
        const reason = typeof response === 'string' ? `: ${response}` : ''
        throw new InvalidResponse(
          `answered with the status ${request.status}${reason}`,
          'error_said',
        )
      }
      if (request.referenceDocument !== DOCUMENT)
        throw new InvalidResponse(`answered of ${request.referenceDocument} instead of ${DOCUMENT}`)
      assertRequested(request.parameters ?? {}, at)
      const { sds, sd1, sdc } = parseShape(response, Response).data
      return { sds, sd1, category: sdc }
    },
  })
}

/** The service repeats the request: a response for another site or soil is invalid. */
function assertRequested(
  {
    latitude,
    longitude,
    riskCategory,
    siteClass,
  }: NonNullable<z.infer<typeof Body>['request']['parameters']>,
  at: { lat: number; lng: number },
): void {
  assertNear({ lat: latitude ?? at.lat, lng: longitude ?? at.lng }, at)
  const { riskCategory: risk, siteClass: site } = SITE
  if ((riskCategory ?? risk) !== risk || (siteClass ?? site) !== site)
    throw new InvalidResponse(
      `answered for Risk Category ${riskCategory} and Site Class ${siteClass}`,
    )
}
