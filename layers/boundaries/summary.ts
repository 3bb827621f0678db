import { round } from '../../values/round.ts'
import type { BoundariesData, CountyLine } from './data.ts'

/** One sentence: county, state and ZIP, and other counties near a generalised line. */
export function summarise(data: BoundariesData, isZcta: boolean): string {
  const { state, county, zip, precision, county_line, county_distance_m } = data
  const names = [county?.name, state].filter(Boolean).join(', ')
  const area = zip === null ? '' : `, ${isZcta ? 'ZCTA' : 'ZIP'} ${zip}`
  if (county_distance_m !== undefined)
    return `In no county as drawn${area}; the nearest is ${names}, ${formatKm(county_distance_m)} away${county_line ? formatAsNear(county_line) : ''}.`
  const where = names ? `In ${names}` : 'In no county that this build knows'
  const by = precision === 'parcel' ? ', by the record of its parcel' : ''
  return `${where}${area}${by}${county_line ? formatLine(county_line) : ''}.`
}

/** Names the counties that may be right instead of the one drawn. */
function formatLine({ accuracy_m, across }: CountyLine): string {
  return `, within ${formatKm(accuracy_m)} of the line to ${formatCounties(across)}, which is drawn no more exactly than that`
}

/** Names the counties that may be right instead of the nearest one. */
function formatAsNear({ accuracy_m, across }: CountyLine): string {
  return `, and ${formatCounties(across)} at most ${formatKm(accuracy_m)} farther, which is what the lines are worth`
}

function formatCounties(across: CountyLine['across']): string {
  return across.map(({ name, state }) => (state ? `${name}, ${state}` : name)).join(' and ')
}

function formatKm(metres: number): string {
  return metres < 1_000 ? `${metres} m` : `${round(metres / 1_000, 1)} km`
}
