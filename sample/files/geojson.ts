import type { ArchiveEntry } from './stored-zip.ts'

interface Feature {
  geometry: { type: string; coordinates: unknown }
  properties: Readonly<Record<string, string | number | null>>
}

/** A GeoJSON FeatureCollection in WGS 84 (RFC 7946), one feature a line. */
export function writeGeoJson(name: string, features: readonly Feature[]): ArchiveEntry {
  const lines = features.map(({ geometry, properties }) =>
    JSON.stringify({ type: 'Feature', geometry, properties }),
  )
  const head = '{"type":"FeatureCollection","features":[\n'
  return { name, content: Buffer.from(`${head}${lines.join(',\n')}\n]}\n`) }
}
