import type { MappedName } from './mapping.ts'

/** Mark of an object, a list or a boolean in place of a text or a number. */
export const NOT_ONE_VALUE = Symbol('not one value')

/** A value as the provider wrote it: its type is not guessed. */
export type RawValue = string | null | typeof NOT_ONE_VALUE

/**
 * One row of a provider's file, by the names of the tables' columns; one without a value is absent.
 */
export interface ProviderRecord {
  /** Line of the file: of a CSV, records after the header. */
  line: number
  raw: Partial<Record<MappedName, RawValue>>
}
