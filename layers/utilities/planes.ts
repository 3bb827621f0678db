import type { SectionRows, TableRows } from '../location.ts'
import type { UtilitiesData } from './data.ts'

type Planes = UtilitiesData['planes']

export const TABLES = ['wastewater_parcels', 'water_service_areas', 'electric_territories'] as const

const WORDS: Record<keyof Planes, string> = {
  wastewater: 'wastewater',
  drinking_water: 'drinking water',
  electric: 'electricity',
}

export const hasRows = ({ atPoint, keyed }: TableRows) => atPoint.length + keyed.length > 0
const speaks = (rows: TableRows) => rows.coverage.length > 0 || hasRows(rows)

/** Of what any source of the build speaks at the spot. An inventory tells of both waters. */
export function planesOf(rows: SectionRows): Planes {
  const said = (isCovered: boolean) => (isCovered ? 'covered' : 'not_covered')
  const isInInventory = speaks(rows.wastewater_parcels)
  return {
    wastewater: said(isInInventory),
    drinking_water: said(isInInventory || speaks(rows.water_service_areas)),
    electric: said(speaks(rows.electric_territories)),
  }
}

/** The planes of one kind, in words. */
export function planesThatAre(planes: Planes, which: Planes[keyof Planes]): string[] {
  const names = Object.keys(WORDS) as (keyof Planes)[]
  return names.filter((name) => planes[name] === which).map((name) => WORDS[name])
}

/** The sentence of what is not covered; null where everything is. */
export function silenceOf(planes: Planes): string | null {
  const missing = planesThatAre(planes, 'not_covered')
  if (missing.length === 0) return null
  return `No source of this build speaks of ${missing.join(' or ')} here.`
}
