import { columnValue } from '../../layers/column-mapping.ts'
import type { PackValue } from '../../packs/pack-format.ts'
import { RowError } from '../../values/row-error.ts'
import type { SourceFeature } from '../stages/read-features.ts'
import type { Tally } from '../stages/tally.ts'
import type { ElectricMapping, WaterMapping } from './mapping.ts'
import { countOf, textOf } from './published-value.ts'

type Values = Record<string, PackValue>

/** A territory's row, the utility's number as its key. One without a name is a dirty row. */
export function electricValues(
  { attributes }: SourceFeature,
  { columns, null_if, types }: ElectricMapping,
  tally: Tally,
): Values {
  const text = (name: keyof typeof columns) =>
    textOf(columnValue(attributes, columns[name]), null_if)
  const [utility_id, name, type] = [text('utility_id'), text('name'), text('type')]
  if (name === null)
    throw new RowError('utilities.territory_without_name', `its number is ${utility_id}`)
  // Verbatim: an unknown kind is still the publisher's word.
  if (type !== null && !types.includes(type)) tally.add('utilities.unknown_electric_type')
  return {
    electric_territory_key: utility_id,
    utility_id,
    name,
    type,
    office_state: text('office_state'),
    holding_company: text('holding_company'),
    tagged_as: text('tagged_as'),
  }
}

/** A service area's row, the water system's number as its key. */
export function waterValues(
  { attributes }: SourceFeature,
  { columns, null_if, modeled }: WaterMapping,
  tally: Tally,
): Values {
  const text = (name: keyof typeof columns) =>
    textOf(columnValue(attributes, columns[name]), null_if)
  const [pwsid, name, basis] = [text('pwsid'), text('name'), text('basis')]
  if (name === null)
    throw new RowError('utilities.water_system_without_name', `its number is ${pwsid}`)
  const is_modeled = basis === null ? null : (modeled[basis.toUpperCase()] ?? null)
  if (basis !== null && is_modeled === null) tally.add('utilities.unknown_outline_basis')
  return {
    water_service_area_key: pwsid,
    pwsid,
    name,
    is_modeled,
    method: text('method'),
    population_served: countOf(columnValue(attributes, columns.population_served)),
    service_connections: countOf(columnValue(attributes, columns.service_connections)),
  }
}
