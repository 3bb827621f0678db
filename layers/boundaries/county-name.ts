/** The word for a county equivalent, by state, where it is not County. */
const BY_STATE: Readonly<Record<string, string>> = {
  '22': 'Parish',
  '69': 'Municipality',
  '72': 'Municipio',
  '78': 'Island',
}

const ALASKA: Readonly<Record<string, readonly string[]>> = {
  Borough: '013 060 068 090 100 122 130 150 164 170 185 188 195'.split(' '),
  'Census Area': '016 050 063 066 070 105 158 180 198 240 261 290'.split(' '),
  'City and Borough': '110 220 275 282'.split(' '),
  Municipality: ['020', '230'],
}

/**
 * Cities outside any county, except those of Virginia; Carson City and the capital have no suffix.
 */
const CITIES: ReadonlySet<string> = new Set(['24510', '29510'])
const BARE: ReadonlySet<string> = new Set(['11001', '32510', '66010'])

/** Virginia numbers its independent cities from here on. */
const VIRGINIA_CITIES_FROM = 510

/**
 * The county's whole name as the Census Bureau writes it (`NAMELSAD`), for files that give the
 * short one: `23019`, `Penobscot` is Penobscot County. The name stays as it is where the code does
 * not determine the word. Codes and words: national_county.txt of the 2010
 * census, https://www.census.gov/library/reference/code-lists/ansi.html, and
 * `values/county-fips.ts`.
 */
export function countyFullName(geoid: string, name: string): string {
  const word = wordOf(geoid)
  return word === null || name.toLowerCase().endsWith(` ${word.toLowerCase()}`)
    ? name
    : `${name} ${word}`
}

function wordOf(geoid: string): string | null {
  const [state, county] = [geoid.slice(0, 2), geoid.slice(2)]
  if (BARE.has(geoid)) return null
  if (CITIES.has(geoid)) return 'city'
  if (state in BY_STATE) return BY_STATE[state]
  if (state === '02')
    return Object.keys(ALASKA).find((word) => ALASKA[word].includes(county)) ?? null
  if (state === '51') return Number(county) < VIRGINIA_CITIES_FROM ? 'County' : 'city'
  // Nine planning regions since 2022; the eight counties before them have numbers below 100.
  if (state === '09') return Number(county) < 100 ? 'County' : 'Planning Region'
  // Districts and islands of American Samoa, and codes of no state.
  return Number(state) < 60 ? 'County' : null
}
