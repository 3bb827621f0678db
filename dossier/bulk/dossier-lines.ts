import { SECTION_NAMES } from '../../layers/index.ts'
import type { Section } from '../../layers/section.ts'
import type { OpenRasters } from '../../rasters/open-rasters.ts'
import { buildDossier, type Packs } from '../dossier.ts'
import type { InputPoint } from './input-point.ts'

/** What every point is asked. */
export interface BulkQuery {
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
  /** Points of which latitude and longitude may be swapped. */
  swapped: number
  /** Sections that failed on a spot and are `not_available` there. */
  failures: number
  /** Spots by section and status. */
  sections: Record<string, Record<string, number>>
}

export function noCounts(): BulkCounts {
  return { points: 0, invalid: 0, swapped: 0, failures: 0, sections: {} }
}

/** The sections in the contract's order: all, or those asked for. */
export function requestedSections(names?: readonly string[]): string[] {
  return SECTION_NAMES.filter((name) => names === undefined || names.includes(name))
}

/** A point with its line; `sections` is null for one that could not be asked about. */
export interface AnsweredPoint {
  asked: InputPoint
  line: string
  sections: Record<string, Section> | null
  /** What to check about the coordinates; absent where there is nothing. */
  warning?: string
}

/**
 * One point's answer: `layers` is what `GET /v1/location` answers there from the same build where it
 * asks no live service and makes no terrain. A point that could not be asked about has the API's
 * `error` instead.
 */
export async function answerPoint(
  packs: Packs,
  rasters: OpenRasters,
  asked: InputPoint,
  question: BulkQuery,
  counts: BulkCounts,
): Promise<AnsweredPoint> {
  counts.points++
  const { line, id } = asked
  const start = { line, ...(id !== undefined && { id }) }
  if ('problem' in asked) {
    counts.invalid++
    if (asked.isSwapped) counts.swapped++
    return { asked, line: JSON.stringify({ ...start, error: asked.problem }), sections: null }
  }
  const { lat, lng } = asked
  const outside = { upstreams: null, rasters }
  const query = { lat, lng, ...question }
  const dossier = await buildDossier(packs, query, outside, () => counts.failures++)
  const warning = dossier.warnings?.[0].message
  if (warning !== undefined) counts.swapped++
  for (const { layer, status } of Object.values(dossier.layers)) {
    counts.sections[layer] ??= {}
    counts.sections[layer][status] = (counts.sections[layer][status] ?? 0) + 1
  }
  const way = { type: 'coordinates', lat, lng }
  const text = JSON.stringify({ ...start, query: way, ...dossier })
  return { asked, line: text, sections: dossier.layers, ...(warning !== undefined && { warning }) }
}
