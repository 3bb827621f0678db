import type { Section } from '../layers/section.ts'
import { formatDate } from './facts.ts'
import { sentenceWithNames } from './title-case.ts'
import { sentenceInSystem, type UnitSystem } from './units.ts'

/**
 * The sentence of a section for people: measures in their system, names of publishers in title
 * case, and days written out.
 */
export function summaryText(
  { summary, data }: Pick<Section, 'summary' | 'data'>,
  system: UnitSystem,
): string {
  const text = sentenceInSystem(sentenceWithNames(summary, data), system)
  return text.replace(/\b\d{4}-\d\d-\d\d\b/g, (day) => formatDate(day) ?? day)
}
