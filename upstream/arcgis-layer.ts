import { type Box, GRID } from '../geometry/polygons.ts'
import {
  ARCGIS_STATUSES,
  type EsriFeature,
  type EsriPage,
  readCount,
  readIds,
  readLayerMetadata,
  readPage,
} from './arcgis-responses.ts'
import type { UpstreamClient } from './client.ts'
import { InvalidResponse, UpstreamFailure } from './failure.ts'
import type { Upstream, UpstreamRequest, UpstreamResponse } from './upstream.ts'

/** Query of a layer for all features that intersect a box. */
export interface LayerQuery<Shape> {
  /** Path of the layer below the upstream's address: `/28`; the address itself when absent. */
  layer?: string
  /** Box in grid units, the edges included. */
  box: Box
  /** Fields by name; all of them when absent. */
  fields?: readonly string[]
  /** `esriPolygons` or `esriPoint`. */
  shapeOf: (geometry: unknown) => Shape
}

/** Features read in one box; a box with more is refused. */
export const FEATURES_MAX = 2_000
/**
 * Object ids of one page, so that an address stays below 2,048 characters with ids of 10 digits.
 */
const IDS_A_PAGE = 100
/** Every known server sends this many at once: up to here its limit is not requested. */
const SURE_PAGE = 25
/** Fewer than the requests that a connection sends at a time. */
const PAGES_AT_ONCE = 4
/** Requests for pages; each returns at least one feature, or the reading ends. */
const PAGES_MAX = 60

/**
 * Reads every feature of a layer that intersects a box, by object ids: servers without paging have
 * them too, and no feature is lost or read twice. The list of ids is compared with the count, and
 * each page with its ids: a page with fewer features than requested is an error, unless the server
 * states that there is more. Throws `UpstreamFailure`.
 */
export async function readLayer<Shape>(
  client: UpstreamClient,
  upstream: Upstream,
  { layer = '', box, fields, shapeOf }: LayerQuery<Shape>,
): Promise<UpstreamResponse<EsriFeature<Shape>[]>> {
  const request = <T>(
    query: UpstreamRequest<T>['query'],
    read: UpstreamRequest<T>['read'],
    path = '/query',
  ) =>
    client.request(upstream, {
      path: `${layer}${path}`,
      query: { ...query, f: 'json' },
      alsoRead: ARCGIS_STATUSES,
      read,
    })
  const failure = (problem: string) =>
    new UpstreamFailure(
      'unreadable',
      `${upstream.title} ${problem}.`,
      'Try again shortly; the other sections answer meanwhile.',
    )

  const where = { where: '1=1', ...spatialFilter(box) }
  const [{ value: found, retrieved_at }, { value: count }] = await Promise.all([
    request({ ...where, returnIdsOnly: 'true' }, readIds),
    request({ ...where, returnCountOnly: 'true' }, readCount),
  ])
  if (found.ids.length !== count)
    throw failure(`counts ${count} features here and names ${found.ids.length}: it was cut short`)
  if (count > FEATURES_MAX)
    throw failure(`has ${count} features here, more than the ${FEATURES_MAX} that are read at once`)
  const limit = count <= SURE_PAGE ? null : await request({}, readLayerMetadata, '')
  const size = Math.min(IDS_A_PAGE, limit?.value.maxRecordCount ?? IDS_A_PAGE)
  const idField = found.field ?? limit?.value.idField ?? null

  const features: EsriFeature<Shape>[] = []
  let missing = found.ids
  for (let requests = 0; missing.length > 0; ) {
    const pages = pagesOf(missing, size)
    requests += pages.length
    if (requests > PAGES_MAX) throw failure(`has not sent all features after ${PAGES_MAX} pages`)
    const responses = await Promise.all(
      pages.map((ids) => {
        const query = { objectIds: ids.join(','), ...outFields(fields, idField) }
        return request(query, (response) => pageOf(readPage(response, shapeOf), ids, idField))
      }),
    )
    const received = new Set(responses.flatMap(({ value }) => value.ids))
    for (const { value } of responses) features.push(...value.features)
    missing = missing.filter((id) => !received.has(id))
  }
  return { value: features, retrieved_at }
}

/** Ids of the next pages that are requested at once. */
function pagesOf(ids: readonly number[], size: number): number[][] {
  const count = Math.min(PAGES_AT_ONCE, Math.ceil(ids.length / size))
  return Array.from({ length: count }, (_, i) => ids.slice(i * size, (i + 1) * size))
}

/**
 * The requested features of a page, each once, with their ids. Fewer are accepted if the server
 * states that there is more and sent at least one. Throws `InvalidResponse` otherwise.
 */
function pageOf<Shape>(
  page: EsriPage<Shape>,
  requested: readonly number[],
  fallback: string | null,
) {
  const { features, isCut } = page
  const byId = featuresById(page, fallback)
  // A page without ids in its attributes can only be checked as a whole.
  const ids = byId ? requested.filter((id) => byId.has(id)) : requested
  const isWhole =
    ids.length === requested.length &&
    (byId !== null || (!isCut && features.length === requested.length))
  if (!isWhole && !(byId && isCut && ids.length > 0))
    throw new InvalidResponse(
      `cut an answer short: it sent ${byId ? ids.length : features.length} of ${requested.length} features`,
    )
  return { ids, features: byId ? ids.map((id) => byId.get(id)!) : features }
}

/** Counts the features of a layer that intersect a box. Throws `UpstreamFailure`. */
export function countFeatures(
  client: UpstreamClient,
  upstream: Upstream,
  { layer = '', box }: Pick<LayerQuery<unknown>, 'layer' | 'box'>,
): Promise<UpstreamResponse<number>> {
  return client.request(upstream, {
    path: `${layer}/query`,
    query: { where: '1=1', ...spatialFilter(box), returnCountOnly: 'true', f: 'json' },
    alsoRead: ARCGIS_STATUSES,
    read: readCount,
  })
}

/** The box as a filter. */
function spatialFilter([west, south, east, north]: Box) {
  return {
    geometry: [west, south, east, north].map((side) => (side / GRID).toFixed(7)).join(','),
    geometryType: 'esriGeometryEnvelope',
    inSR: 4326,
    spatialRel: 'esriSpatialRelIntersects',
  }
}

/** Requested content of each feature, with its id, by which pages are checked. */
function outFields(fields: readonly string[] | undefined, idField: string | null) {
  const named = fields && [...new Set([...(idField === null ? [] : [idField]), ...fields])]
  return { outFields: named?.join(',') ?? '*', returnGeometry: 'true', outSR: 4326 }
}

/** Features of a page by id; null for a page without ids. */
function featuresById<Shape>({ features, idField }: EsriPage<Shape>, fallback: string | null) {
  const field = idField ?? fallback
  if (field === null) return null
  const byId = new Map<number, EsriFeature<Shape>>()
  for (const feature of features) {
    const id = feature.attributes[field]
    if (typeof id !== 'number') return null
    byId.set(id, feature)
  }
  return byId
}
