import { round } from '../../values/round.ts'
import type { SoilsData, SoilUnit } from './data.ts'
import { describeHydrologicGroup } from './soil-codes.ts'

/** A parcel is mostly of a unit that covers more of it than this. */
const MOSTLY_PCT = 50
/** The remainder past this share is the rounding of shared borders, and is not mentioned. */
const ALL_PCT = 99.5

/**
 * Texts by the kind of a unit: `suffix` follows the symbol of a unit without a name, `instead`
 * replaces name and classes.
 */
const KIND_TEXTS: Record<SoilUnit['kind'], { suffix: string; instead: string | null }> = {
  soil: { suffix: '', instead: null },
  water: { suffix: ' (water)', instead: null },
  not_surveyed: { suffix: '', instead: 'The soil survey has not mapped this land' },
}

/** One sentence on the largest unit and the number of others. */
export function summarise({ soil_units, unmapped_pct }: SoilsData): string {
  const [first] = soil_units
  const others = soil_units.length - 1
  const rest =
    others === 0
      ? ''
      : `; ${others} other ${others === 1 ? 'map unit' : 'map units'} ${first.area_m2 === null ? 'here' : 'on the parcel'}`
  const blank =
    KIND_TEXTS[first.kind].instead === null && unmapped_pct !== null && unmapped_pct > 100 - ALL_PCT
      ? `; ${unmapped_pct} % of the parcel is not mapped`
      : ''
  const sentence = `${lead(first, others)}${rest}${blank}.`
  return sentence[0].toUpperCase() + sentence.slice(1)
}

function lead(unit: SoilUnit, others: number): string {
  const { instead } = KIND_TEXTS[unit.kind]
  if (instead !== null) return `${instead}${shareOf(unit)}`
  const pct = unit.coverage_pct
  const opening =
    pct === null || pct >= ALL_PCT || others === 0
      ? ''
      : pct > MOSTLY_PCT
        ? 'Mostly '
        : 'In its largest part '
  return `${opening}${named(unit)}${shareOf(unit)}${classesOf(unit)}`
}

/** The survey's name of a unit, or its symbol and area where the survey's tables do not name it. */
function named(unit: SoilUnit): string {
  const isNamed = unit.map_unit !== `Map unit ${unit.symbol ?? unit.mukey}`
  if (isNamed) return unit.map_unit
  const area = unit.survey_area ? ` of soil survey ${unit.survey_area}` : ''
  return `map unit ${unit.symbol ?? unit.mukey}${area}${KIND_TEXTS[unit.kind].suffix}`
}

function shareOf({ coverage_pct }: SoilUnit): string {
  return coverage_pct === null || coverage_pct >= ALL_PCT ? '' : ` (${round(coverage_pct, 0)} %)`
}

function classesOf(unit: SoilUnit): string {
  const classes = [
    unit.drainage_class?.toLowerCase(),
    unit.hydrologic_group && describeHydrologicGroup(unit.hydrologic_group),
    unit.hydric_class === 'hydric' || unit.hydric_class === 'predominantly hydric'
      ? unit.hydric_class
      : null,
  ].filter(Boolean)
  return classes.length > 0 ? `, ${classes.join(', ')}` : ''
}
