import { nearestWord } from '../../terminal/nearest-word.ts'
import { ApiError } from '../error-codes.ts'
import { layerCatalog } from '../layer-catalog.ts'
import { NoQuery, quote, readQuery } from '../query.ts'
import type { RouteContext, ServiceRoute } from '../route.ts'
import type { LayerEntry } from '../schemas/layers.ts'

export function layersRoute(context: RouteContext): ServiceRoute {
  return {
    path: '/v1/layers',
    operationId: 'listLayers',
    summary: 'Every layer the platform knows',
    description: 'All layers, planned and building ones included, in dossier order.',
    query: NoQuery,
    answer: { description: 'The layers.', schema: 'LayerList' },
    failures: [400],
    cacheControl: 'no-cache',
    handle(request) {
      readQuery(NoQuery, request.query)
      return { object: 'list', data: entries(context) }
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
    handle(request) {
      readQuery(NoQuery, request.query)
      const { slug } = request.params as { slug: string }
      const all = entries(context)
      const found = all.find((entry) => entry.slug === slug)
      if (found) return found
      const slugs = all.map((entry) => entry.slug)
      const near = nearestWord(slug.slice(0, 60), slugs)
      const meant = near ? `Did you mean ${near}? ` : ''
      throw new ApiError(404, `There is no layer ${quote(slug)}.`, {
        param: 'slug',
        hint: `${meant}Known layers: ${slugs.join(', ')}.`,
      })
    },
  }
}

function entries({ builds }: RouteContext): LayerEntry[] {
  const lease = builds.take()
  try {
    return layerCatalog(lease?.build ?? null)
  } finally {
    lease?.release()
  }
}
