/**
 * Counties whose census codes changed: what one edition of a source calls A, another calls B.
 * Many to many where land was cut anew, as in Connecticut, whose 8 counties gave way to 9 planning
 * regions in 2022 (https://www.federalregister.gov/d/2022-12063).
 */
const CHANGES: readonly (readonly [before: string, after: readonly string[]])[] = [
  ['02261', ['02063', '02066']],
  ['02270', ['02158']],
  ['46113', ['46102']],
  ['51515', ['51019']],
]

/** The other codes that a source of another edition may use for the county; none for most. */
export function countyCounterparts(fips: string): string[] {
  return CHANGES.flatMap(([before, after]) => {
    if (before === fips) return [...after]
    return after.includes(fips) ? [before] : []
  }).sort()
}
