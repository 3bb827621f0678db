import type { LotSide } from '../../layers/parcel/data.ts'
import type { ZoningData } from '../../layers/zoning/data.ts'
import { formatNumber, inSystem, type UnitSystem } from '../units.ts'

/** The international foot. */
const M_PER_FT = 0.3048
type Role = 'front' | 'side' | 'rear'
const ROLES: Role[] = ['front', 'side', 'rear']

/** Metres that the zoning states for a side; null where it has none or its role is not known. */
export function setbackOf({ role }: Pick<LotSide, 'role'>, zoning: ZoningData | null) {
  if (!zoning?.setbacks || role === null || role === 'street') return null
  const feet = zoning.setbacks[`${role}_ft`]
  return feet === null ? null : feet * M_PER_FT
}

/** The setbacks that the data state, or that they state none; and whether they are drawn. */
export function setbackSentences(
  sides: readonly Pick<LotSide, 'role'>[],
  zoning: ZoningData | null,
  system: UnitSystem,
): string[] {
  if (!zoning) return ['No zoning of this lot is known here, and so no setbacks.']
  const { setbacks, district, dimensional_source: source, dimensional_note: note } = zoning
  if (!setbacks || ROLES.every((role) => setbacks[`${role}_ft`] === null)) {
    const code = zoning.land_development_code_url
    const where = code ? `: see the code of ${zoning.jurisdiction}, ${code}` : ''
    const why = note ? ` Its conditions: ${note}` : ''
    return [`This build has no setback distances for zone ${district}${where}.${why}`]
  }
  const stated = ROLES.map((role) => {
    const feet = setbacks[`${role}_ft`]
    return feet === null ? `${role} not a plain number` : `${role} ${formatFeet(feet, system)}`
  })
  const from = source ? ` by ${source.section}` : ''
  const conditions = note ? ` ${note}` : ''
  return [
    `Setbacks of zone ${district}${from}: ${stated.join(', ')}.${conditions}`,
    ...drawnSentence(sides),
    ...othersSentence(zoning),
  ]
}

function drawnSentence(sides: readonly Pick<LotSide, 'role'>[]): string[] {
  if (sides.some(({ role }) => role === 'front'))
    return ['The bands show them from lines as the street implies their kind; the code decides.']
  const why = sides.some(({ role }) => role === 'street')
    ? 'the lot lies at streets in several directions, and the code decides which line is the front'
    : 'no street is known at the lot, and so not which line is the front'
  return [`They are not drawn: ${why}.`]
}

/** Other base districts on the lot have rules of their own. */
function othersSentence({ districts_on_parcel, district }: ZoningData): string[] {
  const others = (districts_on_parcel ?? []).filter(
    (each) => !each.is_overlay && each.district !== district,
  )
  if (others.length === 0) return []
  const names = others.map((each) => each.district).join(', ')
  return [`Parts of the lot are in ${names}, which may have other setbacks.`]
}

function formatFeet(feet: number, system: UnitSystem): string {
  const { value, unit } = inSystem({ value: feet, unit: 'ft' }, system)
  return `${formatNumber(value, 1)} ${unit}`
}
