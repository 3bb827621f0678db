import { DamagedFile } from '../catalog/damaged-file.ts'
import type { ExternalSources } from '../layers/external-sources.ts'
import { LAYERS, SECTION_NAMES } from '../layers/index.ts'
import type { Layer } from '../layers/layer.ts'
import type { Location } from '../layers/location.ts'
import type { Section } from '../layers/section.ts'
import { type LocationInput, LocationLookup, type Packs } from '../lookup/location-lookup.ts'
import { UpstreamFailure } from '../upstream/failure.ts'
import { coverageReason } from './coverage-reason.ts'
import { type DossierWarning, swappedCoordinates } from './swapped-coordinates.ts'

export type { Packs } from '../lookup/location-lookup.ts'

export type DossierQuery = LocationInput & {
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
  /** What the caller should check about the coordinates; absent where there is nothing. */
  warnings?: DossierWarning[]
  layers: Record<string, Section>
}

/** What a section asked for, or why it got nothing. */
type Asked = { said: unknown } | { failure: unknown }

/** A section's answer is waited for so long, whatever it asks: upstreams have shorter deadlines. */
export const SECTION_DEADLINE_MS = 5_000

type OnFailure = (section: string, error: unknown) => void
/** Work that yields after each step, so that whoever runs it may let others go first. */
type Steps<Result> = Generator<void, Result>
type RunSteps = <Result>(steps: Steps<Result>) => Result | Promise<Result>

/**
 * What is known at a spot: resolves the place once, finds the rows of every requested section, asks
 * what lies outside of the packs, all at once, and runs the sections. A section that throws or is
 * late becomes `not_available`; the others still answer. `onFailure` hears about faults of ours,
 * `run` runs the sections, all at once by default. The service, the scorecard and the command line call this.
 */
export async function buildDossier(
  packs: Packs,
  query: DossierQuery,
  outside: ExternalSources,
  onFailure: OnFailure = () => {},
  layers: readonly Layer[] = LAYERS,
  run: RunSteps = runAtOnce,
): Promise<Dossier> {
  const place = placeOf(packs, query)
  const asked = await requestSectionData(place, query.layers, outside, layers)
  const steps = sectionSteps(place, query.layers, onFailure, layers, asked)
  return dossierOf(packs, place, await run(steps))
}

/** The same of the packs alone: sections that ask further say that nobody asked. */
export function buildDossierFromPacks(
  packs: Packs,
  query: DossierQuery,
  onFailure: OnFailure = () => {},
  layers: readonly Layer[] = LAYERS,
): Dossier {
  const place = placeOf(packs, query)
  return dossierOf(packs, place, answerSections(place, query.layers, onFailure, layers))
}

function placeOf(packs: Packs, query: DossierQuery): LocationLookup {
  return new LocationLookup(packs, query, query.includeGeometry ?? false, query.includeAdjacent)
}

function dossierOf(packs: Packs, place: LocationLookup, layers: Dossier['layers']): Dossier {
  const { point } = place.location
  const swapped = point.source === 'input' ? swappedCoordinates(packs, point) : null
  return {
    point,
    parcel_key: place.parcelKey(),
    ...(swapped && { warnings: [swapped] }),
    layers,
  }
}

/** Asks for all wanted sections of a place at once; none of them takes another down. */
export async function requestSectionData(
  place: LocationLookup,
  wanted: readonly string[] = SECTION_NAMES,
  outside: ExternalSources,
  layers: readonly Layer[] = LAYERS,
): Promise<Map<string, Asked>> {
  const asked = new Map<string, Asked>()
  const waiting: Promise<void>[] = []
  for (const { id, section } of layers) {
    if (section === 'none' || !section.ask || !wanted.includes(id)) continue
    try {
      const answer = section.ask(place.location, place.rows(section.reads), outside)
      if (answer === null) asked.set(id, { said: null })
      else
        waiting.push(withinDeadline(answer, section.name).then((each) => void asked.set(id, each)))
    } catch (failure) {
      asked.set(id, { failure })
    }
  }
  if (waiting.length > 0) await Promise.all(waiting)
  return asked
}

async function withinDeadline(answer: Promise<unknown>, name: string): Promise<Asked> {
  // Not by an abort signal: aborting costs 0.15 ms, and a build asks for every parcel.
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const seconds = SECTION_DEADLINE_MS / 1000
      const reason = `What the ${name.toLowerCase()} section asks took over ${seconds} s.`
      reject(new UpstreamFailure('late', reason, 'Ask again shortly.'))
    }, SECTION_DEADLINE_MS)
  })
  try {
    return { said: await Promise.race([answer, late]) }
  } catch (failure) {
    return { failure }
  } finally {
    clearTimeout(timer)
  }
}

/** Every wanted section of a place, in the contract's order. */
export function answerSections(
  place: LocationLookup,
  wanted?: readonly string[],
  onFailure?: OnFailure,
  layers?: readonly Layer[],
  asked?: ReadonlyMap<string, Asked>,
): Record<string, Section> {
  return runAtOnce(sectionSteps(place, wanted, onFailure, layers, asked))
}

function runAtOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** The same, yielding after each section. */
function* sectionSteps(
  place: LocationLookup,
  wanted: readonly string[] = SECTION_NAMES,
  onFailure: OnFailure = () => {},
  layers: readonly Layer[] = LAYERS,
  asked: ReadonlyMap<string, Asked> = new Map(),
): Steps<Record<string, Section>> {
  const sections: Record<string, Section> = {}
  for (const name of SECTION_NAMES) {
    if (!wanted.includes(name)) continue
    yield
    const layer = layers.find((candidate) => candidate.id === name)
    if (layer) sections[name] = answerSection(layer, place, onFailure, asked.get(name))
  }
  return sections
}

function answerSection(
  layer: Layer,
  place: LocationLookup,
  onFailure: OnFailure,
  asked?: Asked,
): Section {
  if (layer.section === 'none') throw new Error(`layer ${layer.id} has no section`)
  const { name, category, reads, answer } = layer.section
  const envelope = { object: 'location_section' as const, layer: layer.id, name, category }
  try {
    if (asked && 'failure' in asked) throw asked.failure
    const given = answer(place.location, place.rows(reads), asked?.said)
    return { ...envelope, ...given, ...coverageReason(layer, place, given) }
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) onFailure(layer.id, error)
    return {
      ...envelope,
      status: 'not_available',
      summary: `The ${name.toLowerCase()} section could not be answered this time.`,
      data: null,
      ...whyOf(error),
    }
  }
}

/** Why a section has no answer, and what to do. */
function whyOf(error: unknown): { reason: string; hint: string } {
  if (error instanceof UpstreamFailure) return { reason: error.reason, hint: error.hint }
  if (error instanceof DamagedFile)
    return {
      reason: 'A file of the build that the section reads is damaged or gone.',
      hint: 'Ask again shortly: the section is back as soon as the file is whole.',
    }
  return {
    reason: 'The section failed on the data of this spot.',
    hint: 'Ask again; if it stays, report the request id.',
  }
}
