import { z } from 'zod'
import { ScorecardsBusy } from '../../coverage/build-cache.ts'
import { ScorecardCache } from '../../coverage/scorecard-cache.ts'
import { isState, stateOf } from '../../coverage/states.ts'
import { invalidRequest, notAvailable } from '../../http/error-codes.ts'
import { describeParameter, parseQuery, quote } from '../../http/query.ts'
import { SECTION_NAMES } from '../../layers/index.ts'
import { outsideOf } from '../build/build-rasters.ts'
import { type DemoArea, demoAreaFor, demoCounty, notInDemo } from '../demo/demo-area.ts'
import { parseLayerNames } from '../queries/location-query.ts'
import { requireBuild } from './build-lease.ts'
import type { RouteContext, ServiceRoute } from './route.ts'

const CoverageQuery = z.strictObject({
  layer: z
    .string()
    .optional()
    .meta({ enum: SECTION_NAMES })
    .describe(`one section; all when absent: ${SECTION_NAMES.join(', ')}`),
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
    summary: 'Coverage of each section',
    description:
      'A scorecard per section and county, measured with seeded probes that are answered like ' +
      'GET /v1/location. `land` is the share of the area inside the county line, `parcels` the share of ' +
      'the parcels that this build has in the county; both state their number of probes. Where the ' +
      'build has no county line, `land` is null and `note` states the reason. `covers` names what the ' +
      'sources cover, which may be one town of the county. Also: statuses by kind of probe, fill rates, ' +
      'sources and vintages.',
    query: CoverageQuery,
    answer: { description: 'The scorecard.', schema: 'Scorecard' },
    failures: [503],
    cacheControl: 'no-cache',
    entityTag: 'strong',
    examples: ({ parcel }) =>
      parcel?.county
        ? [
            {
              title: 'Coverage of the flood section in one county',
              query: { layer: 'flood', county: parcel.county },
            },
          ]
        : [],
    isInDemo: true,
    async handle(request) {
      const parsed = readFilter(request.query)
      const lease = requireBuild(builds)
      try {
        const area = demoAreaFor(request, lease.build)
        const filter = area ? demoFilter(area, parsed) : parsed
        const outside = outsideOf(lease.build, { upstreams: null, terrain: null })
        return await cache.get(lease.build.packs, { build: lease.build.id, ...filter, outside })
      } catch (error) {
        if (!(error instanceof ScorecardsBusy)) throw error
        throw notAvailable('Too many scorecards are being computed.', 'Try again shortly.')
      } finally {
        lease.release()
      }
    },
  }
}

/** The filter of a demo visit: scorecards are cached by filter, and its county decides alone. */
function demoFilter(area: DemoArea, { layer, state, county }: ReturnType<typeof readFilter>) {
  if (state !== undefined && !isState(state, stateOf(area.fips))) throw notInDemo(area)
  return { layer, state: undefined, county: demoCounty(area, county) }
}

function readFilter(query: unknown) {
  const { layer, state, county } = parseQuery(CoverageQuery, query)
  if (layer !== undefined && parseLayerNames(layer, 'layer').length > 1)
    throw invalidRequest('layer', 'Only one section is allowed.', hint('layer'))
  if (state !== undefined && !/^(?:[A-Za-z]{2}|\d{2})$/.test(state))
    throw invalidRequest('state', `${quote(state)} is not a state code.`, hint('state'))
  if (county !== undefined && !/^\d{5}$/.test(county))
    throw invalidRequest('county', `${quote(county)} is not a county code.`, hint('county'))
  return { layer: layer?.trim(), state: state?.toUpperCase(), county }
}

function hint(param: string): string {
  return describeParameter(CoverageQuery, param)
}
