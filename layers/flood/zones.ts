import { RowError } from '../../values/row-error.ts'

/** Risks of FEMA zones, from the worst to the least. */
export const RISKS = [
  'high_coastal',
  'high',
  'undetermined',
  'moderate',
  'minimal',
  'water',
  'unmapped',
] as const
export type Risk = (typeof RISKS)[number]

/**
 * FEMA flood zones, as the NFHL table S_FLD_HAZ_AR spells them in FLD_ZONE (FIRM Database
 * Technical Reference, domain D_Zone). A person has to decide on an unknown code.
 */
const ZONES: Record<string, { risk: Risk; meaning: string }> = {
  V: {
    risk: 'high_coastal',
    meaning: '1 % annual chance, coastal storm waves; no base flood elevation determined',
  },
  VE: {
    risk: 'high_coastal',
    meaning: '1 % annual chance, coastal storm waves',
  },
  A: { risk: 'high', meaning: '1 % annual chance; no base flood elevation determined' },
  AE: { risk: 'high', meaning: '1 % annual chance' },
  AH: {
    risk: 'high',
    meaning: '1 % annual chance, shallow ponding of 1 to 3 feet',
  },
  AO: {
    risk: 'high',
    meaning: '1 % annual chance, shallow sheet flow of 1 to 3 feet',
  },
  AR: {
    risk: 'high',
    meaning:
      'flooding again possible while a decertified flood protection system is being restored',
  },
  A99: {
    risk: 'high',
    meaning: '1 % annual chance, to be protected by a federal levee under construction',
  },
  D: { risk: 'undetermined', meaning: 'flood hazard undetermined: possible, but not studied' },
  X: { risk: 'minimal', meaning: 'outside the 1 % annual chance floodplain' },
  'OPEN WATER': { risk: 'water', meaning: 'FEMA assigns no flood zone here' },
  // Starts with A, and is not zone A.
  'AREA NOT INCLUDED': {
    risk: 'unmapped',
    meaning: 'the flood study leaves it out and the risk is not known',
  },
}

const SHADED_X = '0.2 PCT ANNUAL CHANCE FLOOD HAZARD'
export const MINIMAL_X = 'AREA OF MINIMAL FLOOD HAZARD'

/**
 * Zone subtypes that change the meaning of their zone (domain D_Zone_Subtype). Others are stored
 * verbatim and change nothing. `rank` moves a row within its risk: lower is worse.
 */
const SUBTYPES: Record<string, { risk?: Risk; rank: number; meaning: string }> = {
  FLOODWAY: { rank: -1, meaning: 'regulatory floodway' },
  'FLOODWAY CONTAINED IN CHANNEL': {
    rank: -1,
    meaning: 'regulatory floodway, contained in the channel',
  },
  'FLOODWAY CONTAINED IN STRUCTURE': {
    rank: -1,
    meaning: 'regulatory floodway, contained in a structure',
  },
  'NARROW FLOODWAY': { rank: -1, meaning: 'regulatory floodway, too narrow to draw to scale' },
  'COLORADO RIVER FLOODWAY': { rank: -1, meaning: 'Colorado River floodway' },
  'ADMINISTRATIVE FLOODWAY': { rank: -1, meaning: 'administrative floodway' },
  'RIVERINE FLOODWAY SHOWN IN COASTAL ZONE': {
    rank: -1,
    meaning: 'riverine floodway in a coastal zone',
  },
  [SHADED_X]: { risk: 'moderate', rank: 0, meaning: '0.2 % annual chance flooding (shaded X)' },
  '1 PCT DEPTH LESS THAN 1 FOOT': {
    risk: 'moderate',
    rank: 1,
    meaning: '1 % annual chance flooding less than 1 foot deep (shaded X)',
  },
  '1 PCT DRAINAGE AREA LESS THAN 1 SQUARE MILE': {
    risk: 'moderate',
    rank: 2,
    meaning: '1 % annual chance flooding from a drainage area under 1 square mile (shaded X)',
  },
  '1 PCT FUTURE CONDITIONS': {
    risk: 'moderate',
    rank: 3,
    meaning: '1 % annual chance flooding under future conditions (shaded X)',
  },
  'AREA WITH REDUCED FLOOD RISK DUE TO LEVEE': {
    risk: 'moderate',
    rank: 4,
    meaning: 'reduced flood risk due to a levee, which can fail or be overtopped',
  },
  [MINIMAL_X]: { risk: 'minimal', rank: 0, meaning: 'minimal flood hazard' },
}

export interface ZoneClass {
  zone: string
  zone_subtype: string | null
}

/** The zone in the set's own spelling. Throws `RowError` for an unknown one. */
export function knownZone(code: string): string {
  const zone = code.trim().toUpperCase()
  if (!Object.hasOwn(ZONES, zone))
    throw new RowError('flood.unknown_zone', `FLD_ZONE ${JSON.stringify(code)}`)
  return zone
}

/** True when the subtype's meaning is known; others are stored and shown verbatim. */
export function knowsSubtype(subtype: string): boolean {
  return Object.hasOwn(SUBTYPES, subtype.toUpperCase())
}

/**
 * The risk of a zone, its subtype considered: X means two things. A page may be older than the
 * service: a zone that it does not know is undetermined.
 */
export function riskOf({ zone, zone_subtype }: ZoneClass): Risk {
  if (zone !== 'X' || !zone_subtype)
    return Object.hasOwn(ZONES, zone) ? ZONES[zone].risk : 'undetermined'
  // An unknown subtype marks something special: its risk is not minimal.
  return SUBTYPES[zone_subtype.toUpperCase()]?.risk ?? 'moderate'
}

/** True in a high-risk zone. Undetermined, water and unmapped are not true, and are not safe. */
export function isHighRisk(zone: ZoneClass): boolean {
  return riskOf(zone).startsWith('high')
}

/** Sorts zones worst first: floodway before its zone, VE before AE, D before shaded X. */
export function zoneRank(zone: ZoneClass): number {
  const subtype = zone.zone_subtype ? SUBTYPES[zone.zone_subtype.toUpperCase()] : undefined
  return RISKS.indexOf(riskOf(zone)) * 100 + (subtype?.rank ?? 0) * 10
}

/** Describes a zone, without a full stop: `Zone AE, high risk (1 % annual chance)`. */
export function describeZone(zoneClass: ZoneClass): string {
  const { zone, zone_subtype } = zoneClass
  const subtype = zone_subtype ? SUBTYPES[zone_subtype.toUpperCase()] : undefined
  const lead = RISK_LEADS[riskOf(zoneClass)]
  // X means two things: its subtype is its meaning. Elsewhere a subtype adds to the zone's.
  if (zone === 'X' && subtype) return `Zone X${lead ? `, ${lead}: ` : ', '}${subtype.meaning}`
  const own = ZONES[zone].meaning
  if (zone.length > 3) return `${sentenceCase(zone)}: ${own}`
  const more = zone_subtype ? `, ${subtype?.meaning ?? zone_subtype}` : ''
  return `Zone ${zone}${more}${lead ? `, ${lead} (${own})` : `, ${own}`}`
}

/**
 * The zone for the inside of a sentence that calls high risk by its name: `zone AE, regulatory
 * floodway`, `zone X, moderate risk, 0.2 % annual chance flooding (shaded X)`.
 */
export function nameZone(zoneClass: ZoneClass): string {
  const { zone, zone_subtype } = zoneClass
  const name = zone.length <= 3 ? `zone ${zone}` : zone.toLowerCase()
  const subtype = zone_subtype
    ? (SUBTYPES[zone_subtype.toUpperCase()]?.meaning ?? zone_subtype)
    : zone === 'X'
      ? ZONES[zone].meaning
      : null
  const lead = isHighRisk(zoneClass) ? '' : RISK_LEADS[riskOf(zoneClass)]
  const risk = lead ? `${lead}, ` : ''
  return subtype ? `${name}, ${risk}${subtype}` : name
}

const RISK_LEADS: Record<Risk, string> = {
  high_coastal: 'high risk',
  high: 'high risk',
  undetermined: '',
  moderate: 'moderate risk',
  minimal: '',
  water: '',
  unmapped: '',
}

function sentenceCase(text: string): string {
  return text[0] + text.slice(1).toLowerCase()
}
