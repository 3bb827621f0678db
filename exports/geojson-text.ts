import { WkbReader } from '../geometry/wkb-reader.ts'
import { attributionLine, type Credits } from './credits.ts'
import type { ExportLayer, ExportRow, ExportType, ExportValue } from './export-layer.ts'
import { SHAPE_KINDS } from './shape-kind.ts'

type Position = [lng: number, lat: number]

/**
 * A FeatureCollection by RFC 7946 as texts, one feature a line: lon/lat, shells counter-clockwise.
 * Name and credits stand before the features as members of their own, which programs that do not
 * know them skip.
 */
export async function* geoJsonTexts(
  layer: ExportLayer,
  rows: AsyncIterable<readonly ExportRow[]> | Iterable<readonly ExportRow[]>,
  credits: Credits,
): AsyncGenerator<string> {
  const head = {
    type: 'FeatureCollection',
    name: layer.name,
    attribution: attributionLine(credits),
    credits,
  }
  yield `${JSON.stringify(head).slice(0, -1)},"features":[`
  let separator = '\n'
  for await (const some of rows) {
    let text = ''
    for (const row of some) {
      text += separator + featureText(layer, row)
      separator = ',\n'
    }
    if (text !== '') yield text
  }
  yield '\n]}\n'
}

function featureText({ columns }: ExportLayer, { shape, values }: ExportRow): string {
  const properties = columns.map(
    ({ name, type }, i) => `${JSON.stringify(name)}:${valueText(values[i], type)}`,
  )
  const geometry = shape === null ? 'null' : JSON.stringify(shapeOf(new WkbReader(shape)))
  return `{"type":"Feature","geometry":${geometry},"properties":{${properties.join(',')}}}`
}

/** Whole numbers that a double cannot hold become texts; bytes are in hex. */
function valueText(value: ExportValue, type: ExportType): string {
  if (typeof value === 'bigint')
    return Number.isSafeInteger(Number(value)) ? `${value}` : `"${value}"`
  if (value instanceof Uint8Array) return `"${Buffer.from(value).toString('hex')}"`
  if (type === 'json' && typeof value === 'string') return value
  return JSON.stringify(value)
}

/** Empty points have no position: RFC 7946 has an empty list for them. */
function shapeOf(reader: WkbReader): object {
  const kind = SHAPE_KINDS[reader.header()]
  const parts = <T>(read: () => T): T[] => Array.from({ length: reader.count() }, read)
  const part = () => shapeOf(reader)
  switch (kind) {
    case 'POINT':
      return { type: 'Point', coordinates: pointOf(reader) }
    case 'LINESTRING':
      return { type: 'LineString', coordinates: pointsOf(reader) }
    case 'POLYGON': {
      const rings = parts(() => pointsOf(reader))
      return { type: 'Polygon', coordinates: rings.map((ring, i) => wound(ring, i === 0)) }
    }
    case 'MULTIPOINT':
      return { type: 'MultiPoint', coordinates: parts(part).map(coordinatesOf) }
    case 'MULTILINESTRING':
      return { type: 'MultiLineString', coordinates: parts(part).map(coordinatesOf) }
    case 'MULTIPOLYGON':
      return { type: 'MultiPolygon', coordinates: parts(part).map(coordinatesOf) }
    case 'GEOMETRYCOLLECTION':
      return { type: 'GeometryCollection', geometries: parts(part) }
    default:
      throw new Error(`GeoJSON has no shape of the kind ${kind}`)
  }
}

function coordinatesOf(shape: object): unknown {
  return (shape as { coordinates: unknown }).coordinates
}

function pointOf(reader: WkbReader): Position | [] {
  let found: Position | [] = []
  reader.point({
    point(lng, lat) {
      if (!Number.isNaN(lng)) found = [lng, lat]
    },
  })
  return found
}

function pointsOf(reader: WkbReader): Position[] {
  const points: Position[] = []
  reader.points({
    point(lng, lat) {
      points.push([lng, lat])
    },
  })
  return points
}

/** The ring counter-clockwise for a shell, clockwise for a hole. */
function wound(ring: Position[], isShell: boolean): Position[] {
  let doubled = 0
  for (let i = 1; i < ring.length; i++)
    // From the first corner: far from the origin the products of degrees cancel each other out.
    doubled +=
      (ring[i - 1][0] - ring[0][0]) * (ring[i][1] - ring[0][1]) -
      (ring[i][0] - ring[0][0]) * (ring[i - 1][1] - ring[0][1])
  return doubled > 0 === isShell ? ring : ring.reverse()
}
