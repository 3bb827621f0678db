import type { SectionRows, TableRows } from '../location.ts'
import type { UtilitiesData } from './data.ts'

type Planes = UtilitiesData['planes']

export const TABLES = ['wastewater_parcels', 'water_service_areas', 'electric_territories'] as const

const NAMES: Record<keyof Planes, string> = {
  wastewater: 'wastewater',
  drinking_water: 'drinking water',
  electric: 'electricity',
}

export const hasRows = ({ atPoint, keyed }: TableRows) => atPoint.length + keyed.length > 0
const covers = (rows: TableRows) => rows.coverage.length > 0 || hasRows(rows)

/** Planes that any source of the build covers at the point. An inventory covers both waters. */
export function planesOf(rows: SectionRows): Planes {
  const state = (isCovered: boolean) => (isCovered ? 'covered' : 'not_covered')
  const isInInventory = covers(rows.wastewater_parcels)
  return {
    wastewater: state(isInInventory),
    drinking_water: state(isInInventory || covers(rows.water_service_areas)),
    electric: state(covers(rows.electric_territories)),
  }
}

/** Names of the planes in one state. */
export function planesThatAre(planes: Planes, which: Planes[keyof Planes]): string[] {
  const names = Object.keys(NAMES) as (keyof Planes)[]
  return names.filter((name) => planes[name] === which).map((name) => NAMES[name])
}

/** Sentence on the planes that are not covered; null where all are. */
export function notCoveredNote(planes: Planes): string | null {
  const missing = planesThatAre(planes, 'not_covered')
  if (missing.length === 0) return null
  return `No source of this build covers ${missing.join(' or ')} here.`
}
