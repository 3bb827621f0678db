import type { FeatureCollection } from 'geojson'
import { csvLine, plainCell } from '../../exports/csv-line.ts'
import type { UnitSystem } from '../../report/units.ts'
import { locationParameter } from '../location-ref.ts'
import { factLabels, factOf, type Place } from './place.ts'

/** Writes places as CSV: a line of names, then a line a place. */
export function placesCsv(places: readonly Place[], system: UnitSystem): string {
  const labels = factLabels(places, system)
  const names = ['Place', 'Latitude', 'Longitude', 'Flood', ...labels, 'Worth a look', 'Made at']
  const lines = places.map((place) => {
    const { title, point, flood, watch, as_of } = place
    const facts = labels.map((label) => factOf(place, label, system)?.value ?? '')
    const texts = [flood?.title ?? '', ...facts, watch.join('; '), as_of].map(plainCell)
    return csvLine([plainCell(title), `${point.lat}`, `${point.lng}`, ...texts])
  })
  return `${[csvLine(names), ...lines].join('\n')}\n`
}

/** Writes places as a FeatureCollection of points by RFC 7946. */
export function placesGeoJson(places: readonly Place[], system: UnitSystem): string {
  const collection: FeatureCollection = {
    type: 'FeatureCollection',
    features: places.map((place) => {
      const { ref, title, point, flood, facts, watch, attribution, as_of } = place
      const [way, value] = locationParameter(ref)
      const known = Object.fromEntries(facts[system].map((fact) => [fact.label, fact.value]))
      return {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [point.lng, point.lat] },
        properties: {
          ...{ title, [way]: value, flood: flood?.title ?? null },
          ...known,
          ...{ worth_a_look: watch, attribution, as_of },
        },
      }
    }),
  }
  return `${JSON.stringify(collection)}\n`
}
