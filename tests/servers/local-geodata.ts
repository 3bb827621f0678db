import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { GeodataPlace } from '../../architect/survey/geodata-settings.ts'
import { PROJECT_ROOT } from '../../catalog/plat-home.ts'

const FIXTURES = join(PROJECT_ROOT, 'architect/survey/fixtures')

// biome-ignore lint/suspicious/noExplicitAny: tests change any field of a recorded answer
export type Recorded = Record<string, any>

/** An answer that the sample county's service has given. */
export const recorded = (name: string): Recorded =>
  JSON.parse(readFileSync(join(FIXTURES, `${name}.json`), 'utf8'))

/** Answers one request itself and returns true, or leaves it to the recorded answers. */
export type Fault = (url: URL, response: ServerResponse, number: number) => boolean

/** A geodata service on this machine that answers as the sample county's has. */
export interface LocalGeodata extends GeodataPlace {
  requests: { url: URL; authorization: string | undefined }[]
  /** What goes wrong; none by default. */
  fault: Fault
  /** Changes the dossier before it is sent. */
  change(dossier: Recorded): void
  close(): Promise<void>
}

export const KEY = 'sk_map_of_tests'
/** Places of the recorded dossiers. */
export const CORNER = { latitude: 30.0056767, longitude: -71.9954789 }
export const INNER_ADDRESS = '2853 Upper Yaupon St, Sampleton'
export const OCEAN = { latitude: 0, longitude: -30 }

export async function localGeodata(): Promise<LocalGeodata> {
  const local = {
    key: KEY,
    requests: [] as LocalGeodata['requests'],
    fault: (() => false) as Fault,
    change: (_: Recorded) => {},
  }
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://local')
    local.requests.push({ url, authorization: request.headers.authorization })
    if (local.fault(url, response, local.requests.length)) return
    const [status, body] = answerTo(url)
    if (status === 200 && body.object === 'location') local.change(body)
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return Object.assign(local, {
    url: `http://127.0.0.1:${port}/api`,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  })
}

function answerTo({ pathname, searchParams }: URL): [number, Recorded] {
  if (pathname === '/api/v1/layers/parcels/features') return [200, recorded('parcels')]
  if (pathname === '/api/v1/layers/structures/features') return [200, recorded('structures')]
  if (pathname !== '/api/v1/location') return [404, recorded('not-found')]
  const address = searchParams.get('address')
  if (address !== null)
    return address === INNER_ADDRESS ? [200, recorded('inner-lot')] : [404, recorded('not-found')]
  const lat = Number(searchParams.get('lat'))
  if (lat === OCEAN.latitude) return [200, recorded('ocean')]
  return [200, recorded(Math.abs(lat - CORNER.latitude) < 1e-3 ? 'corner-lot' : 'inner-lot')]
}
