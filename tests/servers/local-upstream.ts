import { type LocalService, localService, Raw, SILENCE } from './local-service.ts'

/** A response of a local upstream: a value becomes JSON, a text is sent as it is. */
export interface LocalAnswer {
  status?: number
  headers?: Record<string, string>
  body?: unknown
}

/** Returns the response; null leaves a request unanswered until the service closes. */
type Respond = (url: URL) => LocalAnswer | null

/** A local service whose responses change from test to test. */
export class LocalUpstream {
  respond: Respond
  private service!: LocalService

  private constructor(respond: Respond) {
    this.respond = respond
  }

  static async open(respond: Respond): Promise<LocalUpstream> {
    const local = new LocalUpstream(respond)
    local.service = await localService((url) => {
      const answer = local.respond(url)
      return answer === null ? SILENCE : rawOf(answer)
    })
    return local
  }

  get url(): string {
    return this.service.url
  }

  /** Every request, in the order of arrival. */
  get requests(): URL[] {
    return this.service.requests
  }

  close(): Promise<void> {
    return this.service.close()
  }
}

function rawOf({ status = 200, headers = {}, body = '' }: LocalAnswer): Raw {
  return new Raw(status, typeof body === 'string' ? body : JSON.stringify(body), headers)
}
