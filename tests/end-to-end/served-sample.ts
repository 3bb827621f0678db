import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { type AppOptions, createApp } from '../../serve/app.ts'
import type { ServedBuild } from '../../serve/build/build-source.ts'
import { RefCountedBuild } from '../../serve/build/ref-counted-build.ts'
import { openServedBuild } from '../../serve/build/served-build.ts'
import { ANY_CALLER } from '../fixtures/any-caller.ts'
import { sampleBuild } from './build-home.ts'

/**
 * The service on the whole sample county, without a pin: the test sets the build that it serves.
 */
export interface ServedSample {
  build: ServedBuild
  app: FastifyInstance
  /** Base address, including `/api`. */
  base: string
  /** Number of requests that hold a build now. */
  held(): number
  /**
   * Puts another build into service, as a moved pin does. Resolves to true when the old one closed.
   */
  replace(build: ServedBuild): () => boolean
  close(): Promise<void>
}

export interface SampleOptions extends Partial<Omit<AppOptions, 'builds'>> {
  /** The build that is served in place of the sample. */
  change?(build: ServedBuild): ServedBuild | Promise<ServedBuild>
}

/** Opens the sample, changed by `change`. Every caller is admitted unless `accounts` are given. */
export async function serveSample(options: SampleOptions = {}): Promise<ServedSample> {
  const { change = (build: ServedBuild) => build, ...appOptions } = options
  const { build: sample } = await sampleBuild()
  sample.close()
  const build = await change(await openServedBuild(sample.open, 1e9))
  let isClosed = false
  let held = 0
  const leased = (each: ServedBuild, onClosed: () => void) => new RefCountedBuild(each, onClosed)
  let serving = leased(build, () => {
    isClosed = true
  })
  const app = await createApp({
    accounts: ANY_CALLER,
    ...appOptions,
    builds: {
      acquire() {
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
