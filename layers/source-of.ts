import type { Coverage } from './location.ts'
import type { SectionSource } from './section.ts'

/**
 * The provenance of the partitions that spoke, in the section's shape: the first is the main one.
 * Two that would read the same are told once.
 */
export function sourcesOf(spoke: Coverage[], note?: string): SectionSource[] {
  const seen = new Set<string>()
  const sources: SectionSource[] = []
  for (const partition of spoke) {
    const { source_name, source_vintage, source_note } = partition
    const told = JSON.stringify([source_name, source_vintage, source_note])
    if (seen.has(told)) continue
    seen.add(told)
    const notes = [partition.source_note, note].filter(Boolean)
    sources.push({
      name: partition.source_name,
      kind: 'archive',
      vintage: partition.source_vintage,
      attribution: partition.source_attribution,
      ...(notes.length > 0 && { note: notes.join(' ') }),
      retrieved_at: partition.retrieved_at,
    })
  }
  return sources
}

/** `source` and, where more than one spoke, `sources`. */
export function provenance(spoke: Coverage[], note?: string) {
  const sources = sourcesOf(spoke, note)
  return {
    ...(sources.length > 0 && { source: sources[0] }),
    ...(sources.length > 1 && { sources }),
  }
}
