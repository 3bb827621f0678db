import { LAYERS } from '../../layers/index.ts'
import type { ServedBuild } from '../build/build-source.ts'
import { notAvailable } from '../http/error-codes.ts'
import { NoQuery, parseQuery } from '../http/query.ts'
import type { Health } from '../schemas/health.ts'
import type { RouteContext, ServiceRoute } from './route.ts'

/** Until the accounts may answer again: they are asked every second. */
const ACCOUNTS_RETRY_MS = 2_000

export function healthRoute({ builds, accounts, now }: RouteContext): ServiceRoute {
  return {
    path: '/v1/health',
    operationId: 'getHealth',
    tag: 'Service',
    summary: 'Liveness and configuration',
    description:
      'Answers 200 while a build is in service: its planes say what that build has, and a plane that ' +
      'is not configured does not change the status. Answers 503 with `Retry-After` while the process ' +
      'runs and no build is pinned, the pinned one cannot be opened, or the accounts cannot answer, ' +
      'so that requests with a key are 503 too. It never needs a key, touches no upstream and no ' +
      'database, and waits for nobody.',
    query: NoQuery,
    answer: { description: 'Alive, with a build in service.', schema: 'Health' },
    failures: [503],
    cacheControl: 'no-store',
    isOpen: true,
    examples: () => [{ title: 'Is it alive' }],
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

/** 503: the process runs, and has nothing to answer from. */
function nothingInService() {
  return notAvailable(
    'The service is up, and no build is in service: none is pinned, or the pinned one cannot be opened.',
    'Ask again shortly; the operator makes a build with `plat build` and pins it with `plat pin`.',
  )
}

/** 503: nobody can be admitted now. */
function accountsSilent(problem: string) {
  return notAvailable(
    problem,
    'Requests with a key are answered 503 until it does; the log of the service has the reason.',
    { retryAfter_ms: ACCOUNTS_RETRY_MS },
  )
}

function planesOf({ manifest, hasDatabase }: ServedBuild): Health['planes'] {
  const { archives, search } = manifest
  const parcels = archives.filter(({ layer }) => layer === 'parcel').length
  return {
    accounts: 'answering',
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
