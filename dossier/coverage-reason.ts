import { coveringTables, type Layer } from '../layers/layer.ts'
import type { Answer } from '../layers/section.ts'
import { coversSection } from '../lookup/covered-areas.ts'
import type { LocationLookup } from '../lookup/location-lookup.ts'
import { formatNames } from '../values/name-list.ts'

/**
 * What the build covers, in the names of its partitions, where a section has no facts: a county of
 * which the build has one town must not read as a county that is covered.
 */
export function coverageReason(
  layer: Layer,
  place: LocationLookup,
  { status, reason }: Answer,
): { reason?: string } {
  if (status === 'empty' && reason === undefined) {
    const here = coveringTables(layer).flatMap((table) => place.coverageAt(table))
    const areas = here.filter((each) => coversSection(layer, each)).map((each) => each.area_name)
    return areas.length > 0 ? { reason: `Covered here by: ${namesOf(areas)}.` } : {}
  }
  if (status !== 'not_covered') return {}
  const areas = place.coveredAreas(layer)
  return areas.length > 0 ? { reason: `${reason} Covered in this build: ${namesOf(areas)}.` } : {}
}

function namesOf(areas: readonly string[]): string {
  return formatNames([...new Set(areas)].sort())
}
