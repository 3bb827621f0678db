import { notAvailable } from '../../http/error-codes.ts'
import type { BuildLease, BuildSource } from '../build/build-source.ts'

/**
 * Leases the build in service; the caller releases it. Throws `ApiError` 503 where no build is
 * pinned, or the pinned one could not be opened.
 */
export function requireBuild(builds: BuildSource): BuildLease {
  const lease = builds.acquire()
  if (lease) return lease
  throw notAvailable(
    'No build is in service.',
    'Try again shortly; the operator creates one with `plat build` and `plat pin`.',
  )
}
