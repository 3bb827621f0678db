import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { picture } from '../fixtures/pictures.ts'

export const STUDIO_KEY = 'sk-studio-0123456789'

/** A request as the provider has received and parsed it. */
export interface StudioReceived {
  path: string
  headers: Record<string, string | string[] | undefined>
  fields: Record<string, string>
  image: Uint8Array
}

/** Answers one request itself, in place of a picture; `number` counts from 1. */
export type StudioFault = (response: ServerResponse, number: number) => unknown

/** A provider of pictures on this machine, in the images protocol. */
export interface LocalStudio {
  url: string
  requests: StudioReceived[]
  /** Null: each request is answered with a picture. */
  fault: StudioFault | null
  /** The picture of an answer. */
  picture: Buffer
  close(): Promise<void>
}

export async function localStudio(): Promise<LocalStudio> {
  const studio = {
    url: '',
    requests: [] as StudioReceived[],
    fault: null as StudioFault | null,
    picture: await picture('png', 48, 32),
  }
  const server = createServer(async (request, response) => {
    const type = `${request.headers['content-type']}`
    const body = new Response(new Uint8Array(await buffer(request)), {
      headers: { 'content-type': type },
    })
    const form = await body.formData()
    const image = form.get('image') as File
    const fields = [...form].filter(([, value]) => typeof value === 'string')
    studio.requests.push({
      path: request.url ?? '',
      headers: request.headers,
      fields: Object.fromEntries(fields) as Record<string, string>,
      image: new Uint8Array(await image.arrayBuffer()),
    })
    if (studio.fault) {
      await studio.fault(response, studio.requests.length)
      return
    }
    sendPicture(response, studio.picture)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  studio.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  return Object.assign(studio, {
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  })
}

/** The usual answer. */
export function sendPicture(response: ServerResponse, bytes: Buffer): void {
  sendJson(response, 200, { created: 1, data: [{ b64_json: bytes.toString('base64') }] })
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}
