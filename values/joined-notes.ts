/**
 * Notes of several authors as one text: each becomes a sentence of its own, since a publisher's note
 * may lack its full stop. Blank ones are left out; without any the text is empty.
 */
export function joinNotes(...notes: readonly (string | null | undefined)[]): string {
  return notes
    .map((note) => note?.trim() ?? '')
    .filter((note) => note !== '')
    .map((note) => (/[.!?]["'’”)\]]*$/.test(note) ? note : `${note}.`))
    .join(' ')
}
