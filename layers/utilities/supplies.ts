import { distinct } from '../../values/distinct.ts'
import { compareText } from '../../values/text-order.ts'
import type { LocatedRow, Row } from '../location.ts'
import type { UtilitiesData } from './data.ts'

type WaterSystems = UtilitiesData['water_systems']

export function textOf(row: Row | null, column: string): string | null {
  return (row?.[column] ?? null) as string | null
}

/** Drinking water from the parcel's own record, else from the areas around it. */
export function drinkingWaterOf(
  record: Row | null,
  systems: WaterSystems,
): Pick<UtilitiesData, 'drinking_water' | 'drinking_water_from'> {
  const recorded = textOf(record, 'drinking_water')
  if (recorded !== null) return { drinking_water: recorded, drinking_water_from: 'inventory' }
  if (systems.length === 0) return { drinking_water: null, drinking_water_from: null }
  const names = [...new Set(systems.map(({ name }) => name))]
  return { drinking_water: names.join('; '), drinking_water_from: 'service_area' }
}

/** Water systems: areas that somebody drew before those of a model, then by name and number. */
export function waterSystemsOf(found: readonly LocatedRow[]): WaterSystems {
  const systems = found.map(({ row }) => ({
    pwsid: textOf(row, 'pwsid'),
    name: `${row.name}`,
    is_modeled: row.is_modeled as boolean | null,
  }))
  return distinct(systems).sort(
    (a, b) =>
      Number(a.is_modeled ?? true) - Number(b.is_modeled ?? true) ||
      compareText(a.name, b.name) ||
      compareText(JSON.stringify(a), JSON.stringify(b)),
  )
}

/** Every territory that holds the point: the source does not state which of them serves it. */
export function providersOf(found: readonly LocatedRow[]): UtilitiesData['electric_providers'] {
  const providers = found.map(({ row }) => ({
    name: `${row.name}`,
    type: textOf(row, 'type'),
    utility_id: textOf(row, 'utility_id'),
    tagged_as: textOf(row, 'tagged_as'),
  }))
  return distinct(providers).sort(
    (a, b) => compareText(a.name, b.name) || compareText(JSON.stringify(a), JSON.stringify(b)),
  )
}
