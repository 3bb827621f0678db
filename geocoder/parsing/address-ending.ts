import { stateCodeOf } from '../../values/state-names.ts'
import { DIRECTIONAL_OF } from './directionals.ts'
import { STREET_TYPE_OF } from './street-types.ts'

/** The parts of an address before its state and ZIP code. */
export interface Ending {
  parts: string[][]
  state: string | null
  zip: string | null
}

/** The parts that remain after a value was removed from their end. */
interface Remainder<Value> {
  parts: string[][]
  value: Value
}

/**
 * Lists the ways to split state and ZIP code off the end of the parts, the likelier first: `CT` is
 * a state and a court, and the last number of a lone line may be a unit.
 */
export function endingsOf(parts: string[][]): Ending[] {
  const zip = zipAtEnd(parts)
  const found = zip ? statesOff(zip.parts, zip.value) : []
  // A number after a comma or behind a city is not a unit.
  const isLone = parts.length === 1 && (zip?.parts[0]?.length ?? 0) <= 2
  if (!zip || isLone) found.push(...statesOff(parts, null))
  return found
}

function statesOff(parts: string[][], zip: string | null): Ending[] {
  const state = stateAtEnd(parts)
  if (!state) return [{ parts, state: null, zip }]
  const read = { parts: state.parts, state: state.value, zip }
  // `5 Elm Ct, 99801` is not certainly in Connecticut.
  const isSure = (state.isOwnPart || zip !== null) && !state.isOfStreet
  const found = isSure ? [read] : [read, { parts, state: null, zip }]
  // `Roswell, Georgia, GA` has its state twice; `New York, NY` does not.
  const again = stateAtEnd(state.parts)
  if (again?.isOwnPart && again.value === state.value) found.push({ ...read, parts: again.parts })
  return found
}

const ZIP = /^(\d{5})(?:-?(\d{4}))?$/
/** States whose ZIP codes begin with a zero, which spreadsheets lose. */
const ZERO_STATES: ReadonlySet<string> = new Set(['ct', 'ma', 'me', 'nh', 'nj', 'ri', 'vt'])

function zipAtEnd(parts: string[][]): Remainder<string> | null {
  const last = parts.at(-1) ?? []
  const [before, end] = [last.at(-2) ?? '', last.at(-1) ?? '']
  const whole = ZIP.exec(end)
  if (whole) return { parts: withoutLast(parts, 1), value: whole[1] }
  if (!/^\d{4}$/.test(end)) return null
  // `32601 3779`: a blank before the add-on of ZIP+4.
  const apart = ZIP.exec(before)
  if (apart) return { parts: withoutLast(parts, 2), value: apart[1] }
  return ZERO_STATES.has(before) ? { parts: withoutLast(parts, 1), value: `0${end}` } : null
}

/** Number of words in the longest name of a state: District of Columbia. */
const STATE_WORDS_MAX = 3

function stateAtEnd(parts: string[][]) {
  const last = parts.at(-1) ?? []
  for (let count = 1; count <= Math.min(STATE_WORDS_MAX, last.length); count++) {
    const text = last.slice(-count).join(' ')
    const value = stateCodeOf(text)
    if (!value) continue
    const isOwnPart = count === last.length && parts.length > 1
    // The name of a state may also be that of a street: `84 Washington, 99802`.
    const isName = STREET_TYPE_OF.has(text) || text.length > 2
    const isOfStreet = DIRECTIONAL_OF.has(text) || (!isOwnPart && isName)
    return { parts: withoutLast(parts, count), value, isOwnPart, isOfStreet }
  }
  return null
}

function withoutLast(parts: string[][], count: number): string[][] {
  const rest = parts.at(-1)!.slice(0, -count)
  const before = parts.slice(0, -1)
  return rest.length > 0 ? [...before, rest] : before
}
