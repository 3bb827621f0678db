/**
 * A house number and what follows it: digits, then a hyphen with more (`12-34`), a letter (`12A`) or
 * a fraction (`12 1/2`). `1ST AVE` begins with none.
 */
const NUMBER_FIRST = /^(\d+(?:-[A-Z\d]+|[A-Z])?(?: \d\/\d| ?[¼½¾])?)(?: (.+))?$/i

/** The house number of a whole address line, verbatim, and its street; null where it lacks one. */
export function splitAddress(line: string): { number: string | null; street: string | null } {
  const [, number, street] = NUMBER_FIRST.exec(line) ?? []
  return number === undefined ? { number: null, street: line } : { number, street: street ?? null }
}

/** Whether a text names a house: `0` on vacant land does not, nor does `N/A`. */
export function isHouseNumber(text: string): boolean {
  return /[1-9]/.test(text)
}
