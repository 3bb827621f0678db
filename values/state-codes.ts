/**
 * USPS codes by the FIPS code of a state or territory (Census, ANSI INCITS 38:
 * https://www.census.gov/library/reference/code-lists/ansi.html). 99 is not a state: it is
 * the code of the fictional sample county, whose files use ZZ.
 */
const POSTAL_CODES: ReadonlyMap<string, string> = new Map(
  (
    '01AL 02AK 04AZ 05AR 06CA 08CO 09CT 10DE 11DC 12FL 13GA 15HI 16ID 17IL 18IN 19IA 20KS 21KY ' +
    '22LA 23ME 24MD 25MA 26MI 27MN 28MS 29MO 30MT 31NE 32NV 33NH 34NJ 35NM 36NY 37NC 38ND 39OH ' +
    '40OK 41OR 42PA 44RI 45SC 46SD 47TN 48TX 49UT 50VT 51VA 53WA 54WV 55WI 56WY 60AS 66GU 69MP ' +
    '72PR 78VI 99ZZ'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), entry.slice(2)]),
)

/** USPS code of a state, from its FIPS code or that of one of its counties; null for others. */
export function postalCodeOf(fips: string): string | null {
  return POSTAL_CODES.get(fips.slice(0, 2)) ?? null
}
