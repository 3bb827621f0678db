const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  quot: '"',
  lt: '<',
  gt: '>',
}

/** `&amp;` and its like, also where a file was escaped twice: `&amp;amp;`. */
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
 * The words of a name in lower case without accents: points and apostrophes join (`U.S.` is `us`,
 * `O'Brien` is `obrien`), anything else that is no letter or digit parts. What
 * stands in brackets is an aside: `Walden Way (open space)`.
 */
export function wordsOf(text: string): string[] {
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
 * A name for comparing, whatever its blanks, hyphens and accents: `MC GINNIS` is `mcginnis`. The
 * slash of a fraction stays: 1/2 Mile Rd is not 12 Mile Rd.
 */
export function compactKey(words: readonly string[]): string {
  return words.join('').replace(/#|(?<!\d)\/|\/(?!\d)/g, '')
}
