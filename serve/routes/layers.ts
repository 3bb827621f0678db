import { NoQuery, parseQuery } from '../../http/query.ts'
import { LayerPath, layerBySlug } from '../layers/layer-by-slug.ts'
import { layerCatalog } from '../layers/layer-catalog.ts'
import type { LayerEntry } from '../schemas/layers.ts'
import type { RouteContext, RouteRequest, ServiceRoute } from './route.ts'

export function layersRoute(context: RouteContext): ServiceRoute {
  return {
    path: '/v1/layers',
    operationId: 'listLayers',
    tag: 'Layers',
    summary: 'All layers of the platform',
    description:
      'All layers in dossier order, including those that the build lacks. `rendering` describes how a ' +
      'map draws what the build in service has, and is all that a map style needs. `backgrounds` has ' +
      'pictures of other services that the operator offers beneath it; by default none.',
    query: NoQuery,
    answer: { description: 'The layers.', schema: 'LayerList' },
    failures: [],
    cacheControl: 'no-cache',
    entityTag: 'strong',
    // What layers a build has is no fact about a place.
    isInDemo: true,
    examples: () => [{ title: 'All layers' }],
    handle(request) {
      parseQuery(NoQuery, request.query)
      const { backgrounds = [] } = context
      return { object: 'list', data: entries(context, request), backgrounds }
    },
  }
}

export function layerRoute(context: RouteContext): ServiceRoute {
  return {
    path: '/v1/layers/{slug}',
    operationId: 'getLayer',
    tag: 'Layers',
    summary: 'One layer',
    description: 'The entry of one layer, as in the list.',
    query: NoQuery,
    params: LayerPath,
    answer: { description: 'The layer.', schema: 'LayerEntry' },
    failures: [404],
    cacheControl: 'no-cache',
    entityTag: 'strong',
    isInDemo: true,
    examples: () => [{ title: 'The flood layer', params: { slug: 'flood-zones' } }],
    handle(request) {
      parseQuery(NoQuery, request.query)
      const { slug } = request.params as { slug: string }
      layerBySlug(slug)
      return entries(context, request).find((entry) => entry.slug === slug)
    },
  }
}

function entries({ builds, baseOf, upstreams }: RouteContext, request: RouteRequest): LayerEntry[] {
  const lease = builds.acquire()
  try {
    const onProblem = (error: unknown, slug: string) =>
      request.log.error({ err: error, slug }, 'an archive cannot be opened')
    return layerCatalog(lease?.build ?? null, baseOf(request), onProblem, upstreams)
  } finally {
    lease?.release()
  }
}
