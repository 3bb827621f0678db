import { readFile, stat } from 'node:fs/promises'
import type { PermitMapping } from '../../layers/permits/mapping.ts'
import { plainAttributes } from '../../layers/permits/plain-attributes.ts'
import {
  frameOfColumns,
  LON_LAT,
  parsePoint,
  pointInColumns,
  type RowPoint,
} from '../../layers/permits/row-point.ts'
import { errorIn } from './error-body.ts'
import type { Feed, JsonFeedKind } from './feed.ts'
import { checkColumns, type FeedPage, type PageRow, pageError } from './feed-page.ts'
import { esriFrame } from './point-frame.ts'

/**
 * A page is read whole: 128 MiB of it are about 1 GB of objects. Pages of real servers are far
 * smaller.
 */
const JSON_BYTES_MAX = 128 * 1024 * 1024

/** Opens one answer of Socrata's resource API, of ArcGIS REST, or a GeoJSON file. */
export async function openJsonPage(
  path: string,
  feed: Feed,
  kind: JsonFeedKind,
  mapping: PermitMapping,
): Promise<FeedPage> {
  const body = await readJson(path)
  const page = pageOf(path, body, kind, mapping)
  const names = new Set(page.fields)
  for (const { attributes } of page.rows) for (const name in attributes) names.add(name)
  // An answer without rows need not have the columns.
  if (page.rows.length > 0) checkColumns(path, feed, mapping, [...names])
  return { rows: [page.rows], crs: page.crs, hasMore: page.hasMore }
}

interface Page extends Omit<FeedPage, 'rows'> {
  rows: PageRow[]
  /** Columns that the answer lists, besides those of its rows. */
  fields: string[]
}
type Body = Record<string, unknown>

type ReadPage = (path: string, body: unknown, mapping: PermitMapping) => Page

const PAGES: Record<JsonFeedKind, ReadPage> = {
  socrata_json: socrataPage,
  esri_json: esriPage,
  geojson: geoJsonPage,
}

function pageOf(path: string, body: unknown, kind: JsonFeedKind, mapping: PermitMapping): Page {
  try {
    const error = errorIn(body)
    if (error !== null) throw pageError(path, error)
    return PAGES[kind](path, body, mapping)
  } catch (cause) {
    // A value that `JSON.parse` reads may still be too deep to be written as a text.
    if (!(cause instanceof RangeError)) throw cause
    throw pageError(path, 'its objects are nested too deeply', cause)
  }
}

function socrataPage(path: string, body: unknown, { location }: PermitMapping): Page {
  if (!Array.isArray(body)) throw pageError(path, 'it is not a list of rows')
  if (location === null)
    throw pageError(path, "its mapping does not name the columns of a permit's place")
  const rows = body.map((row: Body) => {
    const attributes = plainAttributes(row)
    return { attributes, at: pointInColumns(attributes, location) }
  })
  return { rows, fields: [], crs: frameOfColumns(location), hasMore: false }
}

function esriPage(path: string, body: unknown): Page {
  const { fields, spatialReference, exceededTransferLimit } = body as Body
  const rows = featuresIn(path, body).map(({ attributes, geometry }) => ({
    attributes: plainAttributes(attributes as Body),
    at: esriPlace(geometry as Body | null),
  }))
  // A layer without features does not state its frame.
  const crs = rows.length === 0 ? LON_LAT : esriFrame(spatialReference)
  const listed = Array.isArray(fields)
    ? fields.map((field) => `${(field as Body | null)?.name}`)
    : []
  return { rows, fields: listed, crs, hasMore: exceededTransferLimit === true }
}

/** ArcGIS states that there is more next to the features, or in `properties`, or in both. */
function geoJsonPage(path: string, body: unknown): Page {
  const { exceededTransferLimit, properties: of } = body as Body
  const rows = featuresIn(path, body).map(({ properties, geometry }) => ({
    attributes: plainAttributes(properties as Body),
    at: geoJsonPlace(geometry as Body | null),
  }))
  const isCut = exceededTransferLimit === true || (of as Body)?.exceededTransferLimit === true
  return { rows, fields: [], crs: geoJsonFrame(body as Body), hasMore: isCut }
}

function featuresIn(path: string, body: unknown): Body[] {
  const { features } = (body ?? {}) as Body
  if (!Array.isArray(features)) throw pageError(path, 'it has no features')
  // A null feature is an empty row: it is counted with those that have no number.
  return features.map((feature) => (feature ?? {}) as Body)
}

/** Position of an Esri point; Esri writes `{"x":"NaN","y":"NaN"}` for none. */
function esriPlace(geometry: Body | null | undefined): RowPoint {
  const { x, y } = geometry ?? {}
  return parsePoint(`${x ?? ''}`, `${y ?? ''}`)
}

function geoJsonPlace(geometry: Body | null): RowPoint {
  if (geometry?.type !== 'Point' || !Array.isArray(geometry.coordinates)) return null
  const [x, y] = geometry.coordinates
  return parsePoint(`${x ?? ''}`, `${y ?? ''}`)
}

/** RFC 7946 is lon/lat; older files may name another frame. */
function geoJsonFrame({ crs }: Body): string {
  const name = ((crs as Body)?.properties as Body)?.name
  return typeof name === 'string' && !/CRS84/.test(name) ? name : LON_LAT
}

async function readJson(path: string): Promise<unknown> {
  const { size } = await stat(path)
  if (size > JSON_BYTES_MAX)
    throw pageError(path, `it has ${size} bytes, over ${JSON_BYTES_MAX}: take it in pages`)
  try {
    return JSON.parse((await readFile(path, 'utf8')).replace(/^\ufeff/, ''))
  } catch (cause) {
    throw pageError(path, 'it is not JSON, or was cut short', cause)
  }
}
