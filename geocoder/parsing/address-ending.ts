import { stateCodeOf } from '../../values/state-names.ts'
import { DIRECTIONAL_OF } from './directionals.ts'
import { STREET_TYPE_OF } from './street-types.ts'

/** The parts of an address without the state and the ZIP code that ended it. */
export interface Ending {
  parts: string[][]
  state: string | null
  zip: string | null
}

/** Words without what was taken off their end. */
interface Taken<Value> {
  parts: string[][]
  value: Value
}

/**
 * What is left of the parts in each way of taking state and ZIP code off their end, the likelier
 * way first: `CT` is a state and a court, and the last number of a lone line may be a unit.
 */
export function endingsOf(parts: string[][]): Ending[] {
  const zip = zipAtEnd(parts)
  const found = zip ? statesOff(zip.parts, zip.value) : []
  // Nobody writes a number after a comma or behind a city and means a unit.
  const isLone = parts.length === 1 && (zip?.parts[0]?.length ?? 0) <= 2
  if (!zip || isLone) found.push(...statesOff(parts, null))
  return found
}

function statesOff(parts: string[][], zip: string | null): Ending[] {
  const state = stateAtEnd(parts)
  if (!state) return [{ parts, state: null, zip }]
  const read = { parts: state.parts, state: state.value, zip }
  // `5 Elm Ct, 99801` is in no Connecticut for certain.
  const isSure = (state.isOwnPart || zip !== null) && !state.isOfStreet
  const found = isSure ? [read] : [read, { parts, state: null, zip }]
  // `Roswell, Georgia, GA` says its state twice; `New York, NY` does not.
  const again = stateAtEnd(state.parts)
  if (again?.isOwnPart && again.value === state.value) found.push({ ...read, parts: again.parts })
  return found
}

const ZIP = /^(\d{5})(?:-?(\d{4}))?$/
/** States whose ZIP codes begin with a zero, which spreadsheets lose. */
const ZERO_STATES: ReadonlySet<string> = new Set(['ct', 'ma', 'me', 'nh', 'nj', 'ri', 'vt'])

function zipAtEnd(parts: string[][]): Taken<string> | null {
  const last = parts.at(-1) ?? []
  const [before, end] = [last.at(-2) ?? '', last.at(-1) ?? '']
  const whole = ZIP.exec(end)
  if (whole) return { parts: withoutLast(parts, 1), value: whole[1] }
  if (!/^\d{4}$/.test(end)) return null
  // `32601 3779`: the add-on stands apart.
  const apart = ZIP.exec(before)
  if (apart) return { parts: withoutLast(parts, 2), value: apart[1] }
  return ZERO_STATES.has(before) ? { parts: withoutLast(parts, 1), value: `0${end}` } : null
}

/** Words of the longest name of a state: District of Columbia. */
const STATE_WORDS_MAX = 3

function stateAtEnd(parts: string[][]) {
  const last = parts.at(-1) ?? []
  for (let count = 1; count <= Math.min(STATE_WORDS_MAX, last.length); count++) {
    const text = last.slice(-count).join(' ')
    const value = stateCodeOf(text)
    if (!value) continue
    const isOwnPart = count === last.length && parts.length > 1
    // The name of a state is one of a street too: `84 Washington, 99802`.
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
