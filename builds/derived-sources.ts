import { type Box, boundsOf } from '../geometry/polygons.ts'
import { wkbToPolygons } from '../geometry/wkb.ts'
import { coverageTable } from '../layers/coverage-table.ts'
import type { StoredPartition } from './made-table.ts'
import type { MadePack, PackedPartition } from './pack-parts.ts'
import { fingerprintOf } from './partition-inputs.ts'
import { OWN_COUNTY, type TableTrace } from './traced-pack.ts'

/** Where the rows of a subject searched each table. */
export type Traces = Record<string, TableTrace>

/** The rows of a partition in one table, which derived rows may depend on. */
export interface SourceRows extends PackedPartition {
  table: string
  /** Hash of the rows and of the rasters that they name. */
  content: string
}

/** A row of the table of coverages. */
interface SourceCoverage {
  table: string
  partition: string
  bounds: Box | null
  content: string
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
          return { ...each, table, content: [each.content, ...rasters].join(' ') }
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

  /**
   * Marks a table as searched whole where rows were read of a partition that the searches do not
   * explain, and leaves out the numbers of partitions, which another build counts anew.
   */
  seal(traces: Traces, own: SourceRows): Traces {
    return Object.fromEntries(
      Object.entries(traces).map(([table, trace]) => {
        const rows = this.rowsOf(table)
        // The rows of the subject itself are read, not searched for.
        const isExplained = (i: number) => rows[i] === own || isRelevant(rows[i], trace, own)
        const isWhole = trace.isWhole || (rows.length > 0 && !trace.partitions.every(isExplained))
        return [table, { ...trace, isWhole, partitions: [] }]
      }),
    )
  }

  /**
   * Hash of all rows and coverages that searches of these traces can find. Rows that were derived
   * with these traces are the same for as long as it is.
   */
  dependencies(traces: Traces, own: SourceRows): string {
    const rows = this.tables.flatMap((table) => {
      const trace = traces[table]
      return trace ? this.rowsOf(table).filter((each) => isRelevant(each, trace, own)) : []
    })
    const found = new Set(rows.map(({ table, id }) => `${table}/${id}`))
    const searched = traces[coverageTable.name]
    const coverages = this.coverages.filter(
      ({ table, partition, bounds }) =>
        searched?.isWhole ||
        meets(bounds, searched?.box ?? null) ||
        found.has(`${table}/${partition}`),
    )
    const contents = [...rows, ...coverages].map(({ table, content }) => [table, content])
    return fingerprintOf(JSON.stringify(contents))
  }
}

function isRelevant(rows: SourceRows, trace: TableTrace, own: SourceRows): boolean {
  if (trace.isWhole || meets(rows.bounds, trace.box)) return true
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

function rastersOf({ value: { tables }, files }: StoredPartition, name: string): string[] {
  const named = tables.filter(({ table }) => table === name).flatMap(({ rasters }) => rasters)
  return files
    .filter(({ file }) => named.some((raster) => raster.file === file))
    .map(({ sha256 }) => sha256)
}

/**
 * The vintage, the note and the attribution are not part of the content: no derived value depends
 * on them, which `coverage-texts.test.ts` shows. Ages of observations are counted from the date of
 * the copy.
 */
function coveragesOf({ value }: StoredPartition): SourceCoverage[] {
  const { partition, county, area_name, tables } = value
  return tables.map(({ table, coverage, source }) => {
    const { wkb, outside, evidence, has_roll, feeds_unavailable } = coverage
    const { id, title, retrieved_at } = source
    const stated = [wkb, outside, evidence, has_roll, feeds_unavailable]
    return {
      table,
      partition,
      bounds: wkb === null ? null : boundsOf(wkbToPolygons(Buffer.from(wkb, 'hex'))),
      content: fingerprintOf(
        JSON.stringify([partition, county, area_name, ...stated, id, title, retrieved_at]),
      ),
    }
  })
}
