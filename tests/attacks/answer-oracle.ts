import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import type { ServedBuild } from '../../serve/build/build-source.ts'
import { goodValues } from '../contract/good-values.ts'

/** The part of an answer that depends on the build. */
export interface BuildAnswer {
  status: number
  retryAfter: string | null
  isJson: boolean
  body: Buffer
}

/** Requests that read every kind of file of a build. */
export function requestsOf(build: ServedBuild, addresses: string[]): string[] {
  const { questions } = goodValues(build, addresses, [])
  const of = (id: string, path: string, most = Number.POSITIVE_INFINITY, more = '') =>
    questions[id].slice(0, most).map((question) => {
      const filled = path.replace(/{(\w+)}/g, (_, name: string) => question.path![name])
      return `/api/v1/${filled}?${new URLSearchParams(question.query)}${more}`
    })
  return [
    ...of('getLocation', 'location', 6, '&include_geometry=true&include_adjacent=true'),
    ...addresses.map((address) => `/api/v1/location?address=${encodeURIComponent(address)}`),
    ...of('search', 'search'),
    ...of('listParcels', 'parcels', 4),
    ...of('getParcel', 'parcels/{parcel_key}', 3, '&include_geometry=true'),
    '/api/v1/layers',
    ...of('listFeatures', 'layers/{slug}/features'),
    ...of('getTileJson', 'tiles/{slug}.json'),
    ...of('getTile', 'tiles/{slug}/{z}/{x}/{y}.mvt'),
    ...of('getDemTile', 'tiles/{slug}/{z}/{x}/{y}.png'),
    ...of('getArchive', 'archives/{slug}.pmtiles'),
  ]
}

export async function answerOf(app: FastifyInstance, url: string): Promise<BuildAnswer> {
  const { statusCode, headers, rawPayload } = await app.inject({ url, headers: { host: 'h' } })
  const retryAfter = (headers['retry-after'] ?? null) as string | null
  const isJson = `${headers['content-type']}`.includes('json')
  return { status: statusCode, retryAfter, isJson, body: rawPayload }
}

/** True when the answer equals that of the undamaged build, byte for byte except times and ids. */
export function isSame(found: BuildAnswer, whole: BuildAnswer): boolean {
  if (found.status !== whole.status) return false
  if (!whole.isJson) return found.body.equals(whole.body)
  return isDeepStrictEqual(contentOf(found), contentOf(whole))
}

/** Fault of an answer of a damaged build; null where it is whole or names what is not available. */
export function faultOf(found: BuildAnswer, whole: BuildAnswer): string | null {
  if (isSame(found, whole)) return null
  if (found.status === 503) {
    const { code } = (contentOf(found) as unknown as { error: { code: string } }).error
    return code === 'not_available' && Number(found.retryAfter) >= 1 ? null : 'a bare 503'
  }
  if (found.status !== whole.status) return `status ${found.status}`
  if (!whole.isJson) return 'other bytes'
  const [now, then] = [contentOf(found), contentOf(whole)]
  if (isDossier(now) && isDossier(then)) return sectionFault(now, then)
  if (isCatalog(now) && isCatalog(then)) return catalogFault(now, then)
  return 'other content'
}

interface AnsweredSection {
  status: string
  reason?: string
  data: Record<string, unknown> | null
}
type Dossier = { object: 'location'; layers: Record<string, AnsweredSection> }
type Catalog = { data: { object: 'layer'; rendering: { type: string } }[] }

function contentOf({ body }: BuildAnswer): Record<string, unknown> {
  const { as_of: _, request_id: __, ...value } = JSON.parse(body.toString())
  if (value.error) delete value.error.request_id
  return value
}

function isDossier(value: object): value is Dossier {
  return 'object' in value && value.object === 'location'
}

function isCatalog(value: object): value is Catalog {
  return 'data' in value && (value as Catalog).data?.[0]?.object === 'layer'
}

/** The catalog has no rendering for a layer whose archive is damaged. */
function catalogFault(now: Catalog, then: Catalog): string | null {
  const wrong = then.data.filter((whole, i) => {
    const found = now.data[i]
    const isUndrawn = found?.rendering.type === 'none'
    return !isDeepStrictEqual(found, isUndrawn ? { ...whole, rendering: found.rendering } : whole)
  })
  return wrong.length > 0 ? 'other layers' : null
}

function sectionFault(now: Dossier, then: Dossier): string | null {
  const [{ layers: found, ...rest }, { layers: whole, ...others }] = [now, then]
  if (!isDeepStrictEqual(rest, others)) return 'another point, address or warning'
  const wrong = Object.keys(whole).filter((name) => {
    if (isDeepStrictEqual(found[name], whole[name])) return false
    if (found[name]?.status === 'not_available' && found[name].reason) return false
    return !(name === 'elevation' && lacksTerrain(found[name], whole[name]))
  })
  return wrong.length > 0 ? `other sections: ${wrong.join(', ')}` : null
}

/**
 * True when the heights of a parcel are unavailable, though the height at its point is available.
 */
function lacksTerrain({ data: found }: AnsweredSection, { data: whole }: AnsweredSection): boolean {
  if (found?.terrain_status !== 'unavailable') return false
  return found.elevation_m === whole?.elevation_m && found.datum === whole?.datum
}
