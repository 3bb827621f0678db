import { UPSTREAMS } from '../../layers/index.ts'
import { UpstreamClient } from '../../upstream/client.ts'
import type { UpstreamSettings } from '../../upstream/settings.ts'

/** What a thread of the service is handed of the upstreams: it counts with the others. */
export interface SharedUpstreams {
  settings: UpstreamSettings
  memory: SharedArrayBuffer
}

/** The client of a thread; the first one makes the memory that all count in. */
export function serviceUpstreams(
  settings: UpstreamSettings,
  memory?: SharedArrayBuffer,
): UpstreamClient {
  return new UpstreamClient({ upstreams: UPSTREAMS, settings, memory })
}
