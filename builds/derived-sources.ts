import { basename } from 'node:path'
import { type Box, boundsOf } from '../geometry/polygons.ts'
import { wkbToPolygons } from '../geometry/wkb.ts'
import { coverageTable } from '../layers/coverage-table.ts'
import type { StoredPartition } from './made-table.ts'
import type { MadePack, PackedPartition } from './pack-parts.ts'
import { fingerprintOf } from './partition-inputs.ts'
import { OWN_COUNTY, type TableTrace } from './traced-pack.ts'

/** Layers whose observations have an age on the date of the copy. */
export const DATED_LAYERS = ['market']

/** Where the rows of a subject searched each table. */
export type Traces = Record<string, TableTrace>

/** A Parquet file of a stored partition. */
export interface StoredFile {
  /** Name of the result in the store of partitions. */
  result: string
  file: string
  sha256: string
}

/** The rows of a partition in one table, which derived rows may depend on. */
export interface SourceRows extends PackedPartition {
  table: string
  /** Hash of the rows and of the rasters that they name. */
  content: string
  /** Hashes of those rasters. */
  rasters: string[]
  /** Null for the rows of the platform's own tables. */
  file: StoredFile | null
}

/** A row of the table of coverages. */
interface SourceCoverage {
  table: string
  partition: string
  bounds: Box | null
  content: string
}

/** The rows of a partition that searches by place can find. */
export type NearRows = Pick<SourceRows, 'table' | 'id' | 'bounds' | 'content' | 'rasters' | 'file'>

/** All that searches of some traces can find, in a form that is JSON. */
export interface FoundSources {
  /** Rows that are found by their place alone, in the order of the build. */
  rows: NearRows[]
  /** Coverages that are found so, or by such rows. */
  coverages: SourceCoverage[]
  /** Hash of the other rows and coverages. */
  others: string
}

/** What differs between the sources of two builds. */
export interface SourceChange {
  table: string
  /** The rows or the coverage of the earlier build; null where it had none. */
  before: Pick<NearRows, 'bounds'> | null
  now: Pick<NearRows, 'bounds'> | null
  /** The rows of both, where both had some. */
  rows: { before: NearRows; now: NearRows } | null
}

/** All that derived rows may depend on, in the order of a build. */
export class DerivedSources {
  /** Rows of each table by partition, in their order. */
  private readonly rows: ReadonlyMap<string, SourceRows[]>
  private readonly coverages: readonly SourceCoverage[]

  constructor(rows: readonly SourceRows[], coverages: readonly SourceCoverage[]) {
    this.rows = Map.groupBy(rows, ({ table }) => table)
    this.coverages = coverages
  }

  static of(packs: readonly MadePack[], stored: readonly StoredPartition[]): DerivedSources {
    const makers = Map.groupBy(stored, ({ value }) => value.partition)
    const rows = packs
      .filter(({ table }) => table !== coverageTable.name)
      .flatMap(({ table, partitions }) =>
        partitions.map((each) => {
          const own = makers.get(each.id) ?? []
          const rasters = own.flatMap((maker) => rastersOf(maker, table))
          const content = [each.content, ...rasters].join(' ')
          const file = own.map((maker) => storedFileOf(maker, table)).find((found) => found) ?? null
          return { ...each, table, content, rasters, file }
        }),
      )
    return new DerivedSources(rows, stored.flatMap(coveragesOf))
  }

  /** The rows of a table by partition, in their order. */
  rowsOf(table: string): SourceRows[] {
    return this.rows.get(table) ?? []
  }

  get tables(): string[] {
    return [...this.rows.keys()]
  }

  /** All rows and coverages that searches of these traces can find. */
  found(traces: Traces, own: SourceRows): FoundSources {
    const rows: NearRows[] = []
    const others: (SourceRows | SourceCoverage)[] = []
    const [near, far] = [new Set<string>(), new Set<string>()]
    for (const table of this.tables) {
      const trace = traces[table]
      for (const each of this.rowsOf(table)) {
        const name = nameOf(table, each.id)
        if (trace && (trace.isWhole || isOfCounty(each, trace, own))) {
          others.push(each)
          far.add(name)
        } else if (each === own || meets(each.bounds, trace?.box ?? null)) {
          const { id, bounds, content, rasters, file } = each
          rows.push({ table, id, bounds, content, rasters, file })
          near.add(name)
        }
      }
    }
    const searched = traces[coverageTable.name]
    const coverages: SourceCoverage[] = []
    for (const each of this.coverages) {
      const name = nameOf(each.table, each.partition)
      if (searched?.isWhole || far.has(name)) others.push(each)
      else if (near.has(name) || meets(each.bounds, searched?.box ?? null)) coverages.push(each)
    }
    return { rows, coverages, others: hashOf(others) }
  }
}

/**
 * Hash of all that was found. Rows that were derived of it are the same for as long as it is.
 */
export function contentOf({ rows, coverages, others }: FoundSources): string {
  return fingerprintOf(JSON.stringify([hashOf([...rows, ...coverages]), others]))
}

/**
 * What differs of the sources that are found by place; null where others do, or their order: of two
 * rows that are equal to a search the first is chosen.
 */
export function changesBetween(before: FoundSources, now: FoundSources): SourceChange[] | null {
  if (before.others !== now.others) return null
  const rows = paired(before.rows, now.rows, ({ table, id }) => nameOf(table, id))
  const coverages = paired(before.coverages, now.coverages, (each) =>
    nameOf(each.table, each.partition),
  )
  if (!rows || !coverages) return null
  const changes: SourceChange[] = []
  for (const [name, before, now] of rows)
    if (before?.content !== now?.content)
      changes.push({ table: tableOf(name), before, now, rows: before && now && { before, now } })
  for (const [name, before, now] of coverages) {
    if (before?.content === now?.content) continue
    changes.push({ table: coverageTable.name, before, now, rows: null })
    // A row has the coverage of its partition, wherever that lies.
    const own = rows.find(([each]) => each === name)
    if (own) changes.push({ table: tableOf(name), before: own[1], now: own[2], rows: null })
  }
  return changes
}

/** The sources of both lists by name; null where those of both are not in one order. */
function paired<Source>(
  before: readonly Source[],
  now: readonly Source[],
  keyOf: (source: Source) => string,
): [string, Source | null, Source | null][] | null {
  const earlier = new Map(before.map((each) => [keyOf(each), each]))
  const later = new Map(now.map((each) => [keyOf(each), each]))
  const inLater = [...earlier.keys()].filter((name) => later.has(name))
  const inEarlier = [...later.keys()].filter((name) => earlier.has(name))
  if (inLater.join('\n') !== inEarlier.join('\n')) return null
  const names = new Set([...earlier.keys(), ...later.keys()])
  return [...names].map((name) => [name, earlier.get(name) ?? null, later.get(name) ?? null])
}

function nameOf(table: string, id: string): string {
  return `${table}/${id}`
}

function tableOf(name: string): string {
  return name.slice(0, name.indexOf('/'))
}

function hashOf(sources: readonly (NearRows | SourceRows | SourceCoverage)[]): string {
  return fingerprintOf(JSON.stringify(sources.map(({ table, content }) => [table, content])))
}

function isOfCounty(rows: SourceRows, trace: TableTrace, own: SourceRows): boolean {
  if (trace.counties.length === 0) return false
  const { counties } = rows
  if (counties === null || own.counties === null) return true
  return trace.counties.some((each) =>
    each === OWN_COUNTY
      ? own.counties!.some((county) => counties.includes(county))
      : counties.includes(each),
  )
}

function meets(a: Box | null, b: Box | null): boolean {
  return a !== null && b !== null && a[0] <= b[2] && a[2] >= b[0] && a[1] <= b[3] && a[3] >= b[1]
}

function storedFileOf({ value, folder, files }: StoredPartition, name: string): StoredFile | null {
  const made = value.tables.find(({ table }) => table === name)
  const hashed = made && files.find(({ file }) => file === made.file)
  return hashed ? { result: basename(folder), file: hashed.file, sha256: hashed.sha256 } : null
}

function rastersOf({ value: { tables }, files }: StoredPartition, name: string): string[] {
  const named = tables.filter(({ table }) => table === name).flatMap(({ rasters }) => rasters)
  return files
    .filter(({ file }) => named.some((raster) => raster.file === file))
    .map(({ sha256 }) => sha256)
}

/**
 * The vintage, the note and the attribution are not part of the content: no derived value depends
 * on them, which `coverage-texts.test.ts` shows. The date of the copy changes with each new
 * edition, and counts only where ages are counted from it.
 */
function coveragesOf({ value }: StoredPartition): SourceCoverage[] {
  const { layer, partition, county, area_name, tables } = value
  return tables.map(({ table, coverage, source }) => {
    const { wkb, outside, evidence, has_roll, feeds_unavailable } = coverage
    const { id, title, retrieved_at } = source
    const stated = [wkb, outside, evidence, has_roll, feeds_unavailable, id, title]
    const dated = DATED_LAYERS.includes(layer) ? [retrieved_at] : []
    return {
      table,
      partition,
      bounds: wkb === null ? null : boundsOf(wkbToPolygons(Buffer.from(wkb, 'hex'))),
      content: fingerprintOf(JSON.stringify([partition, county, area_name, ...stated, ...dated])),
    }
  })
}
