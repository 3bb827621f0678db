import type { Packs } from '../dossier/dossier.ts'
import type { Polygons } from '../geometry/polygons.ts'
import { LAYERS } from '../layers/index.ts'
import { isState, stateOf } from './states.ts'

/** A county of a build: all partitions that name it, of any table that a section reads. */
export interface County {
  /** Name of the county; without one, the area that the partition covers. */
  name: string
  /** Null for partitions that do not belong to one county; `name` distinguishes them. */
  fips: string | null
  /** Postal code, null without a FIPS code. */
  state: string | null
  /** Rows of the coverage table that belong to it. */
  rows: number[]
}

export interface CountyFilter {
  /** Postal code or two FIPS digits. */
  state?: string
  /** Five FIPS digits. */
  county?: string
}

/** Tables of layers without a section: sections read names from addresses, and no facts. */
const NAMING_TABLES = LAYERS.flatMap(({ tables, section }) =>
  section === 'none' ? tables.map(({ name }) => name) : [],
)
/** Tables that a section reads facts from: partitions of addresses alone show nothing. */
const READ_TABLES = new Set(
  LAYERS.flatMap(({ section }) =>
    section === 'none' ? [] : section.reads.map(({ table }) => table),
  ).filter((table) => !NAMING_TABLES.includes(table)),
)

/** The counties of a build in FIPS order, read from its coverage table. */
export function countiesOf(packs: Packs, filter: CountyFilter = {}): County[] {
  const coverage = packs.get('coverage')
  if (!coverage) return []
  const counties = new Map<string, County>()
  for (let row = 0; row < coverage.rows; row++) {
    if (!READ_TABLES.has(`${coverage.value(row, 'table_name')}`)) continue
    const fips = coverage.value(row, 'county_fips') as string | null
    const name = coverage.value(row, 'county_name') as string | null
    const state = fips === null ? null : stateOf(fips)
    if (filter.county !== undefined && fips !== filter.county) continue
    if (filter.state !== undefined && (state === null || !isState(filter.state, state))) continue
    const area = coverage.value(row, 'area_name') as string
    const key = fips ?? `~${area}`
    const county = counties.get(key) ?? { name: name ?? area, fips, state, rows: [] }
    county.rows.push(row)
    counties.set(key, county)
  }
  return [...counties].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, county]) => county)
}

/** The coverage polygons of a county's partitions. */
export function areasOf(packs: Packs, { rows }: County): Polygons[] {
  const coverage = packs.get('coverage')!
  return rows.map((row) => coverage.polygons(row))
}
