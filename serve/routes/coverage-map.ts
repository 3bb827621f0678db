import { z } from 'zod'
import { BuildCache, ScorecardsBusy } from '../../coverage/build-cache.ts'
import { coverageMap } from '../../coverage/coverage-map.ts'
import type { CoverageMap } from '../../coverage/coverage-map-shape.ts'
import { ApiError, invalidRequest, notAvailable } from '../../http/error-codes.ts'
import { describeParameter, parseQuery, quote } from '../../http/query.ts'
import { SECTION_NAMES } from '../../layers/index.ts'
import { outsideOf } from '../build/build-rasters.ts'
import { demoAreaFor, demoCounty } from '../demo/demo-area.ts'
import { parseLayerNames } from '../queries/location-query.ts'
import { requireBuild } from './build-lease.ts'
import type { RouteContext, ServiceRoute } from './route.ts'

const CoverageMapQuery = z.strictObject({
  layer: z
    .string()
    .meta({ enum: SECTION_NAMES })
    .describe(`one section: ${SECTION_NAMES.join(', ')}`),
  county: z
    .string()
    .meta({ pattern: '^\\d{5}$', examples: ['23019'] })
    .describe('five FIPS digits, for example 23019'),
})

export function coverageMapRoute({ builds }: RouteContext): ServiceRoute {
  const cache = new BuildCache<CoverageMap | null>()
  return {
    path: '/v1/coverage/map',
    operationId: 'getCoverageMap',
    tag: 'Service',
    summary: 'Coverage of one section in a county, as GeoJSON',
    description:
      'Three kinds of features: the county line; the areas that the sources of the section declare ' +
      'to cover; and the points of the scorecard that are spread over the county, grouped by the ' +
      'status with which GET /v1/location answers there. An area is what a source declares: only ' +
      'the status at a point states how the section answers. Outside of every area nothing is ' +
      'known, which is not the same as safe. Borders are simplified for a map of the county: see ' +
      '`tolerance_m`.',
    query: CoverageMapQuery,
    answer: {
      description: 'A feature collection.',
      schema: 'CoverageMap',
      mediaType: 'application/geo+json',
    },
    failures: [404, 503],
    cacheControl: 'no-cache',
    entityTag: 'strong',
    examples: ({ parcel }) =>
      parcel?.county
        ? [
            {
              title: 'Where the flood section answers in one county',
              query: { layer: 'flood', county: parcel.county },
            },
          ]
        : [],
    isInDemo: true,
    async handle(request): Promise<CoverageMap> {
      const { layer, county } = readQuery(request.query)
      const lease = requireBuild(builds)
      try {
        const area = demoAreaFor(request, lease.build)
        if (area) demoCounty(area, county)
        const { id: build, packs } = lease.build
        const outside = outsideOf(lease.build, { upstreams: null, terrain: null })
        const found = await cache.get(packs, `${layer} ${county}`, () =>
          coverageMap(packs, { build, layer, county, outside }),
        )
        if (found) return found
        throw new ApiError(404, `The build in service has no county ${county}.`, {
          param: 'county',
          hint: 'GET /v1/coverage lists the counties of the build.',
        })
      } catch (error) {
        if (!(error instanceof ScorecardsBusy)) throw error
        throw notAvailable('Too many scorecards are being computed.', 'Try again shortly.')
      } finally {
        lease.release()
      }
    },
  }
}

function readQuery(query: unknown): { layer: string; county: string } {
  const { layer, county } = parseQuery(CoverageMapQuery, query)
  if (parseLayerNames(layer, 'layer').length > 1)
    throw invalidRequest('layer', 'Only one section is allowed.', hint('layer'))
  if (!/^\d{5}$/.test(county))
    throw invalidRequest('county', `${quote(county)} is not a county code.`, hint('county'))
  return { layer: layer.trim(), county }
}

function hint(param: string): string {
  return describeParameter(CoverageMapQuery, param)
}
