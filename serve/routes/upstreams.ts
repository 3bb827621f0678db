import { NoQuery, parseQuery } from '../../http/query.ts'
import type { UpstreamList } from '../schemas/upstreams.ts'
import type { RouteContext, ServiceRoute } from './route.ts'

export function upstreamsRoute({ upstreams }: RouteContext): ServiceRoute {
  return {
    path: '/v1/upstreams',
    operationId: 'listUpstreams',
    tag: 'Service',
    summary: 'State of the live services that sections query',
    description:
      'Requests to each upstream and their outcome, counted by this process since it started. ' +
      'This request queries no upstream.',
    query: NoQuery,
    answer: { description: 'All upstreams of the service.', schema: 'UpstreamList' },
    failures: [],
    cacheControl: 'no-store',
    examples: () => [{ title: 'State of all upstreams' }],
    handle(request): UpstreamList {
      parseQuery(NoQuery, request.query)
      const data = (upstreams?.report() ?? []).map((upstream) => {
        const { id, title, url, state, counts, failures, answer_ms, lastFailure } = upstream
        const { requested, cached, joined, sent, answered, openings } = counts
        return {
          id,
          object: 'upstream' as const,
          title,
          host: new URL(url).host,
          state,
          asked: requested,
          answered_kept: cached,
          answered_joined: joined,
          requests_sent: sent,
          answered_fresh: answered,
          circuit_openings: openings,
          failures,
          answer_ms,
          last_failure: lastFailure && {
            kind: lastFailure.kind,
            at: new Date(lastFailure.at).toISOString(),
          },
        }
      })
      return { object: 'list', data }
    },
  }
}
