/** Directionals by their spellings. USPS Publication 28, appendix B. */
export const DIRECTIONAL_OF: ReadonlyMap<string, string> = new Map(
  Object.entries({
    n: ['n', 'no', 'north', 'nrth'],
    s: ['s', 'so', 'south', 'sth'],
    e: ['e', 'east'],
    w: ['w', 'west'],
    ne: ['ne', 'northeast'],
    nw: ['nw', 'northwest'],
    se: ['se', 'southeast'],
    sw: ['sw', 'southwest'],
  }).flatMap(([short, words]) => words.map((word): [string, string] => [word, short])),
)

/** Directionals written out, for searches while a text is typed. */
export const DIRECTIONAL_NAMES: Readonly<Record<string, string>> = {
  n: 'north',
  s: 'south',
  e: 'east',
  w: 'west',
  ne: 'northeast',
  nw: 'northwest',
  se: 'southeast',
  sw: 'southwest',
}
