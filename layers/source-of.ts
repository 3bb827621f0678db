import type { SectionSource } from '../catalog/section-source.ts'
import { joinNotes } from '../values/joined-notes.ts'
import type { Coverage } from './location.ts'
import { vintageAge } from './vintage-age.ts'

/**
 * Formats the provenance of the partitions that contributed to a section, the main one first. Of
 * several that would read the same, one is listed.
 */
export function sourcesOf(contributed: Coverage[], note?: string): SectionSource[] {
  const sources: SectionSource[] = []
  const listed: Coverage[] = []
  for (const partition of contributed) {
    if (listed.some((other) => readsAs(other, partition))) continue
    listed.push(partition)
    const notes = joinNotes(partition.source_note, note)
    sources.push({
      ...describe(partition),
      ...(notes && { note: notes }),
      retrieved_at: partition.retrieved_at,
    })
  }
  return sources
}

/** The members that come before the notes of a source: the same in every dossier. */
const described = new WeakMap<Coverage, Omit<SectionSource, 'note' | 'retrieved_at'>>()

function describe(partition: Coverage): Omit<SectionSource, 'note' | 'retrieved_at'> {
  const known = described.get(partition)
  if (known) return known
  const description = {
    name: partition.source_name,
    kind: 'archive' as const,
    ...vintageAndAge(partition.source_vintage, partition.retrieved_at),
    attribution: partition.source_attribution,
  }
  described.set(partition, description)
  return description
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

/**
 * Builds `source` and, where there are several, `sources`. The note belongs to `contributed`;
 * `others` follow without it.
 */
export function provenance(contributed: Coverage[], note?: string, others: Coverage[] = []) {
  return sourceFields([...sourcesOf(contributed, note), ...sourcesOf(others)])
}

/** `source`, the first one, and `sources` where there are several; no fields without any. */
export function sourceFields(sources: SectionSource[]) {
  return {
    ...(sources.length > 0 && { source: sources[0] }),
    ...(sources.length > 1 && { sources }),
  }
}

/**
 * Gives the main source the vintage of its data at this point: the date of a map panel, the year of
 * an image. With null, where the source does not state one, the vintage of the edition stays.
 */
export function datedAs(
  sources: ReturnType<typeof provenance>,
  vintage: string | null,
): ReturnType<typeof provenance> {
  if (vintage === null || !sources.source) return sources
  const { age: _, ...main } = sources.source
  const source = { ...main, ...vintageAndAge(vintage, main.retrieved_at ?? '') }
  return { source, ...(sources.sources && { sources: [source, ...sources.sources.slice(1)] }) }
}

/** Puts the partition of the answering row first: it is the main source. */
export function mainFirst(contributed: readonly Coverage[], main: unknown): Coverage[] {
  const isMain = ({ partition }: Coverage) => partition === main
  return [...contributed.filter(isMain), ...contributed.filter((each) => !isMain(each))]
}
