import { coveringTables, type Layer } from '../layers/layer.ts'
import type { Answer } from '../layers/section.ts'
import { coversSection } from '../lookup/covered-areas.ts'
import type { LocationLookup } from '../lookup/location-lookup.ts'
import { formatNames } from '../values/name-list.ts'

/**
 * Adds to the reason of an answer without data the areas that the build covers: a county of which
 * the build has one town must not read as a covered county.
 */
export function withCoverageReason(layer: Layer, lookup: LocationLookup, answer: Answer): Answer {
  if (answer.status === 'empty' && answer.reason === undefined) {
    const here = coveringTables(layer).flatMap((table) => lookup.coverageAt(table))
    const areas = here.filter((each) => coversSection(layer, each)).map((each) => each.area_name)
    return areas.length > 0 ? { ...answer, reason: `Covered here by: ${namesOf(areas)}.` } : answer
  }
  if (answer.status !== 'not_covered') return answer
  const areas = lookup.coveredAreas(layer)
  if (areas.length === 0) return answer
  return { ...answer, reason: `${answer.reason} Covered in this build: ${namesOf(areas)}.` }
}

function namesOf(areas: readonly string[]): string {
  return formatNames([...new Set(areas)].sort())
}
