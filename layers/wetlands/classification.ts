import {
  CLASSES,
  type ClassCode,
  INLAND_SALINE,
  MODIFIERS,
  SYSTEMS,
  type SystemCode,
  WATER_REGIMES,
} from './cowardin-codes.ts'
import type { Cowardin, CowardinPart } from './decode.ts'

/** The groups of the Fish and Wildlife Service's own map legend, and "unknown". */
export const KINDS = [
  'estuarine_marine_deepwater',
  'estuarine_marine_wetland',
  'freshwater_emergent',
  'freshwater_forested_shrub',
  'freshwater_pond',
  'lake',
  'riverine',
  'other',
  'unknown',
] as const
export type Kind = (typeof KINDS)[number]

export const UNKNOWN_TYPE = 'Wetland of an unknown class'

const POND_CLASSES: readonly (ClassCode | null)[] = ['UB', 'AB', 'RB', 'US', 'OW']
const WOODY_CLASSES: readonly (ClassCode | null)[] = ['FO', 'SS']

/** The legend's group of a code, by its first class, as the Service labels mixed classes. */
export function kindOf({ parts: [part] }: Cowardin): Kind {
  const { system, subsystem, class: named } = part
  if (system === 'L') return 'lake'
  if (system === 'R') return 'riverine'
  if (system !== 'P')
    return subsystem === '1' ? 'estuarine_marine_deepwater' : 'estuarine_marine_wetland'
  if (WOODY_CLASSES.includes(named)) return 'freshwater_forested_shrub'
  if (POND_CLASSES.includes(named)) return 'freshwater_pond'
  return named === null ? 'other' : 'freshwater_emergent'
}

/**
 * True when the code is open water, by system and class and never by a label.
 *
 * True where every class of it is water that stays: rock and unconsolidated bottom and open water,
 * which the standard has only under water that stands or flows for most of the year; aquatic bed,
 * whose plants grow "on or below the surface of the water"; and whatever is in the subtidal zone
 * (substrate continuously covered with tidal water) or in the limnetic one (deepwater of lakes).
 * False for shores and streambeds, which are laid bare, for all between the tides, and for every
 * vegetated wetland; so a mix of pond and marsh, `PUB/EM1F`, is not "water without wetland".
 * Null where no class is stated and the subsystem does not decide.
 */
export function isOpenWater({ parts }: Cowardin): boolean | null {
  const answers = parts.map(isWater)
  if (answers.includes(false)) return false
  return answers.includes(null) ? null : true
}

function isWater({ system, subsystem, class: named }: CowardinPart): boolean | null {
  const isSea = system === 'M' || system === 'E'
  if (isSea && subsystem === '2') return false
  if (named !== null && CLASSES[named].isWetland) return false
  if ((isSea || system === 'L') && subsystem === '1') return true
  if (named === null) return null
  return ['RB', 'UB', 'AB', 'OW'].includes(named)
}

/**
 * True when the standard names any class of the code after its plants: aquatic bed, moss-lichen,
 * emergent, scrub-shrub, forested. Dead trees (`FO5`) are of the forested class. A pond of water
 * plants is vegetated and open water. Null where no class is stated.
 */
export function isVegetated({ parts }: Cowardin): boolean | null {
  const classes = parts.flatMap(({ class: named }) => named ?? [])
  if (classes.length === 0) return null
  return classes.some((named) => named === 'AB' || CLASSES[named].isWetland)
}

/** Adjective of a wetland class, by its system. */
const ADJECTIVES: Record<SystemCode, string> = {
  M: 'marine',
  E: 'estuarine',
  R: 'riverine',
  L: 'lake',
  P: 'freshwater',
}

/** The body that a class of water or shore belongs to. */
const BODIES: Record<string, string> = {
  M1: 'marine subtidal water',
  M2: 'marine intertidal zone',
  E1: 'estuarine subtidal water',
  E2: 'estuarine intertidal zone',
  R1: 'tidal river',
  R4: 'intermittent stream',
  M: 'marine area',
  E: 'estuarine area',
  R: 'river or stream',
  L: 'lake',
  P: 'freshwater pond',
}

/**
 * Describes the class, without the subclass: `Freshwater scrub-shrub wetland mixed with emergent
 * wetland`.
 */
export function typeOf({ parts, modifiers }: Cowardin): string {
  const isSaline = modifiers.some((sign) => INLAND_SALINE.includes(sign))
  const [first, ...others] = parts
  const names = others.map(({ class: named }) => (named === null ? null : nounOf(named)))
  const further = [...new Set(names)].filter((name) => name !== null)
  const mixed = further.length > 0 ? ` mixed with ${further.join(' and ')}` : ''
  const text = `${bodyOf(first, modifiers)}${mixed}`
  return capitalise(isSaline ? text.replace('freshwater', 'inland saline') : text)
}

function bodyOf(part: CowardinPart, modifiers: string[]): string {
  const { system, subsystem, class: named } = part
  if (named !== null && CLASSES[named].isWetland) return `${ADJECTIVES[system]} ${nounOf(named)}`
  if (named === null && system === 'P')
    return modifiers.includes('f') ? 'farmed freshwater wetland' : 'freshwater wetland'
  const body = BODIES[`${system}${subsystem}`] ?? BODIES[system]
  return named === null ? body : `${body}, ${nounOf(named)}`
}

function nounOf(named: ClassCode): string {
  const { word, isWetland } = CLASSES[named]
  return isWetland ? `${word} wetland` : word
}

/**
 * Describes the whole code in the standard's terms: `Palustrine, forested (...), seasonally
 * flooded, beaver`.
 */
export function describeCode(code: Cowardin): string {
  const { parts, waterRegime, modifiers, unread } = code
  const end = [
    waterRegime === null ? null : WATER_REGIMES[waterRegime],
    ...modifiers.map((sign) => MODIFIERS[sign]),
    unread === '' ? null : `not understood: ${unread}`,
  ]
  const classes = parts.map((part, i) => {
    const isNew = i === 0 || systemOf(part) !== systemOf(parts[i - 1])
    return [isNew ? systemOf(part) : null, classOf(part)].filter(Boolean).join(', ')
  })
  return capitalise([classes.join(' / '), ...end].filter(Boolean).join('; '))
}

/** Names of the systems, those of a split code joined. */
export function systemsOf({ parts }: Cowardin): string {
  return [...new Set(parts.map(({ system }) => SYSTEMS[system].word))].join(' / ')
}

export function subsystemsOf({ parts }: Cowardin): string | null {
  const names = parts.map(({ system, subsystem }) => SYSTEMS[system].subsystems[subsystem ?? ''])
  return [...new Set(names)].filter(Boolean).join(' / ') || null
}

export function classesOf({ parts }: Cowardin): string | null {
  const names = parts.flatMap(({ class: named }) => (named === null ? [] : CLASSES[named].word))
  return names.join(' / ') || null
}

export function subclassesOf({ parts }: Cowardin): string | null {
  return parts.flatMap(formatSubclasses).join(' / ') || null
}

function systemOf({ system, subsystem }: CowardinPart): string {
  const { word, subsystems } = SYSTEMS[system]
  return subsystem === null ? word : `${word} ${subsystems[subsystem]}`
}

function classOf(part: CowardinPart): string {
  if (part.class === null) return ''
  const subclasses = formatSubclasses(part)
  const { word } = CLASSES[part.class]
  return subclasses.length > 0 ? `${word} (${subclasses.join(' / ')})` : word
}

/** Names of the subclasses; a digit without a name stays a digit. */
function formatSubclasses({ class: named, subclasses }: CowardinPart): string[] {
  if (named === null) return []
  return subclasses.map((digit) => CLASSES[named].subclasses[digit] ?? `subclass ${digit}`)
}

function capitalise(text: string): string {
  return text[0].toUpperCase() + text.slice(1)
}
