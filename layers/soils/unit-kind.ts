/** What a polygon of a soil survey is a polygon of. */
export type UnitKind = 'soil' | 'water' | 'not_surveyed'

/** The symbol of land that a survey has not completed. */
const NOT_SURVEYED_SYMBOL = 'NOTCOM'
const NOT_SURVEYED_NAME =
  /^(no digital data available|area not surveyed|not surveyed|access denied)\b/i

/** By custom; symbols are each survey's own, so that a name is believed before it. */
const WATER_SYMBOL = 'W'
/** "Water", "Water, fresh", "Census water": and not Waterboro, a soil series. */
const WATER_NAME = /^(census |miscellaneous )?water(?=$|[ ,-])/i

/** Reads the kind off a map unit's symbol and name. */
export function unitKind(symbol: string | null, name: string | null): UnitKind {
  if (symbol === NOT_SURVEYED_SYMBOL) return 'not_surveyed'
  if (name === null) return symbol === WATER_SYMBOL ? 'water' : 'soil'
  if (NOT_SURVEYED_NAME.test(name)) return 'not_surveyed'
  return WATER_NAME.test(name) ? 'water' : 'soil'
}
