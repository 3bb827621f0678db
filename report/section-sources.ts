import type { SectionSource } from '../catalog/section-source.ts'
import type { Section } from '../layers/section.ts'

/**
 * All sources of a section, the main one first. A sentence that several notes have, such as one
 * about the whole section, stands in the first of them.
 */
export function sourcesOf({ source, sources }: Section): SectionSource[] {
  const all = sources && sources.length > 0 ? sources : source ? [source] : []
  const seen = new Set<string>()
  return all.map((each) => {
    if (each.note === undefined) return each
    const sentences = noteSentences(each).filter((sentence) => !seen.has(sentence))
    for (const sentence of sentences) seen.add(sentence)
    const { note: _, ...rest } = each
    return sentences.length > 0 ? { ...rest, note: sentences.join(' ') } : rest
  })
}

/** The sentences of a source's note. */
export function noteSentences({ note }: Pick<SectionSource, 'note'>): string[] {
  return note?.split(SENTENCES) ?? []
}

/** Between a full stop and the next sentence. */
const SENTENCES = /(?<=\.) (?=[A-Z])/
