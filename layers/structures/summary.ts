import { round } from '../../values/round.ts'
import { recordsBuilding } from './county-record.ts'
import type { StructuresData } from './data.ts'
import type { FootprintKind } from './tables.ts'

const KIND_LEADS = { surveyed: 'Surveyed outlines', learned: 'Outlines from imagery' }

/** One sentence; `kind` is that of the footprints, null where none is drawn. */
export function summarise(data: StructuresData, kind: FootprintKind | null): string {
  const points = data.structure_attributes.length
  const inventory =
    points > 0 ? `the structure inventory has ${formatCount(points, 'structure')}` : null
  const lead = kind
    ? formatBuildings(data, KIND_LEADS[kind])
    : data.total_footprint_m2 === null
      ? 'No source of footprints in this build covers this location'
      : `No footprint is drawn ${formatSite(data)}`
  return `${[lead, formatRoll(data.county_record), inventory].filter(Boolean).join('; ')}.`
}

const LIST = new Intl.ListFormat('en')
/** Buildings of which no more than this share stands on the parcel are a neighbor's: eaves. */
const EAVES_SHARE_MAX = 0.1

/** Counts the buildings on the parcel, those that stand across its line, and eaves of others. */
function formatBuildings(data: StructuresData, lead: string): string {
  const shares = data.buildings.map(({ footprint_m2, on_parcel_m2 }) =>
    on_parcel_m2 === null ? 1 : round(on_parcel_m2 / footprint_m2!, 2),
  )
  const eaves = data.buildings.filter((_, i) => shares[i] <= EAVES_SHARE_MAX)
  const across = shares.filter((share) => share > EAVES_SHARE_MAX && share <= 0.5).length
  const own = data.building_count - across - eaves.length
  const parts = eaves.length === 1 ? 'part of' : 'parts of'
  const neighbors = `${parts} ${formatCount(eaves.length, 'neighboring building')}`
  if (own + across === 0) {
    const on_parcel_m2 = eaves.reduce((sum, each) => sum + each.on_parcel_m2!, 0)
    const overlap = eaves.length === 1 ? 'overlaps' : 'overlap'
    return `P${neighbors.slice(1)} ${overlap} this parcel (${round(on_parcel_m2, 1)} m2)`
  }
  const counted = [
    ...(own > 0 ? [`${formatCount(own, 'building')} ${formatSite(data)}`] : []),
    ...(across > 0 ? [`${formatCount(across, 'building')} partly on it`] : []),
    ...(eaves.length > 0 ? [neighbors] : []),
  ]
  if (own === 0) counted[0] = `${formatCount(across, 'building')} partly on this parcel`
  return `${lead} show ${LIST.format(counted)}, ${data.total_footprint_m2} m2 of footprint`
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
    ? 'the assessment roll records a building'
    : `the assessment roll states a building of ${year}`
}
