import { assembleDossier, type Packs } from '../dossier.ts'
import { SECTION_NAMES } from '../index.ts'
import type { Section } from '../section.ts'
import type { AskedPoint } from './asked-point.ts'

/** What every point is asked. */
export interface Question {
  /** Section names, in the contract's order. */
  layers: readonly string[]
  includeGeometry: boolean
  /** Absent rather than false: a run that was stopped goes on by the question it kept. */
  includeAdjacent?: true
}

/** What came of a file of points; counted on over interrupted runs. */
export interface BulkCounts {
  points: number
  /** Points that could not be asked about. */
  invalid: number
  /** Sections that failed on a spot and are `not_available` there. */
  failures: number
  /** Spots by section and status. */
  sections: Record<string, Record<string, number>>
}

export function noCounts(): BulkCounts {
  return { points: 0, invalid: 0, failures: 0, sections: {} }
}

/** The sections in the contract's order: all, or those asked for. */
export function sectionsAsked(names?: readonly string[]): string[] {
  return SECTION_NAMES.filter((name) => names === undefined || names.includes(name))
}

/**
 * One point's answer: `layers` is what `GET /v1/location` answers there from the same build, but
 * that nobody asks live services. A point that could not be asked about has the API's `error` instead.
 */
export function answerPoint(
  packs: Packs,
  asked: AskedPoint,
  question: Question,
  counts: BulkCounts,
): { asked: AskedPoint; line: string; sections: Record<string, Section> | null } {
  counts.points++
  const { line, id } = asked
  const start = { line, ...(id !== undefined && { id }) }
  if ('problem' in asked) {
    counts.invalid++
    return { asked, line: JSON.stringify({ ...start, error: asked.problem }), sections: null }
  }
  const { lat, lng } = asked
  const dossier = assembleDossier(packs, { lat, lng, ...question }, () => counts.failures++)
  for (const { layer, status } of Object.values(dossier.layers)) {
    counts.sections[layer] ??= {}
    counts.sections[layer][status] = (counts.sections[layer][status] ?? 0) + 1
  }
  const query = { type: 'coordinates', lat, lng }
  return { asked, line: JSON.stringify({ ...start, query, ...dossier }), sections: dossier.layers }
}
