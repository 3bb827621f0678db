import { round } from '../../values/round.ts'
import { RowError } from '../../values/row-error.ts'

/**
 * Site coefficients of Site Class D in one edition of ASCE 7: Fa of Table 11.4-1 at each mapped SS
 * of `ss`, Fv of Table 11.4-2 at each S1 of `s1`, linear between and constant outside.
 */
interface SiteCoefficients {
  ss: number[]
  fa: number[]
  s1: number[]
  fv: number[]
  /** From this S1 on the edition requires a hazard analysis of the site (11.4.8): no SD1. */
  noSd1At: number
}

const OF_7_05: SiteCoefficients = {
  ss: [0.25, 0.5, 0.75, 1, 1.25],
  fa: [1.6, 1.4, 1.2, 1.1, 1],
  s1: [0.1, 0.2, 0.3, 0.4, 0.5],
  fv: [2.4, 2, 1.8, 1.6, 1.5],
  noSd1At: Number.POSITIVE_INFINITY,
}
const OF_7_16: SiteCoefficients = {
  ss: [0.25, 0.5, 0.75, 1, 1.25, 1.5],
  fa: [1.6, 1.4, 1.2, 1.1, 1, 1],
  s1: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6],
  fv: [2.4, 2.2, 2, 1.9, 1.8, 1.7],
  noSd1At: 0.2,
}
/** 7-10 retained those of 7-05 under new maps; 7-22 maps SMS and SM1 themselves and has none. */
const SITE_CLASS_D = new Map([
  ['ASCE 7-05', OF_7_05],
  ['ASCE 7-10', OF_7_05],
  ['ASCE 7-16', OF_7_16],
])

/** Tables 11.6-1 and 11.6-2, Risk Categories I to III: the category from each value on. */
const CATEGORY_OF_SDS: [from: number, category: string][] = [
  [0.5, 'D'],
  [0.33, 'C'],
  [0.167, 'B'],
  [0, 'A'],
]
const CATEGORY_OF_SD1: [from: number, category: string][] = [
  [0.2, 'D'],
  [0.133, 'C'],
  [0.067, 'B'],
  [0, 'A'],
]
/** Section 11.6: near a fault Risk Categories I to III are E whatever SDS and SD1 are. */
const S1_OF_CATEGORY_E = 0.75
/** The maps and the web services give three decimals. */
const DECIMALS = 3

export interface SeismicValues {
  sms: number
  sds: number
  /** Null when the edition requires a hazard analysis of the site. */
  sm1: number | null
  sd1: number | null
  category: string | null
}

/**
 * SMS = Fa SS, SDS = 2/3 SMS and the like for one second (11.4-1 to 11.4-4), Site Class D, from the
 * mapped SS and S1 in g; the category is the worse of both tables. Throws `RowError` for an edition
 * without site coefficients.
 */
export function seismicOfMapped(edition: string, ss: number, s1: number): SeismicValues {
  const site = SITE_CLASS_D.get(edition)
  if (!site)
    throw new RowError(
      'code_basis.no_site_coefficients',
      `${edition} has no site coefficients here: give SDS and SD1`,
    )
  const sms = interpolate(site.ss, site.fa, ss) * ss
  const sm1 = s1 >= site.noSd1At ? null : interpolate(site.s1, site.fv, s1) * s1
  const [sds, sd1] = [(sms * 2) / 3, sm1 === null ? null : (sm1 * 2) / 3]
  return {
    sms: round(sms, DECIMALS),
    sds: round(sds, DECIMALS),
    sm1: sm1 === null ? null : round(sm1, DECIMALS),
    sd1: sd1 === null ? null : round(sd1, DECIMALS),
    category: seismicCategory(sds, sd1, s1),
  }
}

/**
 * Seismic design category of Risk Categories I to III. Without S1 a category E cannot be
 * distinguished from D; without SD1 there is none, unless S1 alone makes it E.
 */
export function seismicCategory(sds: number, sd1: number | null, s1: number | null): string | null {
  if (s1 !== null && s1 >= S1_OF_CATEGORY_E) return 'E'
  if (sd1 === null) return null
  const worse = [categoryFrom(CATEGORY_OF_SDS, sds), categoryFrom(CATEGORY_OF_SD1, sd1)].sort()
  return worse[1]
}

function categoryFrom(table: [number, string][], value: number): string {
  return table.find(([from]) => value >= from)![1]
}

function interpolate(at: number[], values: number[], x: number): number {
  if (x <= at[0]) return values[0]
  const above = at.findIndex((each) => each >= x)
  if (above < 0) return values.at(-1)!
  const share = (x - at[above - 1]) / (at[above] - at[above - 1])
  return values[above - 1] + share * (values[above] - values[above - 1])
}
