/** A code as the map of the county has it, with the publisher's label. */
export interface WetlandCode {
  /** ATTRIBUTE, verbatim; null where the agency left it out. */
  code: string | null
  /** WETLAND_TY, one of the NWI's eight labels. */
  label: string
  /**
   * Open water by system and class (FGDC-STD-004-2013): an unconsolidated bottom is always under
   * water. null: the code does not state it.
   */
  isOpenWater: boolean | null
}

const vegetated = (code: string, label: string): WetlandCode => ({
  code,
  label,
  isOpenWater: false,
})
const water = (code: string, label: string): WetlandCode => ({ code, label, isOpenWater: true })

const WOODED = 'Freshwater Forested/Shrub Wetland'
const EMERGENT = 'Freshwater Emergent Wetland'

export const FOREST = vegetated('PFO1E', WOODED)
/** The digit zero where the letter O belongs, as in real files. */
export const MISTYPED_FOREST = vegetated('PF01E', WOODED)
export const SHRUB = vegetated('PSS1C', WOODED)
export const SHRUB_AND_EMERGENT = vegetated('PSS1/EM1E', WOODED)
export const EMERGENT_MARSH = vegetated('PEM1C', EMERGENT)
export const SALT_MARSH = vegetated('E2EM1P', 'Estuarine and Marine Wetland')
export const FARMED = vegetated('Pf', 'Other')
export const POND = water('PUBHh', 'Freshwater Pond')
export const LAKE = water('L1UBH', 'Lake')
export const RIVER = water('R2UBH', 'Riverine')
export const ESTUARY = water('E1UBL', 'Estuarine and Marine Deepwater')
export const SEA = water('M1UBL', 'Estuarine and Marine Deepwater')
export const UNCODED: WetlandCode = { code: null, label: EMERGENT, isOpenWater: null }
/** A code that is in no table. */
export const UNKNOWN: WetlandCode = { code: 'XQ9Z', label: 'Other', isOpenWater: null }
