import type { SectionSource } from '../../catalog/section-source.ts'
import { joinNotes } from '../../values/joined-notes.ts'
import type { LocatedRow, TableRows } from '../location.ts'
import { sourcesOf } from '../source-of.ts'

/** The rows of one table that are used, and its note. */
export interface TableNote {
  table: TableRows
  /** The rows whose values are given; null where none is. */
  used: readonly LocatedRow[] | null
  note: string | null
  /** Edition of the code that the rows are of: an answer's vintage names it. */
  edition?: string | null
}

/**
 * Lists the sources in the order of the notes: the partitions of a table's used rows, else those
 * that cover the point. Each source has its table's note; the first also has the general note and
 * the notes of tables without a source here. Equal sources are one; live services come last.
 */
export function provenanceOf(
  notes: readonly TableNote[],
  general: string,
  live: readonly SectionSource[] = [],
) {
  // By their JSON: equal sources are one.
  const bySource = new Map<string, SectionSource>()
  const unplaced: string[] = []
  for (const { table, used, note, edition } of notes) {
    const partitions = new Set(used?.map(({ row }) => row.partition))
    const contributed =
      partitions.size > 0
        ? table.contributed.filter(({ partition }) => partitions.has(partition))
        : table.coverage
    if (contributed.length === 0 && note) unplaced.push(note)
    for (const source of sourcesOf(contributed, note ?? undefined)) {
      const dated = { ...source, vintage: withEdition(source.vintage, edition) }
      const json = JSON.stringify(dated)
      if (!bySource.has(json)) bySource.set(json, dated)
    }
  }
  const sources = [...bySource.values(), ...live]
  const [main] = sources
  if (!main) return {}
  const note = joinNotes(main.note, general, ...unplaced)
  const first = note === '' ? main : { ...main, note }
  return {
    source: first,
    ...(sources.length > 1 && { sources: [first, ...sources.slice(1)] }),
  }
}

/** Vintage with the edition of the rows before it: a lock's label may be of a whole delivery. */
function withEdition(vintage: string | undefined, edition: string | null | undefined) {
  if (!edition || vintage?.includes(edition)) return vintage
  return vintage ? `${edition} (${vintage})` : edition
}
