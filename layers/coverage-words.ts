import { standsFor } from './covered-areas.ts'
import { coveringTables, type Layer } from './layer.ts'
import { formatNames } from './name-list.ts'
import type { Place } from './place.ts'
import type { Answer } from './section.ts'

/**
 * What the build covers, in the names of its partitions, where a section has no facts: a county of
 * which the build has one town must not read as a county that is covered.
 */
export function coverageWords(
  layer: Layer,
  place: Place,
  { status, reason }: Answer,
): { reason?: string } {
  if (status === 'empty' && reason === undefined) {
    const here = coveringTables(layer).flatMap((table) => place.coverageAt(table))
    const areas = here.filter((each) => standsFor(layer, each)).map((each) => each.area_name)
    return areas.length > 0 ? { reason: `Covered here by: ${namesOf(areas)}.` } : {}
  }
  if (status !== 'not_covered') return {}
  const areas = place.coveredAreas(layer)
  return areas.length > 0 ? { reason: `${reason} Covered in this build: ${namesOf(areas)}.` } : {}
}

function namesOf(areas: readonly string[]): string {
  return formatNames([...new Set(areas)].sort())
}
