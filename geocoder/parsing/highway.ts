/**
 * Codes of the states without `ne`, which is read as a directional before a highway is looked for.
 */
const STATE_CODES =
  'al|ak|az|ar|ca|co|ct|de|fl|ga|hi|id|il|ia|ks|ky|la|me|md|ma|mi|mn|ms|mo|mt|nv|nh|nj|nm|ny|nc|nd|oh|ok|or|pa|ri|sc|sd|tn|tx|ut|vt|va|wa|wv|wi|wy'
const ROAD = '(?:highway|hwy|hiway|route|rte|rt|road|rd)'

/** Spellings of numbered roads, by the system; the first group is the number. */
const PATTERNS: readonly (readonly [system: string, pattern: RegExp])[] = [
  ['i', /^(?:i|interstate)(?: highway| hwy)? (\d+[a-z]?)(?: (.+))?$/],
  ['us', new RegExp(`^(?:us|u s)(?: ${ROAD})? (\\d+[a-z]?)(?: (.+))?$`)],
  ['us', new RegExp(`^${ROAD} us (\\d+[a-z]?)(?: (.+))?$`)],
  ['sr', new RegExp(`^(?:state|st) ${ROAD} (\\d+[a-z]?)(?: (.+))?$`)],
  ['sr', /^(?:sr|s r|sh) (\d+[a-z]?)(?: (.+))?$/],
  ['cr', new RegExp(`^(?:county|cnty|co) ${ROAD} (\\d+[a-z]?)(?: (.+))?$`)],
  ['cr', /^(?:cr|c r) (\d+[a-z]?)(?: (.+))?$/],
  ['sr', new RegExp(`^(?:${STATE_CODES})(?: ${ROAD})? (\\d+[a-z]?)(?: (.+))?$`)],
  ['', /^(?:highway|hwy|hiway|route|rte|rt) (\d+[a-z]?)(?: (.+))?$/],
]

/**
 * Parses a numbered road into its system (`us`, `sr`, `cr`, `i`, or `` without one) and its name.
 */
export function parseHighway(words: readonly string[]): { system: string; base: string[] } | null {
  if (words.length < 2) return null
  const text = words.join(' ')
  for (const [system, pattern] of PATTERNS) {
    const found = pattern.exec(text)
    if (!found) continue
    const rest = found[2] ? found[2].split(' ') : []
    return { system, base: ['hwy', found[1], ...rest] }
  }
  return null
}
