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
  /** Of `tallyMemory`, where threads share counts and circuits. */
  memory?: SharedArrayBuffer
}

/**
 * The one client for live upstreams: deadline, one retry, a circuit, answers kept for a while, one
 * flight for the same question, limits of bytes and of questions at once. A failure is an
 * `UpstreamFailure` with a reason to tell.
 */
export class UpstreamClient {
  readonly upstreams: readonly Upstream[]
  readonly settings: UpstreamSettings
  readonly memory: SharedArrayBuffer
  private readonly lines = new Map<string, UpstreamConnection>()

  constructor(options: ClientOptions) {
    const { upstreams, settings, memory = tallyMemory(upstreams.length) } = options
    this.upstreams = upstreams
    this.settings = settings
    this.memory = memory
    for (const [i, upstream] of upstreams.entries()) {
      const tally = new UpstreamTally(memory, i, upstreams.length)
      this.lines.set(
        upstream.id,
        new UpstreamConnection(upstream, settings[upstream.id], tally, options),
      )
    }
  }

  /** Whether it is asked at all. */
  isOn({ id }: Upstream): boolean {
    return this.settings[id]?.isOn ?? false
  }

  /** The answer, fresh or kept; not to be changed, as others are given it. Throws `UpstreamFailure`. */
  ask<T>(upstream: Upstream, question: UpstreamRequest<T>): Promise<UpstreamResponse<T>> {
    const said = this.answer(upstream, question)
    // Who asked several and gave up after one that failed does not look at the others: no reason
    // to end the process.
    said.catch(() => {})
    return said
  }

  private async answer<T>(
    upstream: Upstream,
    question: UpstreamRequest<T>,
  ): Promise<UpstreamResponse<T>> {
    return this.line(upstream).ask(question)
  }

  /** What a section says of an upstream that contributed. A host that is not the publisher's is named. */
  sourceOf(
    upstream: Upstream,
    said: Pick<UpstreamResponse<unknown>, 'retrieved_at'> | null,
    { kind = 'live', note, vintage = 'live' }: Partial<SectionSource> = {},
  ): SectionSource {
    const { url, isDefault, label } = this.settings[upstream.id]
    const host = isDefault ? null : `Answered by ${new URL(url).host}, which is not the publisher.`
    const notes = joinNotes(note, host)
    return {
      name: label ? `${upstream.title} (${label})` : upstream.title,
      kind,
      vintage,
      // What a stand-in answers is not the publisher's, and nobody is to be credited with it.
      attribution: label ? `Not data of ${upstream.title}: ${label}` : upstream.attribution,
      ...(notes && { note: notes }),
      ...(said && { retrieved_at: said.retrieved_at }),
    }
  }

  /** How each upstream does, counted by all threads that share the memory. */
  report() {
    return this.upstreams.map((upstream) => this.line(upstream).report())
  }

  private line({ id, title }: Upstream): UpstreamConnection {
    const line = this.lines.get(id)
    if (line) return line
    throw new UpstreamFailure(
      'off',
      `${title} is not configured in this service.`,
      'Ask a service that has it.',
    )
  }
}
