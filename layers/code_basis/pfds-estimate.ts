/** The row and column of the table that the contract requires. */
const DURATION = '24-hr:'
const RECURRENCE_YEARS = '100'

/** Lines of the head that define the numbers: another unit or series is another quantity. */
const WANTED = [
  ['Point precipitation frequency estimates (inches)', 'depths in inches'],
  ['Data type: Precipitation depth', 'depths, not intensities'],
  ['Time series type: Partial duration', 'the partial duration series'],
] as const

/** The estimate of a file's point, in the columns of the table of estimates. */
export interface PfdsEstimate {
  lat: number
  lng: number
  rainfall_100yr_24hr_in: number
  volume: string
  version: string
}

/** The server's error for a point in no volume, in a line of JavaScript under HTTP 200. */
const OUTSIDE = /is not within a project area/

/**
 * Parses one point estimate of NOAA's Precipitation Frequency Data Server as its CSV download has
 * it (`fe_text_mean.csv`, English units): a head of lines, then the table, then the time. Returns
 * the columns of the file, or its problem; `isOutside` is true when no volume of the atlas holds
 * the point.
 */
export function parsePfdsEstimate(
  text: string,
): { estimate: PfdsEstimate } | { problem: string; isOutside?: boolean } {
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  const error = /ErrorMsg\s*=\s*'([^']*)'/.exec(text)
  if (error)
    return {
      problem: `the server answered ${JSON.stringify(error[1])}`,
      isOutside: OUTSIDE.test(error[1]),
    }
  for (const [line, meaning] of WANTED)
    if (!lines.includes(line)) return { problem: `it does not state that it gives ${meaning}` }
  const volume = match(lines, /^NOAA Atlas 14 Volume (\S+) Version (\S+)$/)
  const lat = match(lines, /^Latitude:\s*(-?\d+(?:\.\d+)?) Degree$/)
  const lng = match(lines, /^Longitude:\s*(-?\d+(?:\.\d+)?) Degree$/)
  if (!volume || !lat || !lng)
    return { problem: 'it does not state volume, latitude and longitude' }
  const depth = depthIn(lines)
  if (depth === null) return { problem: 'it has no 24-hour depth of 100 years' }
  const estimate = {
    lat: Number(lat[0]),
    lng: Number(lng[0]),
    rainfall_100yr_24hr_in: depth,
    volume: volume[0],
    version: volume[1],
  }
  return { estimate }
}

/**
 * Depth from the table of estimates: downloads may add tables of the confidence limits after it.
 */
function depthIn(lines: string[]): number | null {
  const start = lines.indexOf('PRECIPITATION FREQUENCY ESTIMATES')
  if (start < 0) return null
  const [head, ...rest] = lines.slice(start + 1)
  const end = rest.indexOf('')
  const row = (end < 0 ? rest : rest.slice(0, end)).find((line) => line.startsWith(DURATION))
  const years = cells(head ?? '')
  const column = years.indexOf(RECURRENCE_YEARS)
  const values = row ? cells(row) : []
  // A row that was cut short may end within the number: 12.1 would be read as 1.
  const value = column >= 0 && values.length === years.length ? values[column] : undefined
  return value !== undefined && /^\d+(\.\d+)?$/.test(value) && Number(value) > 0
    ? Number(value)
    : null
}

/** Cells of a line after its label. */
function cells(line: string): string[] {
  return line
    .split(',')
    .slice(1)
    .map((cell) => cell.trim())
}

function match(lines: string[], pattern: RegExp): string[] | null {
  for (const line of lines) {
    const found = pattern.exec(line)
    if (found) return found.slice(1)
  }
  return null
}
