import { type ArchitectError, invalidInput } from '../../projects/architect-error.ts'
import { INPUT_ITEMS_MAX } from './input-limits.ts'

/** A field of a request with its path: `input.0.content`. */
export interface SentField {
  value: unknown
  param: string
}

export const fieldOf = ({ value, param }: SentField, name: string): SentField => ({
  value: (value as Record<string, unknown>)[name] ?? undefined,
  param: `${param}.${name}`,
})

/** Throws `ArchitectError` 400 for what is not a JSON object. */
export function requireObject({ value, param }: SentField): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw wrong(param, 'must be an object', value)
}

export function textOf({ value, param }: SentField): string {
  if (typeof value !== 'string') throw wrong(param, 'must be a string', value)
  if (value.includes('\0'))
    throw invalidInput(param, `${param} has the character U+0000, which no text may have.`)
  return value.toWellFormed()
}

/** A text that may be absent or null: then null. */
export const textIfAny = (field: SentField): string | null =>
  field.value === undefined ? null : textOf(field)

export function oneOf<Value extends string>(
  { value, param }: SentField,
  values: readonly Value[],
): Value {
  if (values.includes(value as Value)) return value as Value
  throw wrong(param, `must be one of ${values.join(', ')}`, value)
}

/** The entries of a list with their paths. */
export function entriesOf({ value, param }: SentField, most = INPUT_ITEMS_MAX): SentField[] {
  if (!Array.isArray(value)) throw wrong(param, 'must be a string or a list', value)
  if (value.length > most)
    throw invalidInput(param, `${param} has ${value.length} entries; ${most} are the most.`)
  return value.map((entry, i) => ({ value: entry, param: `${param}.${i}` }))
}

/** Characters of a wrong value that a message repeats. */
const SHOWN_CHARACTERS = 40

export function wrong(param: string, problem: string, value: unknown): ArchitectError {
  return invalidInput(param, `${param} ${problem}, got ${describe(value)}.`)
}

function describe(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  const text = JSON.stringify(value)
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}...` : text
}
