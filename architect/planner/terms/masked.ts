/** A text of the same length in which what is quoted has no words: names are no terms. */
export const masked = (text: string): string =>
  text.replace(/["“][^"”\n]*["”]/g, (quoted) => '"'.repeat(quoted.length))
