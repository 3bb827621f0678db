/** The size at which an answer may have been cut, and who sets it, in words. */
export interface PageLimit {
  rows: number
  from: string
}

/** Parameters that bound an answer: Socrata, OGC API, WFS 2.0 and 1.1, ArcGIS. */
const SIZE_NAMES = /^(\$limit|limit|count|maxfeatures|resultrecordcount)$/i
/** Parameters by which a page is not the first. */
const START_NAMES = /^(\$offset|offset|startindex|resultoffset)$/i

/** `/resource/ydr8-5enu.json`: https://dev.socrata.com/docs/endpoints */
const SOCRATA_PATH = /\/resource\/[\w]{4}-[\w]{4}(\.\w+)?$/
/** What Socrata answers without `$limit`, and the most of its version 2.0: https://dev.socrata.com/docs/queries/limit */
const SOCRATA_DEFAULT = 1000
const SOCRATA_MAX = 50_000

/** `/FeatureServer/0/query`: https://developers.arcgis.com/rest/services-reference/enterprise/query-feature-service-layer/ */
const ARCGIS_PATH = /\/(Feature|Map)Server\/\d+\/query\/?$/i
/**
 * Limits that ArcGIS servers are delivered with: 1,000 in recorded metadata of 10.1 to 10.31, 500 in a
 * full page of a server that states none, 2,000 for hosted layers. Servers before 10.1 cut without a word.
 */
const ARCGIS_DEFAULTS = [500, 1000, 2000]

/** The sizes at which an answer to this URL counts as cut; none for an address of a plain file. */
export function pageLimitsOf(url: string): PageLimit[] {
  const parsed = URL.parse(url)
  if (parsed === null) return []
  const limits = [...parsed.searchParams]
    .filter(([name, value]) => SIZE_NAMES.test(name) && /^\d+$/.test(value))
    .map(([name, value]) => ({ rows: Number(value), from: `${name}=${value} in its URL` }))
  const add = (rows: number, from: string) => limits.push({ rows, from })
  if (SOCRATA_PATH.test(parsed.pathname)) {
    if (!parsed.searchParams.has('$limit')) add(SOCRATA_DEFAULT, 'the default of Socrata')
    add(SOCRATA_MAX, 'the most that Socrata answers at once')
  }
  if (ARCGIS_PATH.test(parsed.pathname) && limits.length === 0)
    for (const rows of ARCGIS_DEFAULTS) add(rows, 'a default of ArcGIS servers')
  return limits
}

/** Row at which the answer begins; 0 unless the URL states another. */
export function pageStartOf(url: string): number {
  for (const [name, value] of URL.parse(url)?.searchParams ?? [])
    if (START_NAMES.test(name) && /^\d+$/.test(value)) return Number(value)
  return 0
}

/** The URL without the parameters in which its pages differ: pages of one answer share it. */
export function unpagedUrl(url: string): string {
  const parsed = URL.parse(url)
  if (parsed === null) return url
  for (const name of [...parsed.searchParams.keys()])
    if (SIZE_NAMES.test(name) || START_NAMES.test(name)) parsed.searchParams.delete(name)
  parsed.searchParams.sort()
  return parsed.href
}
