import { UnavailableFile } from '../catalog/unavailable-file.ts'
import type { ExternalSources } from '../layers/external-sources.ts'
import { LAYERS, SECTION_NAMES } from '../layers/index.ts'
import type { Layer } from '../layers/layer.ts'
import type { Location } from '../layers/location.ts'
import type { Section } from '../layers/section.ts'
import { type LocationInput, LocationLookup, type Packs } from '../lookup/location-lookup.ts'
import { type FailureParts, failureParts, UpstreamFailure } from '../upstream/failure.ts'
import { withCoverageReason } from './coverage-reason.ts'
import { type DossierWarning, swappedCoordinates } from './swapped-coordinates.ts'

export type { Packs } from '../lookup/location-lookup.ts'

export type DossierQuery = LocationInput & {
  /** Section names; all when absent. */
  layers?: readonly string[]
  includeGeometry?: boolean
  /** Whether the parcel section adds its neighbours and its frontage. */
  includeAdjacent?: boolean
}

/** The sections of one location. The same build and query give the same bytes. */
export interface Dossier {
  point: Location['point']
  /** Key of the parcel at the location; null where there is none. */
  parcel_key: string | null
  /** Doubts about the coordinates that the caller should check; absent where there are none. */
  warnings?: DossierWarning[]
  layers: Record<string, Section>
}

/** The data that a section requested, or why it got none. */
type Requested = { data: unknown } | { failure: unknown }

/** Longest wait for the data that a section requests; upstreams have shorter deadlines. */
export const SECTION_DEADLINE_MS = 5_000

type OnFailure = (section: string, error: unknown) => void
/** Work that yields after each step, so that its runner may let other work go first. */
type Steps<Result> = Generator<void, Result>
type RunSteps = <Result>(steps: Steps<Result>) => Result | Promise<Result>

/**
 * Builds the dossier of a location: resolves it once, requests the data of all sections from
 * sources other than the packs at the same time, and runs the sections on the rows they read. A
 * section that throws or is late becomes `not_available`; the others still answer. `onFailure`
 * receives errors that are faults of the service; `run` runs the sections, all at once by default.
 * The service, the scorecard and the command line call this.
 */
export async function buildDossier(
  packs: Packs,
  query: DossierQuery,
  external: ExternalSources,
  onFailure: OnFailure = () => {},
  layers: readonly Layer[] = LAYERS,
  run: RunSteps = runAtOnce,
): Promise<Dossier> {
  const lookup = lookUp(packs, query)
  const requested = await requestSectionData(lookup, query.layers, external, layers)
  const steps = sectionSteps(lookup, query.layers, onFailure, layers, requested)
  return toDossier(packs, lookup, await run(steps))
}

/**
 * Builds a dossier from the packs alone: sections with other sources state that none was requested.
 */
export function buildDossierFromPacks(
  packs: Packs,
  query: DossierQuery,
  onFailure: OnFailure = () => {},
  layers: readonly Layer[] = LAYERS,
): Dossier {
  const lookup = lookUp(packs, query)
  return toDossier(packs, lookup, answerSections(lookup, query.layers, onFailure, layers))
}

function lookUp(packs: Packs, query: DossierQuery): LocationLookup {
  return new LocationLookup(packs, query, query.includeGeometry ?? false, query.includeAdjacent)
}

function toDossier(packs: Packs, lookup: LocationLookup, layers: Dossier['layers']): Dossier {
  const { point } = lookup.location
  const swapped =
    point.source === 'input' ? swappedCoordinates(packs, point, lookup.isCovered()) : null
  return {
    point,
    parcel_key: lookup.parcelKey(),
    ...(swapped && { warnings: [swapped] }),
    layers,
  }
}

/**
 * Requests the data of all given sections at once; a failure of one leaves the others as they are.
 */
export async function requestSectionData(
  lookup: LocationLookup,
  names: readonly string[] = SECTION_NAMES,
  external: ExternalSources,
  layers: readonly Layer[] = LAYERS,
): Promise<Map<string, Requested>> {
  const requested = new Map<string, Requested>()
  const waiting: Promise<void>[] = []
  for (const { id, section } of layers) {
    if (section === 'none' || !section.requestData || !names.includes(id)) continue
    try {
      const data = section.requestData(lookup.location, lookup.rows(section.reads), external)
      if (data === null) requested.set(id, { data })
      else
        waiting.push(
          withinDeadline(data, section.name).then((each) => void requested.set(id, each)),
        )
    } catch (failure) {
      requested.set(id, { failure })
    }
  }
  if (waiting.length > 0) await Promise.all(waiting)
  return requested
}

async function withinDeadline(data: Promise<unknown>, name: string): Promise<Requested> {
  // No abort signal: an abort costs 0.15 ms, and a build does this for every parcel.
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const seconds = SECTION_DEADLINE_MS / 1000
      const reason = `The sources of the ${name.toLowerCase()} section took over ${seconds} s.`
      reject(new UpstreamFailure('late', reason, 'Try again shortly.'))
    }, SECTION_DEADLINE_MS)
  })
  try {
    return { data: await Promise.race([data, late]) }
  } catch (failure) {
    return { failure }
  } finally {
    clearTimeout(timer)
  }
}

/** Answers the given sections of a location, in the contract's order. */
export function answerSections(
  lookup: LocationLookup,
  names?: readonly string[],
  onFailure?: OnFailure,
  layers?: readonly Layer[],
  requested?: ReadonlyMap<string, Requested>,
): Record<string, Section> {
  return runAtOnce(sectionSteps(lookup, names, onFailure, layers, requested))
}

function runAtOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Answers the given sections and yields after each. */
function* sectionSteps(
  lookup: LocationLookup,
  names: readonly string[] = SECTION_NAMES,
  onFailure: OnFailure = () => {},
  layers: readonly Layer[] = LAYERS,
  requested: ReadonlyMap<string, Requested> = new Map(),
): Steps<Record<string, Section>> {
  const sections: Record<string, Section> = {}
  for (const name of SECTION_NAMES) {
    if (!names.includes(name)) continue
    yield
    const layer = layers.find((candidate) => candidate.id === name)
    if (layer) sections[name] = answerSection(layer, lookup, onFailure, requested.get(name))
  }
  return sections
}

function answerSection(
  layer: Layer,
  lookup: LocationLookup,
  onFailure: OnFailure,
  requested?: Requested,
): Section {
  if (layer.section === 'none') throw new Error(`layer ${layer.id} has no section`)
  const { name, category, reads, answer } = layer.section
  const envelope = { object: 'location_section' as const, layer: layer.id, name, category }
  try {
    if (requested && 'failure' in requested) throw requested.failure
    const answered = answer(lookup.location, lookup.rows(reads), requested?.data)
    return { ...envelope, ...withCoverageReason(layer, lookup, answered) }
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) onFailure(layer.id, error)
    return {
      ...envelope,
      status: 'not_available',
      summary: `The ${name.toLowerCase()} section could not be answered this time.`,
      data: null,
      ...explainFailure(error),
    }
  }
}

/** The reason why a section has no answer, and what to do about it. */
function explainFailure(error: unknown): FailureParts {
  if (error instanceof UpstreamFailure) return failureParts(error)
  if (error instanceof UnavailableFile)
    return {
      reason: error.sentence('the section reads'),
      hint: `Try again shortly: the section answers ${error.until}.`,
    }
  return {
    reason: 'The section failed on the data of this location.',
    hint: 'Try again; if it fails again, report the request id.',
  }
}
