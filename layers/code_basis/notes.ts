import type { SectionSource } from '../../catalog/section-source.ts'
import { joinNotes } from '../../values/joined-notes.ts'
import type { LocatedRow, TableRows } from '../location.ts'
import { sourcesOf } from '../source-of.ts'

/** What one table has to say beside its values. */
export interface TableNote {
  table: TableRows
  /** The rows whose values are given; null where none is. */
  used: readonly LocatedRow[] | null
  note: string | null
  /** Edition of the code that the rows are of: an answer's vintage names it. */
  edition?: string | null
}

/**
 * All that contributed, in the order of the notes: of a table whose rows are used those partitions, else
 * those that cover the spot. Each source carries its table's note; the first also what is said of
 * all, and the notes of tables that have no source here. Sources that would read the same are one;
 * services that were asked come last.
 */
export function provenanceOf(
  notes: readonly TableNote[],
  general: string,
  live: readonly SectionSource[] = [],
) {
  const sources: SectionSource[] = []
  const homeless: string[] = []
  for (const { table, used, note, edition } of notes) {
    const partitions = new Set(used?.map(({ row }) => row.partition))
    const contributed =
      partitions.size > 0
        ? table.contributed.filter(({ partition }) => partitions.has(partition))
        : table.coverage
    if (contributed.length === 0 && note) homeless.push(note)
    for (const source of sourcesOf(contributed, note ?? undefined)) {
      const told = { ...source, vintage: withEdition(source.vintage, edition) }
      if (!sources.some((known) => JSON.stringify(known) === JSON.stringify(told)))
        sources.push(told)
    }
  }
  sources.push(...live)
  const [main] = sources
  if (!main) return {}
  const note = joinNotes(main.note, general, ...homeless)
  const first = note === '' ? main : { ...main, note }
  return {
    source: first,
    ...(sources.length > 1 && { sources: [first, ...sources.slice(1)] }),
  }
}

/** A lock's label may be of a whole delivery: the edition of its rows stands before it. */
function withEdition(vintage: string | undefined, edition: string | null | undefined) {
  if (!edition || vintage?.includes(edition)) return vintage
  return vintage ? `${edition} (${vintage})` : edition
}
