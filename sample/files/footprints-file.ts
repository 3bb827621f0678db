import type { County } from '../county.ts'
import { writeGeoJson } from './geojson.ts'
import type { ArchiveEntry } from './stored-zip.ts'

/** Machine-learned footprints as Microsoft publishes them: one GeoJSON file, two properties. */
export function writeFootprints({ buildings }: County): ArchiveEntry[] {
  const features = buildings.map(({ learned }) => ({
    geometry: { type: 'Polygon', coordinates: [[...learned.ring, learned.ring[0]]] },
    properties: { release: 2, capture_dates_range: '3/20/2019-3/28/2019' },
  }))
  return [writeGeoJson('SampleCounty.geojson', features)]
}
