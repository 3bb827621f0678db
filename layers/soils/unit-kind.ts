/** Kind of land of a polygon of a soil survey. */
export type UnitKind = 'soil' | 'water' | 'not_surveyed'

/** The symbol of land that a survey has not completed. */
const NOT_SURVEYED_SYMBOL = 'NOTCOM'
const NOT_SURVEYED_NAME =
  /^(no digital data available|area not surveyed|not surveyed|access denied)\b/i

/** Symbol of water by convention. Symbols differ between surveys, so the name decides first. */
const WATER_SYMBOL = 'W'
/** "Water", "Water, fresh", "Census water": and not Waterboro, a soil series. */
const WATER_NAME = /^(census |miscellaneous )?water(?=$|[ ,-])/i

/** Finds the kind of a map unit from its symbol and name. */
export function unitKind(symbol: string | null, name: string | null): UnitKind {
  if (symbol === NOT_SURVEYED_SYMBOL) return 'not_surveyed'
  if (name === null) return symbol === WATER_SYMBOL ? 'water' : 'soil'
  if (NOT_SURVEYED_NAME.test(name)) return 'not_surveyed'
  return WATER_NAME.test(name) ? 'water' : 'soil'
}
