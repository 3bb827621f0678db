import { NoQuery, parseQuery } from '../http/query.ts'
import type { UpstreamList } from '../schemas/upstreams.ts'
import type { RouteContext, ServiceRoute } from './route.ts'

export function upstreamsRoute({ upstreams }: RouteContext): ServiceRoute {
  return {
    path: '/v1/upstreams',
    operationId: 'listUpstreams',
    tag: 'Service',
    summary: 'How the live services do that sections ask',
    description:
      'What was asked of each upstream and what came back, counted by this process since it ' +
      'started. It asks none of them.',
    query: NoQuery,
    answer: { description: 'Every upstream that the service knows.', schema: 'UpstreamList' },
    failures: [],
    cacheControl: 'no-store',
    examples: () => [{ title: 'Which upstreams answer' }],
    handle(request): UpstreamList {
      parseQuery(NoQuery, request.query)
      const data = (upstreams?.report() ?? []).map((line) => {
        const { id, title, url, state, counts, failures, answer_ms, lastFailure } = line
        const { asked, kept, joined, sent, answered, openings } = counts
        return {
          id,
          object: 'upstream' as const,
          title,
          host: new URL(url).host,
          state,
          asked,
          answered_kept: kept,
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
