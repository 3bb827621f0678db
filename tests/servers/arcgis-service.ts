import { edgesCross, ringContains } from '../oracles/plain-rings.ts'
import { type LocalService, localService, Raw } from './local-service.ts'

type Position = number[]
export interface EsriGeometry {
  x?: number | 'NaN'
  y?: number | 'NaN'
  rings?: Position[][]
  curveRings?: unknown[]
}
export interface ServedFeature {
  attributes: Record<string, string | number | null>
  geometry: EsriGeometry | null
}

/** A layer of a server, in lon/lat. */
export interface ServedLayer {
  geometryType: 'esriGeometryPolygon' | 'esriGeometryPoint'
  features: ServedFeature[]
  /** Most features of one response. */
  maxRecordCount?: number
  /** Fields that are dates, in milliseconds. */
  dates?: string[]
  /** Servers before 10.1 report neither their limit nor that a response was cut. */
  isOld?: boolean
  /** It supports no filter except `1=1`, like some old servers. */
  knowsNoFilter?: boolean
  /** Name of the object id among the attributes. */
  idField?: string
}

export type ArcgisFault = (body: unknown, query: URLSearchParams, layer: string) => unknown

/**
 * A server of the part of ArcGIS REST that Plat requests: metadata, and `query` with
 * `where=1=1`, an envelope, object ids, offsets, ids or a count only
 * (https://developers.arcgis.com/rest/services-reference/enterprise/query-feature-service-layer/).
 * `fault` may change or replace any response.
 */
export function arcgisService(
  layers: Record<string, ServedLayer>,
  fault: ArcgisFault = (body) => body,
  port = 0,
): Promise<LocalService> {
  return localService((url) => {
    const parts = url.pathname.split('/').filter(Boolean)
    const action = parts.at(-1) === 'query' ? parts.pop() : undefined
    const name = parts.at(-1) ?? ''
    const layer = layers[name]
    const query = url.searchParams
    const body = !layer
      ? error(404, 'Layer not found')
      : query.get('f') !== 'json'
        ? new Raw(200, '<html><body>ArcGIS REST Services Directory</body></html>')
        : action === 'query'
          ? answerOf(layer, query)
          : metadataOf(layer, name)
    return fault(body, query, name)
  }, port)
}

const error = (code: number, message: string) => ({ error: { code, message, details: [] } })
const idFieldOf = ({ idField = 'OBJECTID' }: ServedLayer) => idField

function fieldsOf(layer: ServedLayer) {
  const names = new Set(layer.features.flatMap(({ attributes }) => Object.keys(attributes)))
  return [...names].map((name) => ({
    name,
    type:
      name === idFieldOf(layer)
        ? 'esriFieldTypeOID'
        : layer.dates?.includes(name)
          ? 'esriFieldTypeDate'
          : 'esriFieldTypeString',
  }))
}

function metadataOf(layer: ServedLayer, id: string) {
  const { geometryType, maxRecordCount = 1000, isOld } = layer
  return {
    currentVersion: isOld ? 10.01 : 10.81,
    id: Number(id),
    type: 'Feature Layer',
    geometryType,
    fields: fieldsOf(layer),
    ...(!isOld && { maxRecordCount, advancedQueryCapabilities: { supportsPagination: true } }),
  }
}

function answerOf(layer: ServedLayer, query: URLSearchParams): unknown {
  const { features, maxRecordCount = 1000, isOld } = layer
  const idField = idFieldOf(layer)
  const where = query.get('where')
  const filter = filterOf(layer, where)
  if (filter === null) return error(400, 'Unable to complete operation.')
  const ids = query.get('objectIds')?.split(',').map(Number)
  const box = query.get('geometry')?.split(',').map(Number)
  if (box && query.get('geometryType') !== 'esriGeometryEnvelope')
    return error(400, 'Invalid or missing input parameters.')
  if (where === null && !ids) return error(400, 'Invalid or missing input parameters.')
  const found = features
    .filter(filter)
    .filter(({ attributes }) => !ids || ids.includes(attributes[idField] as number))
    .filter(({ geometry }) => !box || meets(geometry, box))
  if (query.get('returnCountOnly') === 'true') return { count: found.length }
  if (query.get('returnIdsOnly') === 'true')
    return {
      objectIdFieldName: idField,
      objectIds: found.length === 0 ? null : found.map(({ attributes }) => attributes[idField]),
    }
  const from = Number(query.get('resultOffset') ?? 0)
  const limit = Math.min(Number(query.get('resultRecordCount') ?? maxRecordCount), maxRecordCount)
  const [order] = (query.get('orderByFields') ?? '').split(' ')
  const value = ({ attributes }: ServedFeature) => Number(attributes[order])
  const sorted = order ? found.toSorted((one, other) => value(one) - value(other)) : found
  const page = sorted.slice(from, from + limit)
  const names = query.get('outFields') ?? ''
  const known = fieldsOf(layer)
  const wanted = names === '*' ? known.map(({ name }) => name) : names.split(',').filter(Boolean)
  if (wanted.some((name) => !known.some((field) => field.name === name)))
    return error(400, 'Failed to execute query.')
  const withShapes = query.get('returnGeometry') !== 'false'
  return {
    objectIdFieldName: idField,
    geometryType: layer.geometryType,
    spatialReference:
      query.get('outSR') === '4326' ? { wkid: 4326, latestWkid: 4326 } : { wkid: 3435 },
    fields: known.filter(({ name }) => wanted.includes(name)),
    features: page.map(({ attributes, geometry }) => ({
      attributes: Object.fromEntries(wanted.map((name) => [name, attributes[name] ?? null])),
      ...(withShapes && { geometry }),
    })),
    ...(!isOld && from + limit < found.length && { exceededTransferLimit: true }),
  }
}

/**
 * `1=1`, a range of object ids, or both joined as `(<field>='<text>') AND <range>`; null for
 * others.
 */
function filterOf(layer: ServedLayer, where: string | null) {
  if (where === null || where === '1=1') return () => true
  const known = /^(?:\(?(\w+)='(\w+)'\)?)?(?: AND )?(?:(\w+) >= (\d+) AND \3 <= (\d+))?$/.exec(
    where,
  )
  if (!known || layer.knowsNoFilter || (known[3] && known[3] !== idFieldOf(layer))) return null
  const [, field, text, , first, last] = known
  return ({ attributes }: ServedFeature) => {
    const id = Number(attributes[idFieldOf(layer)])
    const isIn = first === undefined || (id >= Number(first) && id <= Number(last))
    return isIn && (field === undefined || attributes[field] === text)
  }
}

/** Whether a geometry and an envelope share a point. */
function meets(geometry: EsriGeometry | null, [west, south, east, north]: number[]): boolean {
  const isIn = ([x, y]: Position) => x >= west && x <= east && y >= south && y <= north
  if (geometry === null) return false
  if (!geometry.rings) return isIn([Number(geometry.x), Number(geometry.y)])
  const corners = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  const { rings } = geometry
  const contains = (place: Position) =>
    rings.filter((ring) => ringContains(ring, place)).length % 2 === 1
  return rings.some((ring) => ring.some(isIn) || edgesCross(ring, corners)) || contains(corners[0])
}
