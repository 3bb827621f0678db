import { coveringTables, type Layer } from '../layers/layer.ts'
import type { Answer } from '../layers/section.ts'
import { coversSection } from '../lookup/covered-areas.ts'
import type { LocationLookup } from '../lookup/location-lookup.ts'
import { formatNames } from '../values/name-list.ts'

/**
 * Names the areas that the build covers where a section has no data: a county of which the build
 * has one town must not read as a covered county.
 */
export function coverageReason(
  layer: Layer,
  lookup: LocationLookup,
  { status, reason }: Answer,
): { reason?: string } {
  if (status === 'empty' && reason === undefined) {
    const here = coveringTables(layer).flatMap((table) => lookup.coverageAt(table))
    const areas = here.filter((each) => coversSection(layer, each)).map((each) => each.area_name)
    return areas.length > 0 ? { reason: `Covered here by: ${namesOf(areas)}.` } : {}
  }
  if (status !== 'not_covered') return {}
  const areas = lookup.coveredAreas(layer)
  return areas.length > 0 ? { reason: `${reason} Covered in this build: ${namesOf(areas)}.` } : {}
}

function namesOf(areas: readonly string[]): string {
  return formatNames([...new Set(areas)].sort())
}
