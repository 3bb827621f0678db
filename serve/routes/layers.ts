import type { FastifyRequest } from 'fastify'
import { layerBySlug } from '../layer-by-slug.ts'
import { layerCatalog } from '../layer-catalog.ts'
import { NoQuery, readQuery } from '../query.ts'
import type { RouteContext, ServiceRoute } from '../route.ts'
import type { LayerEntry } from '../schemas/layers.ts'

export function layersRoute(context: RouteContext): ServiceRoute {
  return {
    path: '/v1/layers',
    operationId: 'listLayers',
    summary: 'Every layer the platform knows',
    description:
      'All layers, planned and building ones included, in dossier order. `rendering` says how a map ' +
      'draws what the build in service has; a map style can be made of it alone.',
    query: NoQuery,
    answer: { description: 'The layers.', schema: 'LayerList' },
    failures: [400],
    cacheControl: 'no-cache',
    isOpen: true,
    hasTag: true,
    handle(request) {
      readQuery(NoQuery, request.query)
      return { object: 'list', data: entries(context, request) }
    },
  }
}

export function layerRoute(context: RouteContext): ServiceRoute {
  return {
    path: '/v1/layers/{slug}',
    operationId: 'getLayer',
    summary: 'One layer',
    description: 'The entry of one layer, as the list has it.',
    query: NoQuery,
    params: { slug: 'slug of the layer' },
    answer: { description: 'The layer.', schema: 'LayerEntry' },
    failures: [400, 404, 414],
    cacheControl: 'no-cache',
    isOpen: true,
    hasTag: true,
    handle(request) {
      readQuery(NoQuery, request.query)
      const { slug } = request.params as { slug: string }
      layerBySlug(slug)
      return entries(context, request).find((entry) => entry.slug === slug)
    },
  }
}

function entries({ builds, baseOf }: RouteContext, request: FastifyRequest): LayerEntry[] {
  const lease = builds.take()
  try {
    return layerCatalog(lease?.build ?? null, baseOf(request), (error, slug) =>
      request.log.error({ err: error, slug }, 'an archive cannot be opened'),
    )
  } finally {
    lease?.release()
  }
}
