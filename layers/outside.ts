import type { UpstreamClient } from './upstream/client.ts'

/** What a section may ask beyond the rows of its place. Either may be missing: then it goes without. */
export interface Outside {
  upstreams: UpstreamClient | null
}
