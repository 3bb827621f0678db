import { type LocalService, localService, Raw, SILENCE } from './local-service.ts'

/** What a local upstream answers: a value becomes JSON, a text is sent as it is. */
export interface LocalAnswer {
  status?: number
  headers?: Record<string, string>
  body?: unknown
}

/** Null leaves a question without an answer until the service closes. */
type Answering = (url: URL) => LocalAnswer | null

/** A local service whose answers change from test to test. */
export class LocalUpstream {
  answering: Answering
  private service!: LocalService

  private constructor(answering: Answering) {
    this.answering = answering
  }

  static async open(answering: Answering): Promise<LocalUpstream> {
    const local = new LocalUpstream(answering)
    local.service = await localService((url) => {
      const answer = local.answering(url)
      return answer === null ? SILENCE : rawOf(answer)
    })
    return local
  }

  get url(): string {
    return this.service.url
  }

  /** Every question, in the order that they came. */
  get asked(): URL[] {
    return this.service.asked
  }

  close(): Promise<void> {
    return this.service.close()
  }
}

function rawOf({ status = 200, headers = {}, body = '' }: LocalAnswer): Raw {
  return new Raw(status, typeof body === 'string' ? body : JSON.stringify(body), headers)
}
