/** British English has no comma before "and". */
const LIST = new Intl.ListFormat('en-GB')

/** `one`, `one and two`, `one, two and three`. */
export function wordList(words: readonly string[]): string {
  return LIST.format(words)
}
