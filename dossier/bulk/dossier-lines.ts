import { SECTION_NAMES } from '../../layers/index.ts'
import type { Section } from '../../layers/section.ts'
import type { OpenRasters } from '../../rasters/open-rasters.ts'
import { buildDossier, type Packs } from '../dossier.ts'
import type { InputPoint } from './input-point.ts'

/** The query that is run at every point. */
export interface BulkQuery {
  /** Section names, in the contract's order. */
  layers: readonly string[]
  includeGeometry: boolean
  /**
   * Absent rather than false: an interrupted run continues only with the query in its state file.
   */
  includeAdjacent?: true
}

/** Counts of a file of points, continued over interrupted runs. */
export interface BulkCounts {
  points: number
  /** Invalid points. */
  invalid: number
  /** Points whose latitude and longitude may be swapped. */
  swapped: number
  /** Sections that failed at a point and are `not_available` there. */
  failures: number
  /** Points by section and status. */
  sections: Record<string, Record<string, number>>
}

export function noCounts(): BulkCounts {
  return { points: 0, invalid: 0, swapped: 0, failures: 0, sections: {} }
}

/** Lists sections in the contract's order: all, or the requested ones. */
export function requestedSections(names?: readonly string[]): string[] {
  return SECTION_NAMES.filter((name) => names === undefined || names.includes(name))
}

/** A point with its output line; `sections` is null for an invalid point. */
export interface AnsweredPoint {
  point: InputPoint
  line: string
  sections: Record<string, Section> | null
  /** Warning about the coordinates; absent where there is none. */
  warning?: string
}

/**
 * Answers one point. `layers` is the same as in `GET /v1/location` from the same build without live
 * services and terrain. An invalid point has the API's `error` instead.
 */
export async function answerPoint(
  packs: Packs,
  rasters: OpenRasters,
  point: InputPoint,
  bulkQuery: BulkQuery,
  counts: BulkCounts,
): Promise<AnsweredPoint> {
  counts.points++
  const { line, id } = point
  const start = { line, ...(id !== undefined && { id }) }
  if ('problem' in point) {
    counts.invalid++
    if (point.isSwapped) counts.swapped++
    return { point, line: JSON.stringify({ ...start, error: point.problem }), sections: null }
  }
  const { lat, lng } = point
  const external = { upstreams: null, rasters }
  const query = { lat, lng, ...bulkQuery }
  const dossier = await buildDossier(packs, query, external, () => counts.failures++)
  const warning = dossier.warnings?.[0].message
  if (warning !== undefined) counts.swapped++
  for (const { layer, status } of Object.values(dossier.layers)) {
    counts.sections[layer] ??= {}
    counts.sections[layer][status] = (counts.sections[layer][status] ?? 0) + 1
  }
  const way = { type: 'coordinates', lat, lng }
  const text = JSON.stringify({ ...start, query: way, ...dossier })
  return { point, line: text, sections: dossier.layers, ...(warning !== undefined && { warning }) }
}
