import { DIRECTIONAL_NAMES, DIRECTIONAL_OF } from '../parsing/directionals.ts'
import { ordinalNumber, ordinalOf } from '../parsing/ordinals.ts'
import { STREET_TYPE_NAMES, STREET_TYPE_OF } from '../parsing/street-types.ts'
import { tokenize } from '../parsing/tokens.ts'

/** Most digits in the ordinal of a street: 112th Ave. Nobody types a ZIP code as an ordinal. */
const ORDINAL_DIGITS = 3
/** At the start of a name `St` is not a street. */
const SAINT = /^(st|saint)$/

/**
 * Lists the tokens under which a name is found while it is typed: each word as written, and in its
 * short and its long form, so that `ave`, `aven` and `avenue` all match.
 */
export function searchTokens(name: string): string[] {
  const words = new Set<string>()
  const all = tokenize(name)
  if (all.length > 1 && SAINT.test(all[0])) words.add('st').add('saint')
  for (const word of all) {
    words.add(word)
    const type = STREET_TYPE_OF.get(word)
    if (type) words.add(type).add(STREET_TYPE_NAMES.get(type) ?? type)
    const directional = DIRECTIONAL_OF.get(word)
    if (directional) words.add(directional).add(DIRECTIONAL_NAMES[directional])
    const number = ordinalNumber(word)
    if (number && number.length <= ORDINAL_DIGITS) words.add(number).add(ordinalOf(number))
  }
  // `MC GINNIS` is also typed as one word.
  for (let i = 1; i < all.length; i++) words.add(all[i - 1] + all[i])
  return [...words]
}
