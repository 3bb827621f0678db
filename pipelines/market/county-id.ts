/** Shorter ids occur in texts by chance: only a text that equals the id discloses it. */
const WORD_CHARACTERS = 3
/** A run of this many letters and digits is not chance, whatever is between them. */
const RUN_CHARACTERS = 6

/** A county's parcel id, which no published text may disclose: not an id, not a page's address. */
export class CountyId {
  private readonly run: string
  private readonly words: string

  constructor(id: string) {
    this.run = runOf(id)
    this.words = wordSequence(id)
  }

  /** Whether a text contains the id: whole, as a word of its own, or with other marks in it. */
  isIn(text: string): boolean {
    const { run, words } = this
    const other = runOf(text)
    // An id that is not in the text without its marks is not in it with them.
    if (run === '' || !other.includes(run)) return false
    if (other === run || run.length >= RUN_CHARACTERS) return true
    return run.length >= WORD_CHARACTERS && wordSequence(text).includes(words)
  }
}

function runOf(text: string): string {
  return text.replace(/[^a-z0-9]+/gi, '').toLowerCase()
}

function wordSequence(text: string): string {
  return ` ${text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()} `
}
