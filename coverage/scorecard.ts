import { setImmediate } from 'node:timers/promises'
import { UnavailableFile } from '../catalog/unavailable-file.ts'
import { buildDossier, type Packs } from '../dossier/dossier.ts'
import type { ExternalSources } from '../layers/external-sources.ts'
import { LAYERS, SECTION_NAMES } from '../layers/index.ts'
import { coveringTables, type Layer } from '../layers/layer.ts'
import { type County, type CountyFilter, countiesOf } from './counties.ts'
import { groundsOf, probesOfCounty } from './county-probes.ts'
import { CountyTally } from './county-tally.ts'
import { readsParcels } from './parcel-rows.ts'
import type { CountyScore, Scorecard, SectionScore } from './scorecard-shape.ts'
import { sumOf } from './tally.ts'

export interface ScorecardOptions extends CountyFilter {
  /** Id of the build, for the payload. */
  build: string
  /** One section; all when absent. */
  layer?: string
  seed?: number
  /**
   * Files of the build that sections read in addition to its packs; no live service belongs here.
   */
  outside?: ExternalSources
  /** Probes of one county at most; see `probesPerCounty`. */
  probes?: number
}

export const DEFAULT_SEED = 1
export const DEFAULT_PROBES = 1_500
/**
 * All counties of an answer share these: 1,500 of Penobscot County took 0.6 to 1 s
 * (`plat scorecard`).
 */
const MAX_PROBES = 9_000
/**
 * Interval at which the event loop is yielded, so that a scorecard does not block other requests.
 */
const SLICE_MS = 5

/**
 * Probes of one county by kind: fewer where many counties share the bound, one of each at least.
 */
export function probesPerCounty(counties: number, requested = DEFAULT_PROBES): Scorecard['probes'] {
  const total = Math.min(requested, MAX_PROBES / Math.max(1, counties))
  const share = (part: number) => Math.max(1, Math.floor(total * part))
  return {
    anywhere: share(2 / 3),
    inside: share(1 / 15),
    border: share(1 / 15),
    parcels: share(1 / 5),
  }
}

/**
 * Measures where each section answers: builds dossiers at seeded probes of every county and counts
 * their statuses. It calls the function that the service calls, so it counts the service's answers.
 */
export async function scorecard(packs: Packs, options: ScorecardOptions): Promise<Scorecard> {
  const { layer, seed = DEFAULT_SEED, outside = { upstreams: null } } = options
  const names = layer === undefined ? SECTION_NAMES : [layer]
  const layers = LAYERS.filter(({ id, tables }) => names.includes(id) && tables.length > 0)
  const counties = layers.length > 0 ? countiesOf(packs, options) : []
  const numbers = probesPerCounty(counties.length, options.probes)
  const pause = pauser()
  const groundOf = await groundsOf(packs, pause)
  const scores = new Map<string, CountyScore[]>(layers.map(({ id }) => [id, []]))
  for (const county of counties) {
    const scored = layers.filter((each) => isScored(packs, county, each))
    const ground = groundOf(county)
    const tally = new CountyTally(packs, county, ground)
    for (const probe of probesOfCounty(packs, county, ground, numbers, seed)) {
      const requested = idsOf('lat' in probe ? scored : scored.filter(readsParcels))
      if (requested.length === 0) break
      const query = { ...probe, layers: requested }
      tally.add(probe, await buildDossier(packs, query, outside, expectWhole))
      await pause()
    }
    for (const each of scored) scores.get(each.id)!.push(tally.score(each))
  }
  return {
    object: 'coverage_scorecard',
    build: options.build,
    filter: {
      layer: layer ?? null,
      state: options.state ?? null,
      county: options.county ?? null,
    },
    seed,
    probes_per_county: Object.values(numbers).reduce((sum, number) => sum + number),
    probes: numbers,
    sections: names.map((name) => sectionScore(name, scores.get(name))),
  }
}

/** Throws for a damaged file: no scorecard is better than one that counts it. */
export function expectWhole(_section: string, error: unknown): void {
  if (error instanceof UnavailableFile) throw error
}

/**
 * True when a section is scored in a county: every section in each, so that a county without a
 * flood study has a flood score. Partitions of no one county are scored in the sections that read
 * them.
 */
function isScored(packs: Packs, { fips, rows }: County, layer: Layer): boolean {
  if (fips !== null) return true
  const tables = [...coveringTables(layer), ...layer.tables.map(({ name }) => name)]
  return rows.some((row) => tables.includes(`${packs.get('coverage')!.value(row, 'table_name')}`))
}

/** Creates a function that yields to the event loop once every `SLICE_MS`. */
export function pauser(): () => Promise<void> {
  let sliceEnd = performance.now() + SLICE_MS
  return async () => {
    if (performance.now() < sliceEnd) return
    await setImmediate()
    sliceEnd = performance.now() + SLICE_MS
  }
}

function idsOf(layers: readonly Layer[]): string[] {
  return layers.map(({ id }) => id)
}

function sectionScore(name: string, counties: CountyScore[] = []): SectionScore {
  const layer = LAYERS.find(({ id }) => id === name)
  if (!layer || layer.section === 'none') throw new Error(`layer ${name} has no section`)
  return {
    layer: name,
    name: layer.section.name,
    category: layer.section.category,
    stage: layer.tables.length > 0 ? 'answering' : 'live',
    statuses: sumOf(counties.map(({ statuses }) => statuses)),
    counties,
  }
}
