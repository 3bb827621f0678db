/** Attributes of one polygon of S_FLD_HAZ_AR, without FEMA's sentinels. */
export interface FloodAttributes {
  /** FLD_ZONE, as FEMA spells it. */
  zone: string
  /** ZONE_SUBTY, or null. */
  subtype: string | null
  /** SFHA_TF: in the special flood hazard area. */
  isSpecialHazard: boolean
  /** STATIC_BFE in feet; null where none applies, `unknown` where one should and is not known. */
  bfeFeet: number | 'unknown' | null
  datum: 'NAVD88' | 'NGVD29' | null
  /** DEPTH in feet (zone AO), else null. */
  depthFeet: number | null
}

const attributes = (zone: string, rest: Partial<FloodAttributes> = {}): FloodAttributes => ({
  zone,
  subtype: null,
  isSpecialHazard: true,
  bfeFeet: null,
  datum: null,
  depthFeet: null,
  ...rest,
})

/** A zone with a static base flood elevation: AE, AH or VE. */
export const withBfe = (
  zone: 'AE' | 'AH' | 'VE',
  bfeFeet: number | 'unknown',
  datum: 'NAVD88' | 'NGVD29' = 'NAVD88',
): FloodAttributes => attributes(zone, { bfeFeet, datum })

export const FLOODWAY = attributes('AE', { subtype: 'FLOODWAY' })
export const ZONE_A = attributes('A')
export const SHALLOW = attributes('AO', { depthFeet: 2 })
export const SHADED_X = attributes('X', {
  subtype: '0.2 PCT ANNUAL CHANCE FLOOD HAZARD',
  isSpecialHazard: false,
})
export const LEVEE_X = attributes('X', {
  subtype: 'AREA WITH REDUCED FLOOD RISK DUE TO LEVEE',
  isSpecialHazard: false,
})
export const MINIMAL_X = attributes('X', {
  subtype: 'AREA OF MINIMAL FLOOD HAZARD',
  isSpecialHazard: false,
})
export const ZONE_D = attributes('D', { isSpecialHazard: false })
export const OPEN_WATER = attributes('OPEN WATER', { isSpecialHazard: false })
export const NOT_INCLUDED = attributes('AREA NOT INCLUDED', { isSpecialHazard: false })
