import type { SectionSource } from '../catalog/section-source.ts'
import { joinNotes } from '../values/joined-notes.ts'
import { UpstreamFailure } from './failure.ts'
import type { UpstreamSettings } from './settings.ts'
import { tallyMemory, UpstreamTally } from './tally.ts'
import type { Upstream, UpstreamRequest, UpstreamResponse } from './upstream.ts'
import { type ConnectionOptions, UpstreamConnection } from './upstream-connection.ts'

export interface ClientOptions extends ConnectionOptions {
  upstreams: readonly Upstream[]
  settings: UpstreamSettings
  /** Created by `tallyMemory`; threads that share it share counters and circuits. */
  memory?: SharedArrayBuffer
}

/**
 * The one client for live upstreams: deadline, one retry, circuit breaker, cached responses, one
 * request in flight per address, limits of bytes and of requests at once. A failure is an
 * `UpstreamFailure` with a reason for people.
 */
export class UpstreamClient {
  readonly upstreams: readonly Upstream[]
  readonly settings: UpstreamSettings
  readonly memory: SharedArrayBuffer
  private readonly connections = new Map<string, UpstreamConnection>()

  constructor(options: ClientOptions) {
    const { upstreams, settings, memory = tallyMemory(upstreams.length) } = options
    this.upstreams = upstreams
    this.settings = settings
    this.memory = memory
    for (const [i, upstream] of upstreams.entries()) {
      const tally = new UpstreamTally(memory, i, upstreams.length)
      const setting = settings[upstream.id]
      this.connections.set(upstream.id, new UpstreamConnection(upstream, setting, tally, options))
    }
  }

  isOn({ id }: Upstream): boolean {
    return this.settings[id]?.isOn ?? false
  }

  /**
   * A fresh or cached response, shared between callers: do not change it. Throws `UpstreamFailure`.
   */
  request<T>(upstream: Upstream, request: UpstreamRequest<T>): Promise<UpstreamResponse<T>> {
    const response = this.send(upstream, request)
    // A caller that sent several and stopped at the first failure does not await the others, which
    // must not end the process.
    response.catch(() => {})
    return response
  }

  private async send<T>(upstream: Upstream, request: UpstreamRequest<T>) {
    return this.connection(upstream).request(request)
  }

  /**
   * The source that a section lists for an upstream. It names a host other than the publisher's.
   */
  sourceOf(
    upstream: Upstream,
    response: Pick<UpstreamResponse<unknown>, 'retrieved_at'> | null,
    { kind = 'live', note, vintage = 'live' }: Partial<SectionSource> = {},
  ): SectionSource {
    const { url, isDefault, label } = this.settings[upstream.id]
    const host = isDefault ? null : `Answered by ${new URL(url).host}, which is not the publisher.`
    const notes = joinNotes(note, host)
    return {
      name: label ? `${upstream.title} (${label})` : upstream.title,
      kind,
      vintage,
      // The publisher must not be credited with the data of a stand-in.
      attribution: label ? `Not data of ${upstream.title}: ${label}` : upstream.attribution,
      ...(notes && { note: notes }),
      ...(response && { retrieved_at: response.retrieved_at }),
    }
  }

  /** State and counters of each upstream, over all threads that share the memory. */
  report() {
    return this.upstreams.map((upstream) => this.connection(upstream).report())
  }

  private connection({ id, title }: Upstream): UpstreamConnection {
    const connection = this.connections.get(id)
    if (connection) return connection
    const reason = `${title} is not configured in this service.`
    throw new UpstreamFailure('off', reason, 'Use a service that has it.')
  }
}
