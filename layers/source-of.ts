import type { SectionSource } from '../catalog/section-source.ts'
import { joinNotes } from '../values/joined-notes.ts'
import type { Coverage } from './location.ts'
import { vintageAge } from './vintage-age.ts'

/**
 * The provenance of the partitions that contributed, in the section's shape: the first is the main one.
 * Two that would read the same are told once.
 */
export function sourcesOf(contributed: Coverage[], note?: string): SectionSource[] {
  const sources: SectionSource[] = []
  const told: Coverage[] = []
  for (const partition of contributed) {
    if (told.some((other) => readsAs(other, partition))) continue
    told.push(partition)
    const notes = joinNotes(partition.source_note, note)
    sources.push({
      name: partition.source_name,
      kind: 'archive',
      ...vintageAndAge(partition.source_vintage, partition.retrieved_at),
      attribution: partition.source_attribution,
      ...(notes && { note: notes }),
      retrieved_at: partition.retrieved_at,
    })
  }
  return sources
}

function vintageAndAge(vintage: string, retrieved_at: string) {
  const age = vintageAge(vintage, new Date(retrieved_at))
  return { vintage, ...(age !== null && { age }) }
}

function readsAs(a: Coverage, b: Coverage): boolean {
  return (
    a.source_name === b.source_name &&
    a.source_vintage === b.source_vintage &&
    a.source_note === b.source_note
  )
}

/** `source` and, where more than one contributed, `sources`. The note is of those that contributed first. */
export function provenance(contributed: Coverage[], note?: string, besides: Coverage[] = []) {
  const sources = [...sourcesOf(contributed, note), ...sourcesOf(besides)]
  return {
    ...(sources.length > 0 && { source: sources[0] }),
    ...(sources.length > 1 && { sources }),
  }
}

/**
 * The same, with the main source as old as what it says of this point: the date of a map panel, the
 * year of an image. Null where the source does not state one: the edition stays.
 */
export function datedAs(
  told: ReturnType<typeof provenance>,
  vintage: string | null,
): ReturnType<typeof provenance> {
  if (vintage === null || !told.source) return told
  const { age: _, ...main } = told.source
  const source = { ...main, ...vintageAndAge(vintage, main.retrieved_at ?? '') }
  return { source, ...(told.sources && { sources: [source, ...told.sources.slice(1)] }) }
}

/** The partition of the row that answers first: it is the main source. */
export function mainFirst(contributed: readonly Coverage[], main: unknown): Coverage[] {
  const isMain = ({ partition }: Coverage) => partition === main
  return [...contributed.filter(isMain), ...contributed.filter((each) => !isMain(each))]
}
