import { type FloodVerdict, floodVerdict } from '../../report/flood-verdict.ts'
import { keyFacts, type Sections } from '../../report/key-facts.ts'
import { locationTitle } from '../../report/location-title.ts'
import type { UnitSystem } from '../../report/units.ts'
import { watchList } from '../../report/watch-list.ts'
import type { LocationDossier } from '../../serve/schemas/dossier.ts'
import { type LatLng, type LocationRef, locationParameter } from '../location-ref.ts'

/**
 * Sections of a place in a list. Weather, permits and heights are left out: they are computed or
 * queried while one waits.
 */
export const LIST_SECTIONS = [
  ...['parcel', 'flood', 'zoning', 'structures', 'tax', 'market'],
  ...['wetlands', 'soils', 'code_basis', 'utilities'],
]

/** A fact of a place as the table shows it. */
export interface PlaceFact {
  label: string
  value: string
  note: string | null
}

/** A place of a list with its main facts, as it is stored: the dossier is ten times larger. */
export interface Place {
  ref: LocationRef
  title: string
  point: LatLng
  /** Null in an answer without that section. */
  flood: FloodVerdict | null
  facts: Record<UnitSystem, PlaceFact[]>
  /** What to look into. */
  watch: string[]
  /** Editions of the sources: what the publishers require to be shown. */
  attribution: string
  /** ISO 8601. */
  as_of: string
}

/** The place of a dossier. */
export function placeOf(dossier: LocationDossier, ref: LocationRef, now: Date): Place {
  const { point, as_of } = dossier
  const sections: Sections = Object.fromEntries(
    Object.entries(dossier.layers as Sections).filter(([name]) => LIST_SECTIONS.includes(name)),
  )
  const factsIn = (system: UnitSystem) =>
    keyFacts(sections, system).map(({ label, value, note }) => ({ label, value, note }))
  const credits = Object.values(sections).flatMap((section) => section?.source?.attribution ?? [])
  return {
    ref,
    title: locationTitle(dossier),
    point: { lat: point.lat, lng: point.lng },
    flood: floodVerdict(sections),
    facts: { us: factsIn('us'), metric: factsIn('metric') },
    watch: watchList(sections, now, 'us').map(({ text }) => text),
    attribution: [...new Set(credits)].join('; '),
    as_of,
  }
}

/** The name of a place in a list: two of one name are the same. */
export function placeId({ ref }: Pick<Place, 'ref'>): string {
  return locationParameter(ref).join('=')
}

/** Labels of the facts of some places, in the order of the card. */
export function factLabels(places: readonly Place[], system: UnitSystem): string[] {
  return [...new Set(places.flatMap(({ facts }) => facts[system].map(({ label }) => label)))]
}

export function factOf({ facts }: Place, label: string, system: UnitSystem): PlaceFact | null {
  return facts[system].find((fact) => fact.label === label) ?? null
}
