import { LAYERS } from '../../layers/index.ts'
import type { ServedBuild } from '../build-source.ts'
import { NoQuery, readQuery } from '../query.ts'
import type { RouteContext, ServiceRoute } from '../route.ts'
import type { Health } from '../schemas/health.ts'

export function healthRoute({ builds, now }: RouteContext): ServiceRoute {
  return {
    path: '/v1/health',
    operationId: 'getHealth',
    tag: 'Service',
    summary: 'Liveness and configuration',
    description:
      'Answers 200 while the process lives, with or without a build: configuration is not a ' +
      'readiness check. It never needs a key and touches no upstream.',
    query: NoQuery,
    answer: { description: 'Alive.', schema: 'Health' },
    failures: [],
    cacheControl: 'no-store',
    isOpen: true,
    examples: () => [{ title: 'Is it alive' }],
    handle(request): Health {
      readQuery(NoQuery, request.query)
      const lease = builds.take()
      try {
        return {
          object: 'health',
          status: 'ok',
          time: now().toISOString(),
          planes: planesOf(lease?.build ?? null),
        }
      } finally {
        lease?.release()
      }
    },
  }
}

function planesOf(build: ServedBuild | null): Health['planes'] {
  const archives = build?.manifest.archives ?? []
  const parcels = archives.filter(({ layer }) => layer === 'parcel').length
  return {
    database: build?.hasDatabase ? 'configured' : 'not_configured',
    search_index: { items: build?.manifest.search?.items ?? 0 },
    tile_archives: {
      local: LAYERS.filter(({ id }) => archives.some(({ layer }) => layer === id)).map(
        ({ catalog }) => catalog.slug,
      ),
      parcels: { status: parcels > 0 ? 'configured' : 'not_configured', archives: parcels },
    },
  }
}
