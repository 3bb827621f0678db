import { z } from 'zod'
import { ScorecardCache, ScorecardsBusy } from '../../coverage/scorecard-cache.ts'
import { SECTION_NAMES } from '../../layers/index.ts'
import { outsideOf } from '../build/build-rasters.ts'
import { invalidRequest, notAvailable } from '../http/error-codes.ts'
import { describeParameter, parseQuery, quote } from '../http/query.ts'
import { parseLayerNames } from '../queries/location-query.ts'
import { noBuild } from './location.ts'
import type { RouteContext, ServiceRoute } from './route.ts'

export const CoverageQuery = z.strictObject({
  layer: z
    .string()
    .optional()
    .meta({ enum: SECTION_NAMES })
    .describe(`one section, all when absent: ${SECTION_NAMES.join(', ')}`),
  state: z
    .string()
    .optional()
    .meta({ pattern: '^([A-Za-z]{2}|\\d{2})$', examples: ['ME', '23'] })
    .describe('postal code or two FIPS digits, for example ME or 23'),
  county: z
    .string()
    .optional()
    .meta({ pattern: '^\\d{5}$', examples: ['23019'] })
    .describe('five FIPS digits, for example 23019'),
})

export function coverageRoute({ builds }: RouteContext): ServiceRoute {
  const cache = new ScorecardCache()
  return {
    path: '/v1/coverage',
    operationId: 'getCoverage',
    tag: 'Service',
    summary: 'Where each section answers',
    description:
      'A scorecard per section and county, by seeded probes that are each answered as ' +
      'GET /v1/location answers them. `land` is the share of the area inside the county line, ' +
      '`parcels` that of the parcels which this build has of the county; both state their number ' +
      'of probes. Where the build draws no line of a county, its `land` is null and `note` has the ' +
      'reason. `covers` names what the sources cover: it may be a town of the county. Statuses by ' +
      'kind of probe, fill rates, sources and vintages follow.',
    query: CoverageQuery,
    answer: { description: 'The scorecard.', schema: 'Scorecard' },
    failures: [503],
    cacheControl: 'no-cache',
    examples: ({ parcel }) =>
      parcel?.county
        ? [
            {
              title: 'Where the flood section answers in one county',
              query: { layer: 'flood', county: parcel.county },
            },
          ]
        : [],
    async handle(request) {
      const filter = readFilter(request.query)
      const lease = builds.acquire()
      if (!lease) throw noBuild()
      try {
        const outside = outsideOf(lease.build, { upstreams: null, terrain: null })
        return await cache.get(lease.build.packs, { build: lease.build.id, ...filter, outside })
      } catch (error) {
        if (!(error instanceof ScorecardsBusy)) throw error
        throw notAvailable('Too many scorecards are being computed.', 'Ask again shortly.')
      } finally {
        lease.release()
      }
    },
  }
}

function readFilter(query: unknown) {
  const { layer, state, county } = parseQuery(CoverageQuery, query)
  if (layer !== undefined && parseLayerNames(layer, 'layer').length > 1)
    throw invalidRequest('layer', 'Only one section can be asked.', hint('layer'))
  if (state !== undefined && !/^(?:[A-Za-z]{2}|\d{2})$/.test(state))
    throw invalidRequest('state', `${quote(state)} is no state code.`, hint('state'))
  if (county !== undefined && !/^\d{5}$/.test(county))
    throw invalidRequest('county', `${quote(county)} is no county code.`, hint('county'))
  return { layer: layer?.trim(), state: state?.toUpperCase(), county }
}

function hint(param: string): string {
  return describeParameter(CoverageQuery, param)
}
