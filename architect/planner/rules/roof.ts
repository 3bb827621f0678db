import { NODE_SCHEMAS, type NodeOf, type RoofType } from '../../scene/nodes.ts'
import { nodesOf } from '../../scene/scene.ts'
import type { Clause } from '../language/clause.ts'
import { formatDegrees, formatMetres, withArticle } from '../language/format.ts'
import { Declined, type Workbench } from '../workbench.ts'
import { applyOrOffer, soundly } from './edits/sound-edit.ts'
import { patternRule } from './pattern-rule.ts'
import type { Reading, Rule } from './rule.ts'

const TYPES: [RegExp, RoofType][] = [
  [/\bgambrel\b|\bbarn(?:-style| style)? roofs?\b|\bdutch\b/, 'gambrel'],
  [/\bmansard\b|\bfrench roofs?\b/, 'mansard'],
  [/\bhip(?:ped|s)?\b|\bpyramid\b/, 'hip'],
  [
    /\bshed\b|\bmono-?pitch(?:ed)?\b|\blean-?to\b|\bskillion\b|\bsingle[- ]pitch(?:ed)?\b|\bpent\b/,
    'shed',
  ],
  [/\bflat\b/, 'flat'],
  [/\bgabled?s?\b|\bsaddle\b|\bpitched\b|\bpeaked\b/, 'gable'],
]
const NOT_POSSIBLE: [RegExp, string][] = [
  [
    /\b(?:dormers?|skylights?|roof ?(?:windows?|lights?))\b/,
    'Dormers, skylights and roof windows are not possible here. The type, pitch, overhang and material of a roof are.',
  ],
  [
    /\b(?:chimneys?|gutters?|solar|photovoltaic|pv|antennas?|satellite|turbines?|lightning)\b/,
    'Chimneys, gutters and solar panels are not possible here. The type, pitch, overhang and material of a roof are.',
  ],
  [
    /\b(?:butterfly|dome[ds]?|sawtooth|a-frame|barrel|vault(?:ed)?|onion|conical|thatch(?:ed)?)\b/,
    'Such a roof is not possible here. Roofs are gable, hip, shed, flat, gambrel or mansard roofs.',
  ],
]
const PITCH_MAX = NODE_SCHEMAS.roof.shape.pitch.unwrap().maxValue ?? 90
/** A change of pitch without a figure, in degrees. */
const STEP_DEGREES = 10
/** A pitch that `steeper` and `less steep` stay within, in degrees. */
const PITCH_RANGE = [5, 60] as const
/** A change of the overhang without a figure, in metres. */
const OVERHANG_STEP_M = 0.3

/** Values of a roof that a clause states; functions change what is there. */
interface RoofChange {
  type?: RoofType
  pitch?: (now: number) => number
  overhang?: (now: number) => number
  ridge?: number
}

/** Requests about the shape of the roof; its materials are finishes. */
export const ROOF_RULES: readonly Rule[] = [
  patternRule([
    [
      /^(?!.*\b(?:house|home|bungalow|cottage|villa|building)\b.*\bwith\b)(?:add|put|place|install|create|build|cut|i want|we want|i'd like|give)\b.*\b(?:roof|dormers?|chimneys?|gutters?|solar|skylights?)\b/,
      refuse,
    ],
    [
      /^(?:remove|delete|take off|take away|get rid of|drop) (?:whole |entire )?(?:\w+ )?roofs?$/,
      remove,
    ],
    [
      /^(?!.*\b(?:house|home|bungalow|cottage|villa|building)\b.*\bwith\b)(?!(?:move|delete|remove) ).*\b(?:roofs?|roofing|eaves|overhangs?|ridge)\b/,
      change,
    ],
    [
      /^(?:make|set|change|increase|decrease|reduce|raise|lower) (?:roof )?(?:pitch|slope)\b/,
      change,
    ],
  ]),
]

function refuse({ text }: Clause): Reading | null {
  const reason = NOT_POSSIBLE.find(([pattern]) => pattern.test(text))?.[1]
  if (reason === undefined) return null
  return {
    subject: 'the roof',
    run() {
      throw new Declined(reason)
    },
  }
}

function remove(): Reading {
  return {
    subject: null,
    run(bench) {
      const roofs = nodesOf(bench.scene, 'roof')
      if (roofs.length === 0) throw new Declined('There is no roof to remove.')
      soundly(bench, () => bench.apply('delete_node', { ids: roofs.map(({ id }) => id) }))
      return 'Removed the roof. The rooms under it are open to the sky now.'
    },
  }
}

function change(clause: Clause): Reading | null {
  if (clause.isQuestion) return null
  const refused = refuse(clause)
  if (refused) return refused
  const found = roofChange(clause)
  if (
    Object.keys(found).length === 0 &&
    !/^(?:add|build|create|put)(?: new| on)? roof(?: on(?: top)?(?: of)?(?: house)?)?$/.test(
      clause.text,
    )
  )
    return null
  return {
    subject: 'the roof',
    run: (bench) => changeRoofs(bench, found),
  }
}

function roofChange(clause: Clause): RoofChange {
  const { text } = clause
  const after = /\b(?:into|to|by|with|for)\b (?!len|angle|num)(.*)$/.exec(text)?.[1] ?? ''
  const type = typeIn(after) ?? typeIn(text)
  const pitch = pitchChange(clause)
  const overhang = overhangChange(clause)
  const ridge = /\bridge\b.*\b(north|south|east|west)\b/.exec(text)?.[1]
  return {
    ...(type && !(type === 'gable' && /\bpitched\b/.test(text) && pitch) && { type }),
    ...(pitch && { pitch }),
    ...(overhang && { overhang }),
    ...(ridge && { ridge: ridge === 'east' || ridge === 'west' ? 0 : 90 }),
  }
}

const typeIn = (text: string): RoofType | null =>
  TYPES.find(([pattern]) => pattern.test(text))?.[1] ?? null

function pitchChange({ text, original, angles, numbers, lengths }: Clause): RoofChange['pitch'] {
  // `4 in 12` is read as a length and a number.
  const rise = [...numbers, ...lengths].includes(12)
    ? /(\d+(?:\.\d+)?)\s*(?:\/|:|in)\s*12\b/.exec(original)
    : null
  if (rise) return () => Math.round((Math.atan2(Number(rise[1]), 12) * 1_800) / Math.PI) / 10
  const isLess = /\b(?:less steep|flatter|shallower|lower|less|reduce|decrease|gentler)\b/.test(
    text,
  )
  const isMore = /\b(?:steeper|more|increase|raise|higher|sharper)\b/.test(text)
  const number = /\b(?:pitch|slope|inclination|angle)\b[^0-9]*\bnum(\d+)\b/.exec(text)
  const value = angles[0] ?? (number ? numbers[Number(number[1])] : undefined)
  if (value !== undefined) {
    const isBy =
      /\bby angle0\b|\bangle0 (?:more|less|steeper|flatter|shallower|gentler)\b/.test(text) &&
      (isLess || isMore)
    return isBy ? (now) => now + (isLess ? -value : value) : () => value
  }
  if (/\boverhang|\beaves/.test(text)) return undefined
  const [least, most] = PITCH_RANGE
  if (isLess) return (now) => Math.max(Math.min(least, now), now - STEP_DEGREES)
  return isMore || /\bsteep\b/.test(text)
    ? (now) => Math.min(Math.max(most, now), now + STEP_DEGREES)
    : undefined
}

function overhangChange({ text, lengths }: Clause): RoofChange['overhang'] {
  if (!/\b(?:overhangs?|eaves)\b/.test(text)) return undefined
  if (/\b(?:no|without|remove) (?:roof )?(?:overhangs?|eaves)\b/.test(text)) return () => 0
  const isLess = /\b(?:less|reduce|decrease|smaller|shorter|narrower)\b/.test(text)
  const isMore = /\b(?:more|increase|larger|bigger|wider|longer|extend)\b/.test(text)
  const length = lengths[0]
  if (length === undefined)
    return isLess || isMore
      ? (now) => Math.max(0, Math.round((now + (isLess ? -1 : 1) * OVERHANG_STEP_M) * 100) / 100)
      : undefined
  const isBy =
    /\blen0 (?:more|less|larger|smaller|longer|shorter|wider|narrower)\b/.test(text) ||
    (/\bby len0\b/.test(text) && (isLess || isMore))
  return isBy ? (now) => Math.max(0, now + (isLess ? -length : length)) : () => length
}

function changeRoofs(bench: Workbench, { type, pitch, overhang, ridge }: RoofChange): string {
  const roofs = nodesOf(bench.scene, 'roof')
  const newPitch = pitch?.(roofs[0]?.pitch ?? 35)
  if (newPitch !== undefined && (newPitch > PITCH_MAX || newPitch < 0))
    throw new Declined(
      `That is not possible: a roof can have a pitch from 0° to ${formatDegrees(PITCH_MAX)}, and this would be ${formatDegrees(newPitch)}.`,
    )
  const fields = {
    ...(newPitch !== undefined && { pitch: newPitch }),
    ...(overhang && { overhang: overhang(roofs[0]?.overhang ?? 0.4) }),
    ...(ridge !== undefined && { ridge }),
  }
  if (roofs.length === 0) {
    soundly(bench, () =>
      applyOrOffer(bench, 'create_roof', { roofType: type ?? 'gable', ...fields }),
    )
    const [made] = nodesOf(bench.scene, 'roof')
    return `The house now has ${describeRoof(made)}.`
  }
  if (type === undefined && Object.keys(fields).length === 0)
    return `The house already has ${describeRoof(roofs[0])}.`
  // A flat roof has no pitch: `steeper` would change nothing that is seen.
  const isFlat = roofs[0].roofType === 'flat' && type === undefined && newPitch !== undefined
  if (isFlat)
    throw new Declined(
      'The roof is flat, so it has no pitch. Name a type with the pitch: “a gable roof of 30 degrees”.',
    )
  for (const { id } of roofs)
    soundly(bench, () =>
      applyOrOffer(bench, 'edit_roof', { id, ...(type && { roofType: type }), ...fields }),
    )
  const [before, after] = [roofs[0], nodesOf(bench.scene, 'roof')[0]]
  const more = roofs.length > 1 ? ` All ${roofs.length} roofs are changed.` : ''
  if (overhang && type === undefined && pitch === undefined)
    return `The roof now overhangs by ${formatMetres(after.overhang)} (${formatMetres(before.overhang)} before).${more}`
  const beyond = overhang ? `, which overhangs by ${formatMetres(after.overhang)}` : ''
  const [old, now] = [describeRoof(before), describeRoof(after)]
  if (ridge !== undefined)
    return `The ridge of the roof now runs from ${ridge === 0 ? 'west to east' : 'north to south'}.${more}`
  return old === now
    ? `The roof is ${now}, as before${beyond}.`
    : `The roof is now ${now}${beyond} (${old} before).${more}`
}

/** `a gable roof of 35°`, `a flat roof`. */
export const describeRoof = ({ roofType, pitch }: NodeOf<'roof'>): string =>
  roofType === 'flat'
    ? 'a flat roof'
    : `${withArticle(`${roofType} roof`)} of ${formatDegrees(pitch)}`
