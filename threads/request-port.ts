import type { MessagePort } from 'node:worker_threads'

/** A request and its answer share a number. */
interface Numbered<Request> {
  number: number
  request: Request
}
type Reply<Response> = { number: number } & ({ response: Response } | { failure: string })

const REASONS = {
  closed: 'The other thread has ended, or the port was closed.',
  busy: 'Too many requests wait for the other thread.',
  late: 'The other thread did not answer in time.',
}

/** A request without a response. `failed`: the other thread reported the message as the reason. */
export class RequestFailure extends Error {
  override readonly name = 'RequestFailure'
  readonly reason: keyof typeof REASONS | 'failed'

  constructor(reason: RequestFailure['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

interface Bounds {
  /** Requests without a response; further ones fail as `busy`. */
  pendingMax?: number
  /** A request fails as `late` after this time. */
  timeoutMs?: number
}

interface Pending<Response> {
  resolve(response: Response): void
  reject(failure: RequestFailure): void
  timeout?: NodeJS.Timeout
}

/** Requests to another thread, which answers each through `answerRequests`, in any order. */
export class RequestPort<Request, Response> {
  private readonly port: MessagePort
  private readonly bounds: Bounds
  private readonly pending = new Map<number, Pending<Response>>()
  private number = 0
  private hasEnded = false

  constructor(port: MessagePort, bounds: Bounds = {}) {
    this.port = port
    this.bounds = bounds
    port.on('message', (reply: Reply<Response>) => {
      const pending = this.take(reply.number)
      if ('response' in reply) pending?.resolve(reply.response)
      else pending?.reject(new RequestFailure('failed', reply.failure))
    })
    port.on('close', () => {
      this.hasEnded = true
      for (const number of [...this.pending.keys()]) this.take(number)?.reject(failureOf('closed'))
    })
    // The port must not keep the thread alive.
    port.unref()
  }

  /** True when this side or the other one has closed the port, or the other thread has ended. */
  get isClosed(): boolean {
    return this.hasEnded
  }

  /** Sends a request. Rejects with `RequestFailure`. */
  request(request: Request): Promise<Response> {
    const { pendingMax = Number.POSITIVE_INFINITY, timeoutMs } = this.bounds
    if (this.hasEnded) return Promise.reject(failureOf('closed'))
    if (this.pending.size >= pendingMax) return Promise.reject(failureOf('busy'))
    const number = this.number++
    this.port.postMessage({ number, request } satisfies Numbered<Request>)
    return new Promise((resolve, reject) => {
      const fail = () => this.take(number)?.reject(failureOf('late'))
      const timeout = timeoutMs === undefined ? undefined : setTimeout(fail, timeoutMs).unref()
      this.pending.set(number, { resolve, reject, timeout })
    })
  }

  /** Closes the port: requests without a response fail, and later ones too. */
  close(): void {
    this.port.close()
  }

  private take(number: number): Pending<Response> | null {
    const pending = this.pending.get(number)
    clearTimeout(pending?.timeout)
    this.pending.delete(number)
    return pending ?? null
  }
}

const failureOf = (reason: keyof typeof REASONS) => new RequestFailure(reason, REASONS[reason])

/**
 * Answers the requests of a `RequestPort` until it closes. `formatFailure` makes the text that the
 * other thread gets for an error; without it an error ends this thread.
 */
export function answerRequests<Request, Response>(
  port: MessagePort,
  answer: (request: Request) => Promise<Response>,
  formatFailure?: (error: unknown) => string,
): void {
  port.on('message', async ({ number, request }: Numbered<Request>) => {
    const reply = (body: { response: Response } | { failure: string }): void =>
      port.postMessage({ number, ...body } satisfies Reply<Response>)
    try {
      reply({ response: await answer(request) })
    } catch (error) {
      if (!formatFailure) throw error
      reply({ failure: formatFailure(error) })
    }
  })
}
