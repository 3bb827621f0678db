/**
 * Joins notes of several authors into one text. Each gets a full stop where it lacks one; blank
 * notes are left out. Returns an empty text where none is left.
 */
export function joinNotes(...notes: readonly (string | null | undefined)[]): string {
  return notes
    .map((note) => note?.trim() ?? '')
    .filter((note) => note !== '')
    .map((note) => (/[.!?]["'’”)\]]*$/.test(note) ? note : `${note}.`))
    .join(' ')
}
