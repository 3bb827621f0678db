import { UsageError } from '../terminal/command.ts'

/** The number of an option. Throws `UsageError` for other texts than a whole number in range. */
export function wholeNumber(
  values: Record<string, unknown>,
  option: string,
  { most, fallback }: { most: number; fallback?: number },
): number {
  const number = Number(values[option] ?? fallback)
  if (Number.isInteger(number) && number >= 1 && number <= most) return number
  const got = JSON.stringify(values[option])
  throw new UsageError(`--${option} must be a whole number from 1 to ${most}, got ${got}.`)
}
