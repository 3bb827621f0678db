import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { UPSTREAMS } from '../../layers/index.ts'
import { urlVariable } from '../../upstream/settings.ts'
import { buildCounty, type County } from '../county.ts'
import { answerLayer } from './arcgis-layer.ts'
import { arcgisPermits } from './arcgis-permits.ts'
import { atlas14 } from './atlas14.ts'
import { censusGeocoder } from './census-geocoder.ts'
import { epqs } from './epqs.ts'
import { floodLayers } from './flood-layers.ts'
import { openMeteoAirQuality, openMeteoForecast } from './open-meteo.ts'
import { NOT_FOUND, type SampleAnswer, type SampleService } from './sample-service.ts'
import { seismic } from './seismic.ts'
import { socrataPermits } from './socrata-permits.ts'
import { wetlandLayer } from './wetland-layer.ts'

/** Suffix of the name of every source that they answer. */
export const SAMPLE_LABEL = 'bundled sample, fictional'

export interface SampleUpstreams {
  /**
   * Upstreams that this server answers, enabled at its address and labelled; all others are off.
   */
  environment: Record<string, string>
  /** `http://127.0.0.1:<port>`; each upstream answers below its id. */
  url: string
  close(): Promise<void>
}

/**
 * Starts one server on loopback that speaks the protocols of all upstreams for the sample county:
 * its answers are fictional, and agree with the county's own files where both have the same thing.
 */
export async function startSampleUpstreams({
  county = buildCounty(),
  now = () => new Date(),
}: {
  county?: County
  now?: () => Date
} = {}): Promise<SampleUpstreams> {
  const services = servicesOf(county)
  const server = createServer((request, response) => answer(services, request, response, now()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const spoken = UPSTREAMS.filter(({ id }) => services.has(id))
  const environment: Record<string, string> = {
    PLAT_LIVE: spoken.map(({ id }) => id).join(',') || 'none',
    PLAT_LIVE_LABEL: SAMPLE_LABEL,
  }
  for (const { id } of spoken) environment[urlVariable({ id })] = `${url}/${id}`
  return {
    environment,
    url,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** Services by the id of their upstream, which is also their base path. */
function servicesOf(county: County): Map<string, SampleService> {
  const flood = floodLayers(county)
  const wetlands = wetlandLayer(county)
  return new Map<string, SampleService>([
    ['open-meteo-forecast', openMeteoForecast],
    ['open-meteo-air-quality', openMeteoAirQuality],
    ['usgs-epqs', epqs(county.terrain)],
    // The county's rasters come from the build; beyond them the sample has no tiles.
    ['usgs-3dep', () => NOT_FOUND],
    ['usgs-seismic', seismic],
    ['noaa-atlas14', atlas14],
    ['census-geocoder', censusGeocoder(county.addresses.points)],
    ['fema-nfhl', layersBelow(flood)],
    ['fws-nwi', layersBelow([wetlands])],
    ['permits-sample-county', socrataPermits(county.permits)],
    ['permits-sampleton', arcgisPermits(county.permits)],
  ])
}

/** A map service: its layers by their number, `/28/query`. */
function layersBelow(layers: readonly Parameters<typeof answerLayer>[0][]): SampleService {
  return (request) => {
    const [, number, rest] = /^\/(\d+)(\/.*)?$/.exec(request.path) ?? []
    const layer = layers.find(({ id }) => `${id}` === number)
    return layer ? answerLayer(layer, rest ?? '', request) : NOT_FOUND
  }
}

function answer(
  services: ReadonlyMap<string, SampleService>,
  request: IncomingMessage,
  response: ServerResponse,
  now: Date,
): void {
  const url = new URL(request.url ?? '/', 'http://sample')
  const [, id, path] = /^\/([a-z0-9-]+)(.*)$/.exec(url.pathname) ?? []
  const headers = request.headers as Record<string, string | undefined>
  const query = url.searchParams
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const answer: SampleAnswer = isRead
    ? (services.get(id)?.({ path, query, headers, now }) ?? NOT_FOUND)
    : { status: 405, body: 'GET only' }
  const isText = typeof answer.body === 'string'
  const body = isText ? `${answer.body}` : JSON.stringify(answer.body)
  const type = isText ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8'
  response.writeHead(answer.status ?? 200, { 'content-type': type, ...answer.headers })
  response.end(body)
}
