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

/** What is asked of a layer: all features that meet a box. */
export interface LayerQuestion<Shape> {
  /** Of the layer below the upstream's address: `/28`; the address itself when absent. */
  layer?: string
  /** In grid units, the edges included. */
  box: Box
  /** Fields by name; all of them when absent. */
  fields?: readonly string[]
  /** `esriPolygons` or `esriPoint`. */
  shapeOf: (geometry: unknown) => Shape
}

/** So many features of one box are read; a box of more is refused and said to be too much. */
export const FEATURES_MAX = 2_000
/** Object ids of one page, so that an address stays below 2,048 characters with ids of 10 digits. */
const IDS_A_PAGE = 100
/** No server is known that answers fewer at once: up to here it is not asked for its limit. */
const SURE_PAGE = 25
/** Fewer than the questions that an upstream is asked at a time. */
const PAGES_AT_ONCE = 4
/** Questions for pages; each gives at least one feature, or the reading ends. */
const PAGES_MAX = 60

/**
 * Reads every feature of a layer that meets a box, by object ids: servers that know no paging have
 * them too, and each feature is asked for by name, so that none is lost or given twice. The list of
 * ids is held against the count, and each page against its ids: fewer than were asked for, without
 * a word that there is more, is an error and not an answer. Throws `UpstreamFailure`.
 */
export async function readLayer<Shape>(
  client: UpstreamClient,
  upstream: Upstream,
  question: LayerQuestion<Shape>,
): Promise<UpstreamResponse<EsriFeature<Shape>[]>> {
  const ask = <T>(
    query: UpstreamRequest<T>['query'],
    read: UpstreamRequest<T>['read'],
    path = '/query',
  ) =>
    client.request(upstream, {
      path: `${question.layer ?? ''}${path}`,
      query: { ...query, f: 'json' },
      alsoRead: ARCGIS_STATUSES,
      read,
    })
  const wrong = (said: string) =>
    new UpstreamFailure(
      'unreadable',
      `${upstream.title} ${said}.`,
      'Ask again shortly; the other sections answer meanwhile.',
    )

  const where = { where: '1=1', ...spatial(question.box) }
  const [{ value: found, retrieved_at }, { value: count }] = await Promise.all([
    ask({ ...where, returnIdsOnly: 'true' }, readIds),
    ask({ ...where, returnCountOnly: 'true' }, readCount),
  ])
  if (found.ids.length !== count)
    throw wrong(`counts ${count} features here and names ${found.ids.length}: it was cut short`)
  if (count > FEATURES_MAX)
    throw wrong(`has ${count} features here, more than the ${FEATURES_MAX} that are read at once`)
  const limit = count <= SURE_PAGE ? null : await ask({}, readLayerMetadata, '')
  const size = Math.min(IDS_A_PAGE, limit?.value.maxRecordCount ?? IDS_A_PAGE)
  const idField = found.field ?? limit?.value.idField ?? null

  const features: EsriFeature<Shape>[] = []
  let missing = found.ids
  for (let asked = 0; missing.length > 0; ) {
    const pages = pagesOf(missing, size)
    asked += pages.length
    if (asked > PAGES_MAX) throw wrong(`has not given all features after ${PAGES_MAX} pages`)
    const answers = await Promise.all(
      pages.map((wanted) => {
        const query = { objectIds: wanted.join(','), ...shapes(question, idField) }
        return ask(query, (answer) => pageOf(readPage(answer, question.shapeOf), wanted, idField))
      }),
    )
    const given = new Set(answers.flatMap(({ value }) => value.ids))
    for (const { value } of answers) features.push(...value.features)
    missing = missing.filter((id) => !given.has(id))
  }
  return { value: features, retrieved_at }
}

/** The next pages that are asked for at once. */
function pagesOf(ids: readonly number[], size: number): number[][] {
  const count = Math.min(PAGES_AT_ONCE, Math.ceil(ids.length / size))
  return Array.from({ length: count }, (_, i) => ids.slice(i * size, (i + 1) * size))
}

/**
 * What a page gives of the features that were wanted, each once, with their ids. Fewer are believed
 * where the server says that there is more, and some of them came. Throws `InvalidResponse` otherwise.
 */
function pageOf<Shape>(page: EsriPage<Shape>, wanted: readonly number[], fallback: string | null) {
  const { features, isCut } = page
  const byId = featuresById(page, fallback)
  // Without ids in its attributes only a whole page can be believed.
  const ids = byId ? wanted.filter((id) => byId.has(id)) : wanted
  const isWhole =
    ids.length === wanted.length && (byId !== null || (!isCut && features.length === wanted.length))
  if (!isWhole && !(byId && isCut && ids.length > 0))
    throw new InvalidResponse(
      `cut an answer short: it gave ${byId ? ids.length : features.length} of ${wanted.length} features`,
    )
  return { ids, features: byId ? ids.map((id) => byId.get(id)!) : features }
}

/** How many features of a layer meet a box; no shape is sent. Throws `UpstreamFailure`. */
export function countFeatures(
  client: UpstreamClient,
  upstream: Upstream,
  { layer = '', box }: Pick<LayerQuestion<unknown>, 'layer' | 'box'>,
): Promise<UpstreamResponse<number>> {
  return client.request(upstream, {
    path: `${layer}/query`,
    query: { where: '1=1', ...spatial(box), returnCountOnly: 'true', f: 'json' },
    alsoRead: ARCGIS_STATUSES,
    read: readCount,
  })
}

/** The question's box as a filter. */
function spatial([west, south, east, north]: Box) {
  return {
    geometry: [west, south, east, north].map((side) => (side / GRID).toFixed(7)).join(','),
    geometryType: 'esriGeometryEnvelope',
    inSR: 4326,
    spatialRel: 'esriSpatialRelIntersects',
  }
}

/** What of each feature is asked for: its id too, by which a page is held against its question. */
function shapes({ fields }: LayerQuestion<unknown>, idField: string | null) {
  const named = fields && [...new Set([...(idField === null ? [] : [idField]), ...fields])]
  return { outFields: named?.join(',') ?? '*', returnGeometry: 'true', outSR: 4326 }
}

/** The features of a page by their ids; null where the page does not tell ids. */
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
