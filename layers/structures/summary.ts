import { round } from '../../values/round.ts'
import { recordsBuilding } from './county-record.ts'
import type { StructuresData } from './data.ts'
import type { FootprintKind } from './tables.ts'

const KIND_LEADS = { surveyed: 'Surveyed outlines', learned: 'Machine-learned footprints' }

/** One sentence; `kind` is that of the footprints, null where none is drawn. */
export function summarise(data: StructuresData, kind: FootprintKind | null): string {
  const points = data.structure_attributes.length
  const inventory =
    points > 0 ? `the structure inventory has ${formatCount(points, 'structure')}` : null
  const lead = kind
    ? `${KIND_LEADS[kind]} show ${formatBuildings(data)}, ${data.total_footprint_m2} m2 of footprint`
    : data.total_footprint_m2 === null
      ? 'No source of footprints in this build covers this location'
      : `No footprint is drawn ${formatSite(data)}`
  return `${[lead, formatRoll(data.county_record), inventory].filter(Boolean).join('; ')}.`
}

/** Counts the buildings; a neighbour's eaves count as a building that reaches onto the parcel. */
function formatBuildings(data: StructuresData): string {
  const buildings = formatCount(data.building_count, 'building')
  const mostly = data.buildings.filter(
    ({ footprint_m2, on_parcel_m2 }) =>
      on_parcel_m2 === null || round(on_parcel_m2 / footprint_m2!, 2) > 0.5,
  ).length
  if (mostly === data.building_count) return `${buildings} ${formatSite(data)}`
  return `${buildings} reaching onto this parcel, ${mostly || 'none'} for the most part`
}

function formatSite(data: StructuresData): string {
  return data.evaluated_against === 'parcel' ? 'on this parcel' : 'at this location'
}

function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

function formatRoll(record: StructuresData['county_record']): string | null {
  if (!recordsBuilding(record)) return null
  const year = record!.year_built_actual
  return year === null
    ? 'the county roll records a building'
    : `the county roll states a building of ${year}`
}
