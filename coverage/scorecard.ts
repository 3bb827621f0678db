import { setImmediate } from 'node:timers/promises'
import { askDossier, type Packs } from '../layers/dossier.ts'
import { LAYERS, SECTION_NAMES } from '../layers/index.ts'
import type { Outside } from '../layers/outside.ts'
import type { Section } from '../layers/section.ts'
import { areasOf, type County, type CountyFilter, countiesOf } from './counties.ts'
import { PROBE_KINDS, type Probe, probesOf } from './probes.ts'
import type { CountyScore, Scorecard, SectionScore, StatusCounts } from './scorecard-shape.ts'
import { seededRandom, seedFor } from './seeded-random.ts'

export interface ScorecardOptions extends CountyFilter {
  /** Id of the build, for the payload. */
  build: string
  /** One section; all when absent. */
  layer?: string
  seed?: number
  /** Files of the build that sections read beside its packs; no live service belongs here. */
  outside?: Outside
  /** Probes of one county at most; see `probesPerCounty`. */
  probes?: number
}

export const DEFAULT_SEED = 1
export const DEFAULT_PROBES = 300
/** All counties of an answer share these: `plat scorecard` took 0.35 s for 600 of nine sections. */
const MAX_PROBES = 9_000
/** One of each kind, whatever the number of counties. */
const MIN_PROBES_PER_COUNTY = 3
/** The event loop is given back this often, so that a scorecard is no wall for other requests. */
const SLICE_MS = 5

/** Probes of one county: a multiple of 3, fewer where many counties share the bound. */
export function probesPerCounty(counties: number, asked = DEFAULT_PROBES): number {
  const share = Math.min(asked, MAX_PROBES / Math.max(1, counties))
  return Math.max(MIN_PROBES_PER_COUNTY, Math.floor(share / 3) * 3)
}

/** The probes of a county: they depend on the seed and the county, not on the other counties. */
export function probesOfCounty(
  packs: Packs,
  county: County,
  count: number,
  seed: number,
): Generator<Probe> {
  const part = county.fips ?? county.name ?? ''
  return probesOf(areasOf(packs, county), count, seededRandom(seedFor(seed, part)))
}

/**
 * Where each section answers: dossiers are assembled at seeded probes of every county and their
 * statuses counted. It calls what the service calls, so it says what the service says.
 */
export async function scorecard(packs: Packs, options: ScorecardOptions): Promise<Scorecard> {
  const { layer, seed = DEFAULT_SEED, outside = { upstreams: null } } = options
  const names = layer === undefined ? SECTION_NAMES : [layer]
  const answering = names.filter((name) =>
    LAYERS.some(({ id, tables }) => id === name && tables.length > 0),
  )
  const counties = countiesOf(packs, options)
  const count = probesPerCounty(counties.length, options.probes)
  const scores = new Map<string, CountyScore[]>(answering.map((name) => [name, []]))
  let sliceEnd = performance.now() + SLICE_MS
  for (const county of counties) {
    const tallies = answering.map((name) => ({ name, tally: new Tally(county) }))
    for (const probe of answering.length > 0 ? probesOfCounty(packs, county, count, seed) : []) {
      const { layers } = await askDossier(packs, { ...probe, layers: answering }, outside)
      for (const { name, tally } of tallies) tally.add(probe, layers[name])
      if (performance.now() < sliceEnd) continue
      await setImmediate()
      sliceEnd = performance.now() + SLICE_MS
    }
    for (const { name, tally } of tallies) scores.get(name)!.push(tally.score())
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
    probes_per_county: count,
    sections: names.map((name) => sectionScore(name, scores.get(name))),
  }
}

function sectionScore(name: string, counties: CountyScore[] = []): SectionScore {
  const layer = LAYERS.find(({ id }) => id === name)
  if (!layer || layer.section === 'none') throw new Error(`layer ${name} has no section`)
  const statuses = noStatuses()
  for (const county of counties)
    for (const [status, number] of Object.entries(county.statuses))
      statuses[status as keyof StatusCounts] += number
  return {
    layer: name,
    name: layer.section.name,
    category: layer.section.category,
    stage: layer.tables.length > 0 ? 'answering' : 'live',
    statuses,
    counties,
  }
}

/** What one section answered in one county. */
class Tally {
  private readonly county: County
  private readonly byProbe = {
    inside: noStatuses(),
    border: noStatuses(),
    anywhere: noStatuses(),
  }
  private readonly filled = new Map<string, number>()
  private readonly sources = new Map<string, CountyScore['sources'][number]>()

  constructor(county: County) {
    this.county = county
  }

  add(probe: Probe, section: Section): void {
    this.byProbe[probe.kind][section.status]++
    if (section.status === 'available')
      for (const [field, value] of Object.entries(section.data as Record<string, unknown>))
        this.filled.set(field, (this.filled.get(field) ?? 0) + (value === null ? 0 : 1))
    const { source } = section
    if (!source) return
    const vintage = source.vintage ?? null
    const key = JSON.stringify([source.name, vintage])
    const known = this.sources.get(key) ?? { name: source.name, vintage, answers: 0 }
    known.answers++
    this.sources.set(key, known)
  }

  score(): CountyScore {
    const { name, fips, state } = this.county
    const statuses = noStatuses()
    for (const kind of PROBE_KINDS)
      for (const status of Object.keys(statuses) as (keyof StatusCounts)[])
        statuses[status] += this.byProbe[kind][status]
    const fill = [...this.filled].map(([field, number]) => [
      field,
      Number((number / statuses.available).toFixed(4)),
    ])
    return {
      name,
      fips,
      state,
      statuses,
      by_probe: this.byProbe,
      fill: Object.fromEntries(fill),
      sources: [...this.sources.values()].sort((a, b) => b.answers - a.answers),
    }
  }
}

function noStatuses(): StatusCounts {
  return { available: 0, empty: 0, not_covered: 0, not_available: 0 }
}
