import { z } from 'zod'
import type { AttributeValue, PublishedRow } from '../values/published-row.ts'
import type { HttpResponse } from './attempt.ts'
import { InvalidResponse, plainLine } from './failure.ts'
import { parseJson, parseShape } from './json-response.ts'

/**
 * Answers of ArcGIS REST as servers of all ages give them
 * (https://developers.arcgis.com/rest/services-reference/enterprise/query-feature-service-layer/).
 */

/** Statuses whose body may still say in words what is wrong. */
export const ARCGIS_STATUSES = [400, 403, 404, 498, 499]

const ErrorBody = z.object({
  error: z.object({
    code: z.union([z.number(), z.string()]).nullish(),
    message: z.string().nullish(),
    details: z.union([z.array(z.unknown()), z.string()]).nullish(),
  }),
})

const TOKEN_ERRORS = [498, 499]

/** The body; an error under HTTP 200 is one: `{"error":{"code":499,"message":"Token Required"}}`. */
function bodyOf(answer: HttpResponse): unknown {
  const body = parseJson(answer)
  const told = ErrorBody.safeParse(body)
  if (told.success) {
    const { code, message, details } = told.data.error
    const words = [message, ...[details ?? []].flat()].filter((word) => word && word !== '')
    const what = plainLine(words.join(' ') || 'without words')
    if (TOKEN_ERRORS.includes(Number(code)))
      throw new InvalidResponse(`asks for a token (error ${code}: ${what})`, 'error_said')
    throw new InvalidResponse(
      `answered with the error ${code ?? 'of no number'}: ${what}`,
      'error_said',
    )
  }
  if (answer.status !== 200)
    throw new InvalidResponse(`answered with status ${answer.status}`, 'error_said')
  return body
}

/** Old servers write large ids as `6.4579816E7`; some layers have ids beyond 2^31. */
const ObjectId = z.number().refine(Number.isSafeInteger, 'is no object id')

const Ids = z.object({
  objectIdFieldName: z.string().nullish(),
  objectIds: z.array(z.unknown()).nullable(),
  exceededTransferLimit: z.boolean().nullish(),
})

/** Ids of all features that match; `objectIds: null` is none. Throws `InvalidResponse`. */
export function readIds(answer: HttpResponse): { field: string | null; ids: number[] } {
  const { objectIdFieldName, objectIds, exceededTransferLimit } = parseShape(bodyOf(answer), Ids)
  if (exceededTransferLimit) throw new InvalidResponse('cut its list of object ids short')
  const ids = new Set((objectIds ?? []).map((id) => parseShape(id, ObjectId)))
  return { field: objectIdFieldName || null, ids: [...ids].sort((a, b) => a - b) }
}

const Count = z.object({ count: z.int().min(0) })

/** How many features match. Throws `InvalidResponse`. */
export function readCount(answer: HttpResponse): number {
  return parseShape(bodyOf(answer), Count).count
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
  editingInfo: z.object({ lastEditDate: z.number().nullish() }).nullish(),
})

/** What a layer says of itself: servers before 10.1 do not say how many features an answer holds. */
export function readLayerMetadata(answer: HttpResponse) {
  const stated = parseShape(bodyOf(answer), Metadata)
  return {
    type: stated.type ?? null,
    maxRecordCount: stated.maxRecordCount ?? null,
    geometryType: stated.geometryType ?? null,
    idField: stated.objectIdField || idFieldIn(stated.fields ?? []),
    fields: stated.fields ?? [],
    hasPagination: stated.advancedQueryCapabilities?.supportsPagination === true,
    lastEdit: stated.editingInfo?.lastEditDate ?? null,
  }
}

/** A feature with its shape on the grid: pages are kept for a while, and their JSON is too large. */
export interface EsriFeature<Shape> extends PublishedRow {
  shape: Shape
}

export interface EsriPage<Shape> {
  features: EsriFeature<Shape>[]
  idField: string | null
  /** The server says itself that there is more. */
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
  // GeoJSON says it here, and a few servers do in JSON too.
  properties: z.object({ exceededTransferLimit: z.boolean().nullish() }).nullish(),
})

/** WGS 84, which is asked for with `outSR`; NAD83 in degrees is taken as it, as everywhere here. */
const LON_LAT_FRAMES = [4326, 4269]

/** A page as the server sent it: values and geometries are its own. */
export interface FeatureSet {
  features: { attributes: Record<string, unknown>; geometry: unknown }[]
  fields: EsriField[]
  idField: string | null
  /** The server states that there is more. */
  isCut: boolean
}

/** Reads a page of features in degrees. Throws `InvalidResponse`, for another frame than 4326 too. */
export function readFeatureSet(answer: HttpResponse): FeatureSet {
  const page = parseShape(bodyOf(answer), Page)
  const { spatialReference, exceededTransferLimit, properties } = page
  const fields = page.fields ?? []
  const hasShapes = page.features.some(({ geometry }) => geometry)
  const frame = spatialReference?.latestWkid ?? spatialReference?.wkid ?? null
  if (hasShapes && !LON_LAT_FRAMES.includes(frame ?? 0))
    throw new InvalidResponse(
      `answered in ${frame === null ? 'a coordinate system that it does not number' : `coordinate system ${frame}`} where 4326 was asked for`,
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
  answer: HttpResponse,
  shapeOf: (geometry: unknown) => Shape,
): EsriPage<Shape> {
  const { features, fields, idField, isCut } = readFeatureSet(answer)
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

/** Milliseconds since 1970 in UTC as ISO 8601, so that a day reads as one; others stay. */
function momentOf(value: unknown): AttributeValue {
  const date = typeof value === 'number' ? new Date(value) : null
  return date && !Number.isNaN(date.getTime()) ? date.toISOString() : plainValue(value)
}

function plainValue(value: unknown): AttributeValue {
  if (value === null || value === undefined) return null
  return typeof value === 'object' ? JSON.stringify(value) : (value as AttributeValue)
}
