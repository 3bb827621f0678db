/** Nouns of buildings that people live in. */
const DWELLINGS = new Set(
  'house home flat apartment bungalow cottage cabin villa dwelling hut chalet ranch townhouse condo condominium maisonette farmhouse mansion lodge residence rambler annexe annex duplex penthouse'.split(
    ' ',
  ),
)
/** Nouns of other buildings; some of them are rooms too. */
const OTHER_BUILDINGS = new Set(
  'building office school surgery clinic shop kindergarten nursery-school cafe café restaurant pavilion clubhouse barn hotel hostel bakery salon pharmacy warehouse chapel church hospital'.split(
    ' ',
  ),
)

export const isDwelling = (noun: string): boolean => DWELLINGS.has(noun)
export const isBuilding = (noun: string): boolean => isDwelling(noun) || OTHER_BUILDINGS.has(noun)
