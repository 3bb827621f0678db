/**
 * Hazus occupancy classes that the National Structure Inventory uses in `occtype`
 * (https://www.hec.usace.army.mil/confluence/nsi, table of occupancy types).
 */
const CLASSES: Record<string, string> = {
  RES1: 'single-family dwelling',
  RES2: 'manufactured home',
  RES3A: 'multi-family dwelling, 2 units',
  RES3B: 'multi-family dwelling, 3 to 4 units',
  RES3C: 'multi-family dwelling, 5 to 9 units',
  RES3D: 'multi-family dwelling, 10 to 19 units',
  RES3E: 'multi-family dwelling, 20 to 49 units',
  RES3F: 'multi-family dwelling, 50 units or more',
  RES4: 'temporary lodging',
  RES5: 'institutional dormitory',
  RES6: 'nursing home',
  COM1: 'retail trade',
  COM2: 'wholesale trade',
  COM3: 'personal and repair services',
  COM4: 'professional and technical services',
  COM5: 'bank',
  COM6: 'hospital',
  COM7: 'medical office or clinic',
  COM8: 'entertainment and recreation',
  COM9: 'theatre',
  COM10: 'parking',
  IND1: 'heavy industry',
  IND2: 'light industry',
  IND3: 'food, drugs and chemicals',
  IND4: 'metals and minerals processing',
  IND5: 'high technology',
  IND6: 'construction',
  AGR1: 'agriculture',
  REL1: 'church or non-profit',
  GOV1: 'government, general services',
  GOV2: 'government, emergency response',
  EDU1: 'school or library',
  EDU2: 'college or university',
}

/** RES1 adds its shape: `RES1-2SWB` has two stories with a basement, `SL` is a split level. */
const SHAPE = /^(?:([1-3])S|SL)(NB|WB)$/

/** Describes an occupancy code; null for an unknown one. */
export function describeOccupancy(code: string): string | null {
  const [base, shape] = splitOnce(code)
  const meaning = CLASSES[base]
  if (!meaning) return null
  if (shape === null) return meaning
  const match = base === 'RES1' ? SHAPE.exec(shape) : null
  if (!match) return null
  const [, stories, basement] = match
  const levels = stories ? `${stories} ${stories === '1' ? 'story' : 'stories'}` : 'split level'
  return `${meaning}, ${levels}, ${basement === 'WB' ? 'with' : 'no'} basement`
}

function splitOnce(code: string): [string, string | null] {
  const dash = code.indexOf('-')
  return dash < 0 ? [code, null] : [code.slice(0, dash), code.slice(dash + 1)]
}
