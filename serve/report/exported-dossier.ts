import type { Feature } from 'geojson'
import { type FactRow, factRows } from '../../report/fact-rows.ts'
import type { Sections } from '../../report/key-facts.ts'
import { sectionShapes } from '../../report/section-shapes.ts'
import { sourcesOf } from '../../report/section-sources.ts'

/** The dossier of a location, with what a file of it states about itself. */
export interface ExportedDossier {
  /** Its address, else its coordinates. */
  title: string
  sections: Sections
  point: { lat: number; lng: number }
  address: string | null
  /** ISO 8601. */
  as_of: string
  build: string
  /** True where a source that answered is invented. */
  isFictional: boolean
  /** Address of the location on the map page. */
  link: string
}

/** What a dossier states of the location itself, as rows of a section of its own. */
function locationRows({ point, address, as_of, build, isFictional, link }: ExportedDossier) {
  const stated = {
    address,
    lat: point.lat,
    lng: point.lng,
    as_of,
    build,
    fictional: isFictional,
    link,
  }
  const labels: Record<keyof typeof stated, string> = {
    address: 'Address',
    lat: 'Latitude',
    lng: 'Longitude',
    as_of: 'Made at',
    build: 'Build of the data',
    fictional: 'Invented place',
    link: 'On the map',
  }
  return Object.entries(stated).map(
    ([field, value]): FactRow => ({
      section: 'location',
      field,
      label: labels[field as keyof typeof stated],
      value,
      unit: field === 'lat' || field === 'lng' ? '°' : null,
      status: 'available',
      source: null,
      vintage: null,
      attribution: null,
    }),
  )
}

/** All facts of a dossier, the location's own first. */
export function exportedFacts(dossier: ExportedDossier): FactRow[] {
  return [...locationRows(dossier), ...factRows(dossier.sections)]
}

/** The point of a dossier, and every shape of its sections with source and age. */
export function exportedFeatures(dossier: ExportedDossier): Feature[] {
  const { point, title, as_of, build, isFictional, link, sections } = dossier
  const location: Feature = {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [point.lng, point.lat] },
    properties: { section: 'location', title, as_of, build, fictional: isFictional, link },
  }
  const shapes = Object.values(sections).flatMap((section) => {
    if (!section) return []
    const [source] = sourcesOf(section)
    const own = {
      section: section.layer,
      source: source?.name ?? null,
      vintage: source?.vintage ?? null,
      age: source?.age ?? null,
      attribution: source?.attribution ?? null,
      retrieved_at: source?.retrieved_at ?? null,
    }
    return sectionShapes(section).map(
      ({ geometry, properties }): Feature => ({
        type: 'Feature',
        geometry,
        properties: { ...own, ...renamed(properties ?? {}, own) },
      }),
    )
  })
  return [location, ...shapes]
}

/** The attributes of a feature; those that would hide one of ours have another name. */
function renamed(properties: Record<string, unknown>, own: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [
      Object.hasOwn(own, name) ? `feature_${name}` : name,
      value,
    ]),
  )
}
