/** The size at which an answer may have been cut, and who sets it, for messages. */
export interface PageLimit {
  rows: number
  from: string
}

/** Parameters that bound an answer: Socrata, OGC API, WFS 2.0 and 1.1, ArcGIS, OData. */
const SIZE_NAMES = /^(\$limit|limit|count|maxfeatures|resultrecordcount|\$top)$/i
/** Parameters that make a page another than the first. */
const START_NAMES = /^(\$offset|offset|startindex|resultoffset|\$skip)$/i

/** `/resource/ydr8-5enu.json`: https://dev.socrata.com/docs/endpoints */
const SOCRATA_PATH = /\/resource\/[\w]{4}-[\w]{4}(\.\w+)?$/
/**
 * Rows that Socrata returns without `$limit`, and the most of its version 2.0:
 * https://dev.socrata.com/docs/queries/limit
 */
const SOCRATA_DEFAULT = 1000
const SOCRATA_MAX = 50_000

/**
 * `/api/v3/views/ydr8-5enu/query.json?pageNumber=1&pageSize=1000`:
 * https://dev.socrata.com/docs/queries/page
 */
const SOCRATA_3_PATH = /\/api\/v3\/views\/[\w]{4}-[\w]{4}\//

/**
 * `/FeatureServer/0/query`:
 * https://developers.arcgis.com/rest/services-reference/enterprise/query-feature-service-layer/
 */
const ARCGIS_PATH = /\/(Feature|Map)Server\/\d+\/query\/?$/i
/**
 * Limits that ArcGIS servers are delivered with: 1,000 in recorded metadata of 10.1 to 10.31, 500
 * in a full page of a server that states none, 2,000 for hosted layers. Servers before 10.1 cut
 * silently.
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
  const page = socrataPage(parsed)
  if (page) add(page.rows, `pageSize=${page.rows} in its URL`)
  // A server applies its own maximum when a URL requests more.
  if (ARCGIS_PATH.test(parsed.pathname))
    for (const rows of ARCGIS_DEFAULTS) add(rows, 'a default of ArcGIS servers')
  return limits
}

/** Row at which the answer begins; 0 unless the URL states another. */
export function pageStartOf(url: string): number {
  const parsed = URL.parse(url)
  if (parsed === null) return 0
  for (const [name, value] of parsed.searchParams)
    if (START_NAMES.test(name) && /^\d+$/.test(value)) return Number(value)
  const page = socrataPage(parsed)
  return page ? (page.number - 1) * page.rows : 0
}

/** The URL without the parameters in which its pages differ: pages of one answer share it. */
export function unpagedUrl(url: string): string {
  const parsed = URL.parse(url)
  if (parsed === null) return url
  if (socrataPage(parsed))
    for (const name of ['pageNumber', 'pageSize']) parsed.searchParams.delete(name)
  for (const name of [...parsed.searchParams.keys()])
    if (SIZE_NAMES.test(name) || START_NAMES.test(name)) parsed.searchParams.delete(name)
  parsed.searchParams.sort()
  return parsed.href
}

/** The page that a URL of Socrata 3 names: others count pages from 0, or name them otherwise. */
function socrataPage({ pathname, searchParams }: URL): { number: number; rows: number } | null {
  const [number, rows] = ['pageNumber', 'pageSize'].map((name) => Number(searchParams.get(name)))
  return SOCRATA_3_PATH.test(pathname) && rows > 0 ? { number: Math.max(1, number), rows } : null
}
