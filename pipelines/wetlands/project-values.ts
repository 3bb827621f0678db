import { type Column, columnValue } from '../../layers/column-mapping.ts'
import type { WetlandMapping } from '../../layers/wetlands/mapping.ts'
import { textOf } from '../../layers/wetlands/wetland-values.ts'
import type { PackValue } from '../../packs/pack-format.ts'
import type { AttributeValue, SourceFeature } from '../stages/read-features.ts'
import type { Tally } from '../stages/tally.ts'

/** Years of the inventory's aerial photographs: 0 and 9999 mean no year. */
const FIRST_YEAR = 1930
const LAST_YEAR = 2100

/** A mapping project; projects have no ids, so the key is that of the geometry. */
export function projectValues(
  { attributes }: SourceFeature,
  { projects, status_codes }: WetlandMapping,
  tally: Tally,
): Record<string, PackValue> {
  const text = (column: Column) => noneIsNull(textOf(columnValue(attributes, column)))
  return {
    wetland_project_key: null,
    project: text(projects.project),
    is_mapped: isMapped(textOf(columnValue(attributes, projects.status)), status_codes, tally),
    image_year: yearOf(columnValue(attributes, projects.image_year), tally),
    image_date: text(projects.image_date),
    image_scale: text(projects.image_scale),
    image_type: text(projects.image_type),
    data_source: text(projects.data_source),
    supplement_url: text(projects.supplement),
  }
}

/** The inventory writes "None" for none. */
function noneIsNull(text: string | null): string | null {
  return text === 'None' ? null : text
}

/** Null without a status; land of an unknown status is not reported as mapped, and counted. */
function isMapped(
  status: string | null,
  known: Record<string, boolean>,
  tally: Tally,
): boolean | null {
  if (status === null) return null
  const code = status.toUpperCase()
  if (Object.hasOwn(known, code)) return known[code]
  tally.add('wetlands.unknown_project_status')
  return false
}

function yearOf(value: AttributeValue, tally: Tally): number | null {
  const year = Number(value ?? 0)
  if (Number.isInteger(year) && year >= FIRST_YEAR && year <= LAST_YEAR) return year
  tally.add('wetlands.project_without_image_year')
  return null
}
