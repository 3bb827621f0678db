import { notAvailable } from '../../http/error-codes.ts'
import { NoQuery, parseQuery } from '../../http/query.ts'
import { LAYERS } from '../../layers/index.ts'
import type { ServedBuild } from '../build/build-source.ts'
import type { Health } from '../schemas/health.ts'
import type { RouteContext, ServiceRoute } from './route.ts'

/** The accounts are checked every second, so they may answer again after this time. */
const ACCOUNTS_RETRY_MS = 2_000

export function healthRoute({ builds, accounts, now }: RouteContext): ServiceRoute {
  return {
    path: '/v1/health',
    operationId: 'getHealth',
    tag: 'Service',
    summary: 'Liveness and configuration',
    description:
      'Answers 200 while a build is in service. `planes` list what the build has; a plane that is not ' +
      'configured does not change the status. Answers 503 with `Retry-After` while no build is pinned, ' +
      'the pinned one cannot be opened, or the accounts do not answer, when requests with a key are ' +
      '503 too. It needs no key, queries no upstream and no database, and answers at once.',
    query: NoQuery,
    answer: { description: 'The service is up, with a build in service.', schema: 'Health' },
    failures: [503],
    cacheControl: 'no-store',
    isOpen: true,
    examples: () => [{ title: 'Health of the service' }],
    handle(request): Health {
      parseQuery(NoQuery, request.query)
      const problem = accounts.problem()
      if (problem !== null) throw accountsSilent(problem)
      const lease = builds.acquire()
      if (!lease) throw nothingInService()
      try {
        return {
          object: 'health',
          status: 'ok',
          time: now().toISOString(),
          planes: planesOf(lease.build),
        }
      } finally {
        lease.release()
      }
    },
  }
}

/** Error 503: the process runs without a build. */
function nothingInService() {
  return notAvailable(
    'The service is up, and no build is in service: none is pinned, or the pinned one cannot be opened.',
    'Try again shortly; the operator creates a build with `plat build` and pins it with `plat pin`.',
  )
}

/** Error 503: no request can be admitted now. */
function accountsSilent(problem: string) {
  return notAvailable(
    problem,
    'Requests with a key are answered with 503 meanwhile; the log of the service states the reason.',
    { retryAfter_ms: ACCOUNTS_RETRY_MS },
  )
}

function storeState(silentSince: Date | null): Health['planes']['store'] {
  if (silentSince === null) return { status: 'answering' }
  return { status: 'silent', silent_since: silentSince.toISOString() }
}

function planesOf({ manifest, hasDatabase, store }: ServedBuild): Health['planes'] {
  const { archives, search } = manifest
  const parcels = archives.filter(({ layer }) => layer === 'parcel').length
  return {
    accounts: 'answering',
    ...(store && { store: storeState(store.silentSince) }),
    database: hasDatabase ? 'configured' : 'not_configured',
    search_index: { items: search?.items ?? 0 },
    tile_archives: {
      local: LAYERS.filter(({ id }) => archives.some(({ layer }) => layer === id)).map(
        ({ catalog }) => catalog.slug,
      ),
      parcels: { status: parcels > 0 ? 'configured' : 'not_configured', archives: parcels },
    },
  }
}
