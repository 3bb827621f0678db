/** Shorter ids are in any text by chance: only the text that is the id itself tells it. */
const WORD_CHARACTERS = 3
/** So long a run of letters and digits is no chance, whatever stands between them. */
const RUN_CHARACTERS = 6

/** A county's parcel id, which no published text may tell: not an id, not a page's address. */
export class CountyId {
  private readonly run: string
  private readonly words: string

  constructor(id: string) {
    this.run = runOf(id)
    this.words = wordsOf(id)
  }

  /** Whether a text tells it: whole, as a word of its own, or with other marks in it. */
  isToldBy(text: string): boolean {
    const { run, words } = this
    const other = runOf(text)
    // What is not in the text without its marks is not in it with them.
    if (run === '' || !other.includes(run)) return false
    if (other === run || run.length >= RUN_CHARACTERS) return true
    return run.length >= WORD_CHARACTERS && wordsOf(text).includes(words)
  }
}

function runOf(text: string): string {
  return text.replace(/[^a-z0-9]+/gi, '').toLowerCase()
}

function wordsOf(text: string): string {
  return ` ${text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()} `
}
