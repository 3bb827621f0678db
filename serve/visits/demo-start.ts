import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Accounts, AccountsGone } from '../../accounts/accounts.ts'
import { GRID } from '../../geometry/polygons.ts'
import { isFromOwnPage } from '../../http/credential.ts'
import { ApiError } from '../../http/error-codes.ts'
import { clientAddressOf } from '../../http/reach.ts'
import { LoopSlice } from '../../http/time-slice.ts'
import type { BuildSource } from '../build/build-source.ts'
import { demoAreaOf } from '../demo/demo-area.ts'
import { accountsGone } from '../routes/account-routes.ts'
import { limited, setLimitHeaders } from '../routes/gate.ts'
import type { Demo } from '../schemas/demo.ts'
import { demoExamples } from './demo-examples.ts'

/** The path at which the map page starts a demo visit. */
export const DEMO_PATH = '/api/demo'

/**
 * Serves `POST /api/demo`, which starts a visit of the fictional county for a page of the service
 * without a key: the answer sets a cookie, see `accounts/admission/demo-cookie.ts`. It is 404 where
 * the build in service has no fictional county.
 */
export function mountDemo(
  app: FastifyInstance,
  {
    builds,
    accounts,
    originOf,
  }: {
    builds: BuildSource
    accounts: Pick<Accounts, 'startDemo'>
    originOf(request: FastifyRequest): string | null
  },
): void {
  app.post(DEMO_PATH, { config: { isOwn: true } }, async (request, reply): Promise<Demo> => {
    reply.header('cache-control', 'no-store')
    const origin = originOf(request)
    if (!isFromOwnPage(request, origin))
      throw new ApiError(403, 'Only a page of this service starts a demo.', {
        hint: 'Send an API key.',
      })
    const lease = builds.acquire()
    try {
      const area = lease && demoAreaOf(lease.build)
      if (!area)
        throw new ApiError(404, 'This service has no demo.', {
          hint: 'Sign in, or use an API key.',
        })
      const isSecure = origin?.startsWith('https:') ?? false
      const started = await accounts
        .startDemo(clientAddressOf(request), isSecure)
        .catch((error) => {
          throw error instanceof AccountsGone ? accountsGone(error) : error
        })
      setLimitHeaders(reply, started.allowance)
      if (started.kind === 'limited') throw limited(started.allowance, 1)
      reply.header('set-cookie', started.set_cookie)
      return {
        object: 'demo',
        county: { fips: area.fips, name: area.name },
        bounds: area.box.map((units) => units / GRID) as Demo['bounds'],
        // A visit without addresses to try is better than none.
        examples: await demoExamples(lease.build, area, new LoopSlice()).catch((error) => {
          request.log.error({ err: error, build: lease.build.id }, 'no examples for the demo')
          return []
        }),
      }
    } finally {
      lease?.release()
    }
  })
}
