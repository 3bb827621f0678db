import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Accounts } from '../../accounts/accounts.ts'
import { ANY_CALLER } from '../../accounts/any-caller.ts'
import type { UpstreamClient } from '../../layers/upstream/client.ts'
import { createApp } from '../../serve/app.ts'
import type { ServedBuild } from '../../serve/build-source.ts'
import { LeasedBuild } from '../../serve/leased-build.ts'
import { openServedBuild } from '../../serve/served-build.ts'
import { sampleBuild } from './build-home.ts'

/** The service on the whole sample county, without a pin: what it serves is put there by hand. */
export interface ServedSample {
  build: ServedBuild
  app: FastifyInstance
  /** Where it listens, up to and with `/api`. */
  base: string
  /** Requests that hold a build just now. */
  held(): number
  /** Puts another build into service, as a moved pin does. Answers whether the old one closed. */
  replace(build: ServedBuild): () => boolean
  close(): Promise<void>
}

/** Opens the sample, or what `change` makes of it; `upstreams` are asked by its live sections, `accounts` who may. */
export async function serveSample(
  change: (build: ServedBuild) => ServedBuild | Promise<ServedBuild> = (build) => build,
  upstreams?: UpstreamClient,
  accounts: Accounts = ANY_CALLER,
): Promise<ServedSample> {
  const { build: sample } = await sampleBuild()
  sample.close()
  const build = await change(await openServedBuild(sample.open, 1e9))
  let isClosed = false
  let held = 0
  const leased = (each: ServedBuild, onClosed: () => void) => new LeasedBuild(each, onClosed)
  let serving = leased(build, () => {
    isClosed = true
  })
  const app = await createApp({
    accounts,
    upstreams,
    builds: {
      take() {
        const lease = serving.lease()
        held++
        let isHeld = true
        const release = () => {
          if (isHeld) held--
          isHeld = false
          lease.release()
        }
        return { build: lease.build, release }
      },
    },
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    build,
    app,
    base: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api`,
    held: () => held,
    replace(next) {
      const old = serving
      serving = leased(next, () => {})
      old.drop()
      return () => isClosed
    },
    async close() {
      app.server.closeAllConnections()
      await app.close()
      serving.drop()
    },
  }
}
