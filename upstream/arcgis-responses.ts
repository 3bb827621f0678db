import { z } from 'zod'
import type { AttributeValue, PublishedRow } from '../values/published-row.ts'
import type { HttpResponse } from './attempt.ts'
import { InvalidResponse, plainLine } from './failure.ts'
import { parseJson, parseShape } from './json-response.ts'

/**
 * Responses of ArcGIS REST, as servers of all versions send them
 * (https://developers.arcgis.com/rest/services-reference/enterprise/query-feature-service-layer/).
 */

/** Statuses whose body may describe the error. */
export const ARCGIS_STATUSES = [400, 403, 404, 498, 499]

const ErrorBody = z.object({
  error: z.object({
    code: z.union([z.number(), z.string()]).nullish(),
    message: z.string().nullish(),
    details: z.union([z.array(z.unknown()), z.string()]).nullish(),
  }),
})

const TOKEN_ERRORS = [498, 499]

/** The body. Throws also for an error under HTTP 200: `{"error":{"code":499,"message":"..."}}`. */
function bodyOf(response: HttpResponse): unknown {
  const body = parseJson(response)
  const stated = ErrorBody.safeParse(body)
  if (stated.success) {
    const { code, message, details } = stated.data.error
    const texts = [message, ...[details ?? []].flat()].filter(Boolean)
    const description = plainLine(texts.join(' ') || 'without a description')
    if (TOKEN_ERRORS.includes(Number(code)))
      throw new InvalidResponse(`requires a token (error ${code}: ${description})`, 'error_said')
    throw new InvalidResponse(
      `answered with the error ${code ?? 'without a number'}: ${description}`,
      'error_said',
    )
  }
  if (response.status !== 200)
    throw new InvalidResponse(`answered with status ${response.status}`, 'error_said')
  return body
}

/** Old servers write large ids as `6.4579816E7`; some layers have ids beyond 2^31. */
const ObjectId = z.number().refine(Number.isSafeInteger, 'is not an object id')

const Ids = z.object({
  objectIdFieldName: z.string().nullish(),
  objectIds: z.array(z.unknown()).nullable(),
  exceededTransferLimit: z.boolean().nullish(),
})

/** Ids of all features that match; `objectIds: null` is an empty list. Throws `InvalidResponse`. */
export function readIds(response: HttpResponse): { field: string | null; ids: number[] } {
  const { objectIdFieldName, objectIds, exceededTransferLimit } = parseShape(bodyOf(response), Ids)
  if (exceededTransferLimit) throw new InvalidResponse('cut its list of object ids short')
  const ids = new Set((objectIds ?? []).map((id) => parseShape(id, ObjectId)))
  return { field: objectIdFieldName || null, ids: [...ids].sort((a, b) => a - b) }
}

const Count = z.object({ count: z.int().min(0) })

/** Number of features that match. Throws `InvalidResponse`. */
export function readCount(response: HttpResponse): number {
  return parseShape(bodyOf(response), Count).count
}

/** A field of a layer, as servers describe it. */
const FieldShape = z.object({
  name: z.string(),
  type: z.string(),
  alias: z.string().nullish(),
  length: z.number().nullish(),
})
export type EsriField = z.infer<typeof FieldShape>

const Metadata = z.object({
  type: z.string().nullish(),
  maxRecordCount: z.int().min(1).nullish(),
  geometryType: z.string().nullish(),
  objectIdField: z.string().nullish(),
  fields: z.array(FieldShape).nullish(),
  advancedQueryCapabilities: z.object({ supportsPagination: z.boolean().nullish() }).nullish(),
  editingInfo: z
    .object({ lastEditDate: z.number().nullish(), dataLastEditDate: z.number().nullish() })
    .nullish(),
})

/** Metadata of a layer. Servers before 10.1 do not state how many features a page holds. */
export function readLayerMetadata(response: HttpResponse) {
  const stated = parseShape(bodyOf(response), Metadata)
  return {
    type: stated.type ?? null,
    maxRecordCount: stated.maxRecordCount ?? null,
    geometryType: stated.geometryType ?? null,
    idField: stated.objectIdField || idFieldIn(stated.fields ?? []),
    fields: stated.fields ?? [],
    hasPagination: stated.advancedQueryCapabilities?.supportsPagination === true,
    // The first counts changes of fields too, which change the file as well.
    lastEdit: stated.editingInfo?.lastEditDate ?? stated.editingInfo?.dataLastEditDate ?? null,
  }
}

/** A feature with its shape on the grid: cached pages would be too large as JSON. */
export interface EsriFeature<Shape> extends PublishedRow {
  shape: Shape
}

export interface EsriPage<Shape> {
  features: EsriFeature<Shape>[]
  idField: string | null
  /** The server states that there is more. */
  isCut: boolean
}

const Page = z.object({
  objectIdFieldName: z.string().nullish(),
  spatialReference: z
    .object({ wkid: z.number().nullish(), latestWkid: z.number().nullish() })
    .nullish(),
  fields: z.array(FieldShape).nullish(),
  features: z.array(
    z.object({
      attributes: z.record(z.string(), z.unknown()).nullish(),
      geometry: z.unknown().optional(),
    }),
  ),
  exceededTransferLimit: z.boolean().nullish(),
  // GeoJSON states it here, and so do a few servers in JSON.
  properties: z.object({ exceededTransferLimit: z.boolean().nullish() }).nullish(),
})

/** WGS 84, which `outSR` requests, and NAD83 in degrees, which the product treats as the same. */
const LON_LAT_FRAMES = [4326, 4269]

/** A page as the server sent it: values and geometries are its own. */
export interface FeatureSet {
  features: { attributes: Record<string, unknown>; geometry: unknown }[]
  fields: EsriField[]
  idField: string | null
  /** The server states that there is more. */
  isCut: boolean
}

/**
 * Reads a page of features in degrees. Throws `InvalidResponse`, for another frame than 4326 too.
 */
export function readFeatureSet(response: HttpResponse): FeatureSet {
  const page = parseShape(bodyOf(response), Page)
  const { spatialReference, exceededTransferLimit, properties } = page
  const fields = page.fields ?? []
  const hasShapes = page.features.some(({ geometry }) => geometry)
  const frame = spatialReference?.latestWkid ?? spatialReference?.wkid ?? null
  if (hasShapes && !LON_LAT_FRAMES.includes(frame ?? 0))
    throw new InvalidResponse(
      `answered in ${frame === null ? 'a coordinate system without a number' : `coordinate system ${frame}`} where 4326 was requested`,
    )
  const features = page.features.map(({ attributes, geometry }) => ({
    attributes: attributes ?? {},
    geometry: geometry ?? null,
  }))
  return {
    features,
    fields,
    idField: page.objectIdFieldName || idFieldIn(fields),
    isCut: exceededTransferLimit === true || properties?.exceededTransferLimit === true,
  }
}

/** Reads a page of features in degrees, each shape by `shapeOf`. Throws `InvalidResponse`. */
export function readPage<Shape>(
  response: HttpResponse,
  shapeOf: (geometry: unknown) => Shape,
): EsriPage<Shape> {
  const { features, fields, idField, isCut } = readFeatureSet(response)
  const placed = features.map(({ attributes, geometry }) => ({
    attributes: plainAttributes(attributes, fields),
    shape: shapeOf(geometry),
  }))
  return { features: placed, idField, isCut }
}

function idFieldIn(fields: readonly EsriField[]): string | null {
  return fields.find(({ type }) => type === 'esriFieldTypeOID')?.name ?? null
}

function plainAttributes(attributes: Record<string, unknown>, fields: readonly EsriField[]) {
  const dates = new Set(
    fields.filter(({ type }) => type === 'esriFieldTypeDate').map((f) => f.name),
  )
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      name,
      dates.has(name) ? momentOf(value) : plainValue(value),
    ]),
  )
}

/** Formats milliseconds since 1970 in UTC as ISO 8601; other values stay. */
function momentOf(value: unknown): AttributeValue {
  const date = typeof value === 'number' ? new Date(value) : null
  return date && !Number.isNaN(date.getTime()) ? date.toISOString() : plainValue(value)
}

function plainValue(value: unknown): AttributeValue {
  if (value === null || value === undefined) return null
  return typeof value === 'object' ? JSON.stringify(value) : (value as AttributeValue)
}
