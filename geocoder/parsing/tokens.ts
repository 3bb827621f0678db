const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  quot: '"',
  lt: '<',
  gt: '>',
}

/** Decodes XML entities such as `&amp;`, also where a file was escaped twice: `&amp;amp;`. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  const once = text.replace(/&(amp|apos|quot|lt|gt|#\d{1,5});/gi, (whole, name: string) =>
    name.startsWith('#')
      ? String.fromCharCode(Number(name.slice(1)))
      : (ENTITIES[name.toLowerCase()] ?? whole),
  )
  return once === text ? text : decodeEntities(once)
}

/**
 * Splits a name into words in lower case without accents. Full stops and apostrophes are dropped
 * (`U.S.` is `us`, `O'Brien` is `obrien`); any other sign separates words. Text in brackets is left
 * out: `Walden Way (open space)`.
 */
export function tokenize(text: string): string[] {
  return decodeEntities(text)
    .replace(/\([^)]*\)/g, ' ')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f.'\u2018\u2019`]/g, '')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .split(/[^\p{L}\p{N}#/]+/u)
    .filter((word) => word !== '')
}

/**
 * Key to compare names by, without blanks, hyphens and accents: `MC GINNIS` is `mcginnis`. The
 * slash of a fraction stays: 1/2 Mile Rd is not 12 Mile Rd.
 */
export function compactKey(words: readonly string[]): string {
  return words.join('').replace(/#|(?<!\d)\/|\/(?!\d)/g, '')
}
