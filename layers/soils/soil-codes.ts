/**
 * Choice lists of SSURGO whose values are shown verbatim. A build stores a value outside of
 * its list as it is and counts it, for a person to look at.
 * Domains: https://www.nrcs.usda.gov/sites/default/files/2022-08/SSURGO-Metadata-Domains-Report.pdf
 */

/** Domain drainage_class, driest first. */
export const DRAINAGE_CLASSES: readonly string[] = [
  'Excessively drained',
  'Somewhat excessively drained',
  'Well drained',
  'Moderately well drained',
  'Somewhat poorly drained',
  'Poorly drained',
  'Very poorly drained',
  'Subaqueous',
]

/** Domain hydrologic_group, low runoff potential first. */
export const HYDROLOGIC_GROUPS: readonly string[] = ['A', 'A/D', 'B', 'B/D', 'C', 'C/D', 'D']

/** Domain flooding_frequency_class; Common is of older editions. */
export const FLOODING_FREQUENCIES: readonly string[] = [
  'None',
  'Very rare',
  'Rare',
  'Occasional',
  'Common',
  'Frequent',
  'Very frequent',
]

/** Domain hydric_rating. */
export const HYDRIC_RATINGS: readonly string[] = ['Yes', 'No', 'Unranked']

/**
 * A hydrologic group for a sentence. A dual group has both of its letters and never a mean:
 * the first holds where the soil is drained, the second (always D) where it is not
 * (National Engineering Handbook, part 630, chapter 7).
 */
export function describeHydrologicGroup(group: string): string {
  const [drained, undrained] = group.split('/')
  return undrained === undefined
    ? `hydrologic group ${drained}`
    : `hydrologic group ${group} (${undrained} unless drained)`
}
