import { type ClientRequest, type IncomingHttpHeaders, request } from 'node:http'
import type { ImportJob } from '../../architect/desktop/desktop-protocol.ts'

/** A receiver that the contract suite runs against. */
export interface TestReceiver {
  /** What it states in `app`. */
  app: string
  port: number
  /** Lets a page send, as the person does where the building is received. */
  allow(origin: string): Promise<void>
  ignore(origin: string): Promise<void>
  /** Pages that wait for a decision. */
  waiting(): Promise<string[]>
  /** What is there of all imports; equal exactly where nothing of it has changed. */
  contents(): Promise<unknown>
  close(): Promise<void>
}

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  /** Of a JSON body; null for an empty one. */
  // biome-ignore lint/suspicious/noExplicitAny: the tests state the shapes
  body: any
}

interface Sent {
  method?: string
  headers?: Record<string, string | number>
  body?: Buffer
}

/** Sends one request. `hold` gets it before its end, to leave it open or to cut it. */
export function send(
  port: number,
  path: string,
  { method = 'GET', headers = {}, body }: Sent = {},
  hold?: (sent: ClientRequest) => void,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers, agent: false })
    sent.on('error', reject)
    sent.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('error', reject)
      response.on('data', (bytes) => chunks.push(bytes))
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        const body = text === '' ? null : JSON.parse(text)
        resolve({ status: response.statusCode!, headers: response.headers, body })
      })
    })
    if (hold) hold(sent)
    else sent.end(body)
  })
}

/** Sends a file, as the page does. */
export function sendFile(
  port: number,
  body: Buffer,
  headers: Record<string, string | number> = {},
): Promise<Answer> {
  const own = { 'content-type': 'model/gltf-binary', 'content-length': body.length, ...headers }
  return send(port, '/svc/import', { method: 'POST', headers: own, body })
}

/** The job of a sent file when it has ended. */
export async function endedJob(
  port: number,
  { status, body }: Answer,
  headers: Record<string, string> = {},
): Promise<ImportJob> {
  if (status !== 202) throw new Error(`the file was refused: ${JSON.stringify(body)}`)
  for (;;) {
    const { body: job } = await send(port, `/svc/import/${body.id}`, { headers })
    if (job.state !== 'queued') return job
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
