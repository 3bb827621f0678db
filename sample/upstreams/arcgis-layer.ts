import { type DegreeBox, type EsriShape, esriGeometry, meetsBox } from './esri-shape.ts'
import { numberIn, type SampleAnswer, type SampleRequest } from './sample-service.ts'

export interface ArcgisFeature {
  attributes: Record<string, string | number | null>
  shape: EsriShape
}

export interface ArcgisLayer {
  id: number
  name: string
  geometryType: 'esriGeometryPolygon' | 'esriGeometryPoint'
  /** Name and Esri type, the object id first. */
  fields: readonly (readonly [name: string, type: string])[]
  /** Without object ids, which are assigned in this order, from 1. */
  features: readonly ArcgisFeature[]
  maxRecordCount: number
}

const FRAME = { wkid: 4326, latestWkid: 4326 }
/** EPSG:4269 is treated as the same at this accuracy. */
const FRAMES = ['', '4326', '4269']
const METRES_PER_DEGREE = 111_000

/**
 * One layer of an ArcGIS REST service: its description, and `query` with object ids, boxes, points,
 * counts and pages. Errors have HTTP status 200, as such services do:
 * https://developers.arcgis.com/rest/services-reference/enterprise/query-feature-service-layer/
 */
export function answerLayer(
  layer: ArcgisLayer,
  path: string,
  { query }: SampleRequest,
): SampleAnswer {
  if (!['json', 'pjson', 'geojson'].includes(query.get('f') ?? ''))
    return { body: `<html><title>${layer.name} (fictional)</title></html>` }
  if (path === '') return { body: description(layer) }
  if (path !== '/query') return failure(404, 'Service not found')
  if (!FRAMES.includes(query.get('inSR') ?? '') || !FRAMES.includes(query.get('outSR') ?? ''))
    return failure(400, 'Failed to execute query.', ['The sample knows 4326 and 4269.'])
  const found = matching(layer, query)
  return 'problem' in found
    ? failure(400, 'Failed to execute query.', [found.problem])
    : found.body
      ? { body: found.body }
      : pageOf(layer, found.ids, query)
}

function description({ id, name, geometryType, fields, maxRecordCount }: ArcgisLayer) {
  return {
    currentVersion: 11.3,
    id,
    name,
    type: 'Feature Layer',
    description: 'FICTIONAL',
    copyrightText: 'Sample (fictional)',
    geometryType,
    extent: { xmin: -180, ymin: -90, xmax: 180, ymax: 90, spatialReference: FRAME },
    objectIdField: fields[0][0],
    fields: fields.map(fieldOf),
    maxRecordCount,
    supportsPagination: true,
    capabilities: 'Map,Query,Data',
  }
}

const fieldOf = ([name, type]: readonly [string, string]) => ({ name, type, alias: name })

type Found = { problem: string } | { ids: number[]; body?: object }

function matching(layer: ArcgisLayer, query: URLSearchParams): Found {
  const [idField] = layer.fields[0]
  const where = query.get('where')?.trim() ?? ''
  const [idList, box] = [query.get('objectIds'), boxOf(query)]
  if (box === 'unreadable') return { problem: "'geometry' parameter is invalid" }
  if (where === '' && !idList && box === null) return { problem: "'where' clause is missing" }
  const filter = filterOf(layer, where)
  if (filter === null) return { problem: "'where' clause is invalid" }
  const wanted = idList ? new Set(idList.split(',').map(Number)) : null
  if (wanted && [...wanted].some((id) => !Number.isInteger(id)))
    return { problem: "'objectIds' parameter is invalid" }
  const ids = layer.features.flatMap(({ attributes, shape }, i) => {
    const isWanted = !wanted || wanted.has(i + 1)
    return isWanted && filter(attributes) && (box === null || meetsBox(shape, box)) ? [i + 1] : []
  })
  if (query.get('returnCountOnly') === 'true') return { ids, body: { count: ids.length } }
  if (query.get('returnIdsOnly') === 'true')
    return { ids, body: { objectIdFieldName: idField, objectIds: ids.length > 0 ? ids : null } }
  return { ids }
}

/** `1=1`, or one comparison of a field with a value. */
function filterOf({ fields }: ArcgisLayer, where: string) {
  if (where === '' || /^1\s*=\s*1$/.test(where)) return () => true
  const comparison = /^([\w.]+)\s*=\s*(?:'([^']*)'|(-?\d+(?:\.\d+)?))$/.exec(where)
  if (!comparison || !fields.some(([name]) => name === comparison[1])) return null
  return (attributes: ArcgisFeature['attributes']) =>
    `${attributes[comparison[1]]}` === (comparison[2] ?? comparison[3])
}

/** The box of an envelope, or of a point with its distance; null where the query names no place. */
function boxOf(query: URLSearchParams): DegreeBox | 'unreadable' | null {
  const text = query.get('geometry')?.trim()
  if (!text) return null
  const numbers = text.startsWith('{') ? numbersOf(text) : text.split(',').map(Number)
  if (!numbers || numbers.some((number) => !Number.isFinite(number))) return 'unreadable'
  if (query.get('geometryType') === 'esriGeometryPoint' && numbers.length === 2) {
    const distance = numberIn(query, 'distance') ?? 0
    const [x, y] = numbers
    const north = distance / METRES_PER_DEGREE
    const east = north / Math.cos((y * Math.PI) / 180)
    return [x - east, y - north, x + east, y + north]
  }
  return numbers.length === 4 ? (numbers as unknown as DegreeBox) : 'unreadable'
}

function numbersOf(text: string): number[] | null {
  try {
    const { x, y, xmin, ymin, xmax, ymax } = JSON.parse(text)
    return xmin === undefined ? [x, y].map(Number) : [xmin, ymin, xmax, ymax].map(Number)
  } catch {
    return null
  }
}

function pageOf(layer: ArcgisLayer, ids: readonly number[], query: URLSearchParams): SampleAnswer {
  const [idField] = layer.fields[0]
  const offset = numberIn(query, 'resultOffset') ?? 0
  const most = Math.min(numberIn(query, 'resultRecordCount') ?? Infinity, layer.maxRecordCount)
  const named = (query.get('outFields') ?? idField).split(',').map((name) => name.trim())
  const fields = layer.fields.filter(([name]) => named.includes('*') || named.includes(name))
  const unknown = named.find((name) => name !== '*' && !layer.fields.some(([f]) => f === name))
  if (unknown) return failure(400, 'Failed to execute query.', [`'${unknown}' is not a field`])
  const isDrawn = query.get('returnGeometry') !== 'false'
  const features = ids.slice(offset, offset + most).map((id) => {
    const { attributes, shape } = layer.features[id - 1]
    const values: ArcgisFeature['attributes'] = { ...attributes, [idField]: id }
    const selected = Object.fromEntries(fields.map(([name]) => [name, values[name] ?? null]))
    return { attributes: selected, ...(isDrawn && { geometry: esriGeometry(shape) }) }
  })
  const isCut = ids.length > offset + most
  return {
    body: {
      objectIdFieldName: idField,
      geometryType: layer.geometryType,
      spatialReference: FRAME,
      fields: fields.map(fieldOf),
      features,
      ...(isCut && { exceededTransferLimit: true }),
    },
  }
}

function failure(code: number, message: string, details: string[] = []): SampleAnswer {
  return { body: { error: { code, message, details } } }
}
