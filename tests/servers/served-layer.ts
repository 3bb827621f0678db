import type { ServedFeature, ServedLayer } from './arcgis-service.ts'

/** A feature of a fixture file: well-known text and its columns. */
interface WrittenFeature {
  wkt: string | null
  values: Record<string, unknown>
}

/** Polygons of a fixture file as an ArcGIS server has them; days of `dates` become milliseconds. */
export function servedLayer(
  features: readonly WrittenFeature[],
  { dates = [] }: { dates?: string[] } = {},
): ServedLayer {
  return {
    geometryType: 'esriGeometryPolygon',
    dates,
    features: features.map(
      ({ wkt, values }, i): ServedFeature => ({
        attributes: { OBJECTID: 11 + i * 2, ...attributesOf(values, dates) },
        geometry: wkt === null ? null : { rings: [...wkt.matchAll(/-?\d[^()]*/g)].map(clockwise) },
      }),
    ),
  }
}

function attributesOf(values: Record<string, unknown>, dates: readonly string[]) {
  const entries = Object.entries(values) as [string, string | number | null][]
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      dates.includes(name) && value !== null ? Date.parse(`${value}T00:00:00Z`) : value,
    ]),
  )
}

/** Shells of well-known text have the opposite winding. */
function clockwise([list]: RegExpMatchArray): number[][] {
  return list
    .split(',')
    .map((point) => point.trim().split(/\s+/).map(Number))
    .reverse()
}
