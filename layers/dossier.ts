import { LAYERS, PLANNED_LAYERS, SECTION_NAMES } from './index.ts'
import type { Layer, PlannedLayer } from './layer.ts'
import type { Location } from './location.ts'
import { type Packs, Place, type Spot } from './place.ts'
import type { Section } from './section.ts'

export type { Packs } from './place.ts'

export type DossierQuery = Spot & {
  /** Section names; all when absent. */
  layers?: readonly string[]
  includeGeometry?: boolean
  /** Whether the parcel section tells its neighbours and its frontage. */
  includeAdjacent?: boolean
}

/** The sections of one spot. The same build and query give the same bytes. */
export interface Dossier {
  point: Location['point']
  /** Of the parcel that it is about, if there is one. */
  parcel_key: string | null
  layers: Record<string, Section>
}

/**
 * What is known at a spot: resolves the place once, finds the rows of every requested section and
 * runs the sections. A section that throws becomes `not_available`; the others still answer.
 * `onFailure` hears about it. The service, the scorecard and the command line call this.
 */
export function assembleDossier(
  packs: Packs,
  query: DossierQuery,
  onFailure: (section: string, error: unknown) => void = () => {},
  layers: readonly Layer[] = LAYERS,
): Dossier {
  const place = new Place(packs, query, query.includeGeometry ?? false, query.includeAdjacent)
  return {
    point: place.location.point,
    parcel_key: place.parcelKey(),
    layers: answerSections(place, query.layers, onFailure, layers),
  }
}

/** Every wanted section of a place, in the contract's order. */
export function answerSections(
  place: Place,
  wanted: readonly string[] = SECTION_NAMES,
  onFailure: (section: string, error: unknown) => void = () => {},
  layers: readonly Layer[] = LAYERS,
): Record<string, Section> {
  const sections: Record<string, Section> = {}
  for (const name of SECTION_NAMES) {
    if (!wanted.includes(name)) continue
    const layer = layers.find((candidate) => candidate.id === name)
    const planned = PLANNED_LAYERS.find((candidate) => candidate.id === name)
    if (layer) sections[name] = answerSection(layer, place, onFailure)
    else if (planned) sections[name] = plannedSection(planned)
  }
  return sections
}

function answerSection(
  layer: Layer,
  place: Place,
  onFailure: (section: string, error: unknown) => void,
): Section {
  if (layer.section === 'none') throw new Error(`layer ${layer.id} has no section`)
  const { name, category, reads, answer } = layer.section
  const envelope = { object: 'location_section' as const, layer: layer.id, name, category }
  try {
    return { ...envelope, ...answer(place.location, place.rows(reads)) }
  } catch (error) {
    onFailure(layer.id, error)
    return {
      ...envelope,
      status: 'not_available',
      summary: `The ${name.toLowerCase()} section could not be answered this time.`,
      data: null,
      reason: 'The section failed on the data of this spot.',
      hint: 'Ask again; if it stays, report the request id.',
    }
  }
}

function plannedSection(planned: PlannedLayer): Section {
  return {
    object: 'location_section',
    layer: planned.id,
    name: planned.section.name,
    category: planned.section.category,
    status: 'not_covered',
    summary: `${planned.section.name} is planned and not in this build, so nothing is known here.`,
    data: null,
    reason: `The layer is planned, from ${planned.plannedFrom}; no build has it yet.`,
    hint: 'GET /v1/layers tells which layers are available.',
  }
}
