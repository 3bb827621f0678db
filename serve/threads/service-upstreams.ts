import { UPSTREAMS } from '../../layers/index.ts'
import { UpstreamClient } from '../../upstream/client.ts'
import type { UpstreamSettings } from '../../upstream/settings.ts'

/** Settings and memory that threads share to query upstreams within common limits. */
export interface SharedUpstreams {
  settings: UpstreamSettings
  memory: SharedArrayBuffer
}

/**
 * Creates the upstream client of a thread. The first thread creates the shared memory, in which all
 * threads count their requests.
 */
export function serviceUpstreams(
  settings: UpstreamSettings,
  memory?: SharedArrayBuffer,
): UpstreamClient {
  return new UpstreamClient({ upstreams: UPSTREAMS, settings, memory })
}
