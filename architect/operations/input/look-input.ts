import { z } from 'zod'
import { nearestName } from '../../input/nearest-name.ts'
import { type Finish, MATERIAL_NAMES, type MaterialName } from '../../scene/materials.ts'
import { Refusal } from '../refusal.ts'

/** Removes a finish, so that the usual look returns. */
const USUAL = 'usual'

const look = z.union([
  z.string().max(60),
  // The former spelling; `{}` is the usual look.
  z.strictObject({ preset: z.string().max(60).optional(), color: z.string().max(60).optional() }),
])

/** A material, a colour, both as "brick_red #aa5533", or "usual". */
export const lookIn = () => look
export type Look = z.infer<typeof look>

/** True for the schema of a look, which lists of tools show as a text. */
export const isLook = (schema: z.core.$ZodType): boolean => schema === look

/** The finish that a look describes. Refuses what is neither a material nor a colour. */
export function finishOf(given: Look, param: string): Finish {
  const words = typeof given === 'string' ? given.trim().split(/\s+/) : Object.values(given)
  if (words.length === 1 && words[0] === USUAL) return {}
  const finish: Finish = {}
  for (const word of words) {
    if (word === undefined) continue
    const field = word.startsWith('#') ? 'color' : 'preset'
    const isKnown =
      field === 'color'
        ? /^#[0-9a-f]{6}$/i.test(word)
        : MATERIAL_NAMES.includes(word as MaterialName)
    if (!isKnown || finish[field] !== undefined) throw notALook(given, word, param)
    if (field === 'color') finish.color = word.toLowerCase()
    else finish.preset = word as MaterialName
  }
  return finish
}

/** A finish as calls give it. */
export const lookOf = ({ preset, color }: Finish): string =>
  [preset, color].filter((word) => word !== undefined).join(' ') || USUAL

function notALook(given: Look, word: string, param: string): Refusal {
  const near = nearestName(word, MATERIAL_NAMES)
  return new Refusal(
    'invalid_input',
    `${param} must be a material, a colour as #rrggbb, both as "brick_red #aa5533", or "usual", got ${JSON.stringify(given)}${near ? `; did you mean ${near}?` : '.'}`,
    { param },
  )
}
