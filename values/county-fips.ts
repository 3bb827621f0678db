/**
 * Counties whose census codes changed: one edition of a source uses the old code, another the new.
 * Source of all but Connecticut: Census, "Substantial Changes to Counties and County Equivalent
 * Entities",
 * https://www.census.gov/programs-surveys/geography/technical-documentation/county-changes.html
 *
 * `after` lists every code that any of the land went to: Connecticut's lines were redrawn town by
 * town. Changes that moved land between codes that both stayed are not here, nor is Broomfield,
 * Colorado (08014, cut from four counties in 2001): every source since then has it.
 */
const CHANGES: readonly (readonly [before: string, after: readonly string[]])[] = [
  // 1997-11-13: Dade County, Florida, is named Miami-Dade.
  ['12025', ['12086']],
  // 2001-07-01 and 2013-07-01: two cities of Virginia join the counties around them.
  ['51560', ['51005']],
  ['51515', ['51019']],
  // 2007 and 2008, Alaska: Skagway; Wrangell and Petersburg, of which Kake went to Prince of
  // Wales-Hyder in 2013; Prince of Wales, part of which went to Ketchikan.
  ['02232', ['02105', '02230']],
  ['02280', ['02195', '02198', '02275']],
  ['02201', ['02130', '02198', '02275']],
  // 2015: Shannon County is Oglala Lakota, Wade Hampton is Kusilvak.
  ['46113', ['46102']],
  ['02270', ['02158']],
  // 2019-01-02: Valdez-Cordova is Chugach and Copper River.
  ['02261', ['02063', '02066']],
  // 2022: Connecticut's eight counties give way to nine planning regions
  // (https://www.federalregister.gov/d/2022-12063), by the towns of
  // https://github.com/CT-Data-Collaborative/ct-town-to-planning-region.
  ['09001', ['09120', '09140', '09190']],
  ['09003', ['09110', '09140', '09160']],
  ['09005', ['09140', '09160', '09190']],
  ['09007', ['09130']],
  ['09009', ['09140', '09170']],
  ['09011', ['09130', '09150', '09180']],
  ['09013', ['09110', '09150']],
  ['09015', ['09150', '09180']],
]

/**
 * Codes that took in a neighbour's land and stayed: a source of any edition has them, so they need
 * no other code. The neighbour's old code would bring in the neighbour's rows.
 */
const STAYED: ReadonlySet<string> = new Set(['02130', '51005', '51019'])

/** The other codes of each county that has some. */
const COUNTERPARTS: ReadonlyMap<string, readonly string[]> = new Map(
  CHANGES.flatMap(([before, after]) => [before, ...after]).map((fips) => [fips, othersOf(fips)]),
)

function othersOf(fips: string): string[] {
  return CHANGES.flatMap(([before, after]) => {
    if (before === fips) return [...after]
    return after.includes(fips) && !STAYED.has(fips) ? [before] : []
  }).sort()
}

/** The other codes that a source of another edition may use for the county; none for most. */
export function countyCounterparts(fips: string): readonly string[] {
  return COUNTERPARTS.get(fips) ?? []
}
