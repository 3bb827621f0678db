import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/** A request to a provider of models. */
export interface ModelRequest {
  path: string
  headers: IncomingMessage['headers']
  // biome-ignore lint/suspicious/noExplicitAny: tests read what a provider would receive
  body: any
  /** Resolves when the client has closed its connection before the answer ended. */
  closed: Promise<void>
}

export type Respond = (request: ModelRequest, response: ServerResponse) => unknown

/** A local provider of models whose answers a test writes, event by event. */
export class ModelUpstream {
  /** Answers in the order of requests; the last one answers all further requests. */
  readonly answers: Respond[] = []
  readonly requests: ModelRequest[] = []
  private readonly server: Server

  private constructor() {
    this.server = createServer((message, response) => this.receive(message, response))
  }

  static async open(...answers: Respond[]): Promise<ModelUpstream> {
    const upstream = new ModelUpstream()
    upstream.answers.push(...answers)
    await new Promise<void>((resolve) => upstream.server.listen(0, '127.0.0.1', resolve))
    return upstream
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`
  }

  close(): Promise<void> {
    this.server.closeAllConnections()
    return new Promise((resolve) => this.server.close(() => resolve()))
  }

  private async receive(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      response.once('close', () => {
        if (!response.writableFinished) resolve()
      })
    })
    const { url: path = '', headers } = message
    const request: ModelRequest = { path, headers, body: null, closed }
    this.requests.push(request)
    try {
      request.body = await json(message)
    } catch {
      // The client left before it had sent everything.
      return
    }
    await this.answers[Math.min(this.requests.length, this.answers.length) - 1](request, response)
  }
}

/** Answers with a status and a JSON body. */
export const failing =
  (status: number, body: unknown, headers: Record<string, string> = {}): Respond =>
  (_, response) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body))

/** Answers with a stream of events, each already in the form of its protocol. */
export const streaming =
  (...events: string[]): Respond =>
  (_, response) => {
    begin(response)
    response.end(events.join(''))
  }

/** Begins a stream that the test goes on with. */
export function begin(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.flushHeaders()
}

/** Goes on with new events until the client closes the connection. */
export const endless =
  (event: (n: number) => string): Respond =>
  async (_, response) => {
    begin(response)
    for (let n = 0; !response.destroyed; n++)
      if (!response.write(event(n))) await new Promise((resolve) => setTimeout(resolve, 1))
  }

/** An event of Chat Completions. */
export const chunk = (
  delta: unknown,
  { finish = null, usage }: { finish?: string | null; usage?: unknown } = {},
): string =>
  dataLine({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1_790_000_000,
    model: 'm',
    choices: delta === null ? [] : [{ index: 0, delta, finish_reason: finish }],
    ...(usage !== undefined && { usage }),
  })

/** The last events of Chat Completions: the reason of the end, the usage, the mark. */
export const chatEnd = (finish: string, usage?: unknown): string =>
  [chunk({}, { finish }), usage ? chunk(null, { usage }) : '', 'data: [DONE]\n\n'].join('')

/** `Hello`, with a usage. */
export const chatHello: Respond = streaming(
  chunk({ role: 'assistant', content: '' }),
  chunk({ content: 'Hel' }),
  chunk({ content: 'lo' }),
  chatEnd('stop', {
    prompt_tokens: 120,
    completion_tokens: 30,
    prompt_tokens_details: { cached_tokens: 100 },
    completion_tokens_details: { reasoning_tokens: 20 },
  }),
)

/** The begin of a call with a part of its arguments, and a further part. */
export const chatCall = (index: number, id: string, name: string, json: string): string =>
  chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: json } }] })
export const chatArguments = (index: number, json: string): string =>
  chunk({ tool_calls: [{ index, function: { arguments: json } }] })

/** An event of Anthropic's Messages. */
export const messageEvent = (event: { type: string; [field: string]: unknown }): string =>
  `event: ${event.type}\n${dataLine(event)}`

/** The events of a content block of Anthropic, with a delta for each part. */
export function block(index: number, start: unknown, deltas: readonly unknown[]): string {
  return [
    messageEvent({ type: 'content_block_start', index, content_block: start }),
    ...deltas.map((delta) => messageEvent({ type: 'content_block_delta', index, delta })),
    messageEvent({ type: 'content_block_stop', index }),
  ].join('')
}

export const messageStart = (usage: Record<string, number>): string =>
  messageEvent({
    type: 'message_start',
    message: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      content: [],
      model: 'm',
      stop_reason: null,
      stop_sequence: null,
      usage,
    },
  })

export const messageEnd = (reason: string, usage: Record<string, number>): string =>
  messageEvent({
    type: 'message_delta',
    delta: { stop_reason: reason, stop_sequence: null },
    usage,
  }) + messageEvent({ type: 'message_stop' })

function dataLine(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`
}
