import type { SectionSource } from '../catalog/section-source.ts'
import type { Section } from '../layers/section.ts'

/** All sources of a section, the main one first. */
export function sourcesOf({ source, sources }: Section): SectionSource[] {
  return sources && sources.length > 0 ? sources : source ? [source] : []
}
