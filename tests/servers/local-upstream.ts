import { type LocalService, localService, Raw, SILENCE } from './local-service.ts'

/** What a local upstream answers: a value becomes JSON, a text is sent as it is. */
export interface LocalAnswer {
  status?: number
  headers?: Record<string, string>
  body?: unknown
}

/** Null leaves a question without an answer until the service closes. */
type Respond = (url: URL) => LocalAnswer | null

/** A local service whose answers change from test to test. */
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

  /** Every question, in the order that they came. */
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
