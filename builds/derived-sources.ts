import { type Box, boundsOf } from '../geometry/polygons.ts'
import { wkbToPolygons } from '../geometry/wkb.ts'
import { coverageTable } from '../layers/coverage-table.ts'
import type { StoredPartition } from './made-table.ts'
import type { MadePack } from './pack-parts.ts'
import { fingerprintOf } from './partition-inputs.ts'
import { OWN_COUNTY, type TableTrace } from './traced-pack.ts'

/** Where the rows of a subject searched each table. */
export type Traces = Record<string, TableTrace>

/** A part of a table that derived rows may depend on. */
export interface SourcePart {
  table: string
  /** Hash of its rows and of the rasters that they name. */
  content: string
  bounds: Box | null
  /** Null where its rows may be of any county. */
  counties: string[] | null
  partitions: string[]
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
  private readonly parts: readonly SourcePart[]
  private readonly coverages: readonly SourceCoverage[]

  constructor(parts: readonly SourcePart[], coverages: readonly SourceCoverage[]) {
    this.parts = parts
    this.coverages = coverages
  }

  static of(packs: readonly MadePack[], stored: readonly StoredPartition[]): DerivedSources {
    const parts = packs
      .filter(({ table }) => table !== coverageTable.name)
      .map(({ table, sha256, bounds, counties, partitions }) => {
        const rasters = stored.flatMap((each) => rastersOf(each, table, partitions))
        return {
          table,
          content: [sha256, ...rasters].join(' '),
          bounds,
          counties,
          partitions,
        }
      })
    return new DerivedSources(parts, stored.flatMap(coveragesOf))
  }

  /** The parts of a table, in their order. */
  partsOf(table: string): SourcePart[] {
    return this.parts.filter((part) => part.table === table)
  }

  get tables(): string[] {
    return [...new Set(this.parts.map(({ table }) => table))]
  }

  /**
   * Marks a table as searched whole where rows were read from a part that the searches do not
   * explain, and leaves out the numbers of parts, which another build counts anew.
   */
  seal(traces: Traces, own: SourcePart): Traces {
    return Object.fromEntries(
      Object.entries(traces).map(([table, trace]) => {
        const parts = this.partsOf(table)
        // The rows of the subject itself are read, not searched for.
        const isExplained = (i: number) => parts[i] === own || isRelevant(parts[i], trace, own)
        const isWhole = trace.isWhole || (parts.length > 0 && !trace.parts.every(isExplained))
        return [table, { ...trace, isWhole, parts: [] }]
      }),
    )
  }

  /**
   * Hash of all parts and coverages that searches of these traces can find. Rows that were derived
   * with these traces are the same for as long as it is.
   */
  dependencies(traces: Traces, own: SourcePart): string {
    const parts = this.parts.filter((part) => {
      const trace = traces[part.table]
      return trace !== undefined && isRelevant(part, trace, own)
    })
    const searched = traces[coverageTable.name]
    const coverages = this.coverages.filter(
      ({ table, partition, bounds }) =>
        searched?.isWhole ||
        meets(bounds, searched?.box ?? null) ||
        parts.some((part) => part.table === table && part.partitions.includes(partition)),
    )
    const contents = [...parts, ...coverages].map(({ table, content }) => [table, content])
    return fingerprintOf(JSON.stringify(contents))
  }
}

function isRelevant(part: SourcePart, trace: TableTrace, own: SourcePart): boolean {
  if (trace.isWhole || meets(part.bounds, trace.box)) return true
  if (trace.counties.length === 0) return false
  const { counties } = part
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

function rastersOf(
  { value: { partition, tables }, files }: StoredPartition,
  name: string,
  partitions: readonly string[],
): string[] {
  if (!partitions.includes(partition)) return []
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
