import { parse } from 'csv-parse/browser/esm/sync'
import { formatLocationRef, type LocationRef, toLatLng } from '../location-ref.ts'
import { parseTypedPoint } from '../search/typed-point.ts'

/** Lines that are read of one text or file; further ones are reported. */
export const LINES_MAX = 500
/** Characters of a text or file: 500 addresses with many columns beside them. */
export const TEXT_MAX = 1_000_000
const ADDRESS_MIN = 3
const ADDRESS_MAX = 500

/** One line of a list: a location, or why it is none. */
export interface PastedLine {
  /** From 1 on, as editors count. */
  line: number
  text: string
  ref: LocationRef | null
  problem: string | null
}

export interface PastedLines {
  lines: PastedLine[]
  /** Lines beyond `LINES_MAX`. */
  left: number
}

/** Columns by what they hold, each with the names that they have in files. */
const COLUMNS = {
  lat: ['lat', 'latitude', 'y'],
  lng: ['lng', 'lon', 'long', 'longitude', 'x'],
  parcel: ['parcel_key', 'parcel'],
  address: ['address', 'full_address', 'location', 'street', 'street_address', 'situs_address'],
  city: ['city', 'town'],
  state: ['state'],
  zip: ['zip', 'zip_code', 'zipcode', 'postcode', 'postal_code'],
} as const
type Column = keyof typeof COLUMNS

/**
 * Reads a list of locations: a table with a line of names, such as `lat,lng` or `address,city`, or
 * one location a line: an address, coordinates or a parcel key.
 */
export function readPastedLines(text: string): PastedLines {
  const whole = text.slice(0, TEXT_MAX).replace(/^\uFEFF/, '')
  const found = readTable(whole) ?? readPlainLines(whole)
  return { lines: found.slice(0, LINES_MAX), left: Math.max(0, found.length - LINES_MAX) }
}

/** Reads a table by its line of names; null where the first line has none that is known. */
function readTable(text: string): PastedLine[] | null {
  const head = text.split(/\r?\n/).find((line) => line.trim() !== '') ?? ''
  const delimiter = [',', '\t', ';'].reduce((best, each) =>
    head.split(each).length > head.split(best).length ? each : best,
  )
  const names = head.split(delimiter).map(columnOf)
  const isTable =
    names.includes('address') ||
    names.includes('parcel') ||
    (names.includes('lat') && names.includes('lng'))
  if (!isTable) return null
  const records = parse(text, {
    delimiter,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
  }) as unknown as { record: string[]; info: { lines: number } }[]
  const columns = records[0].record.map(columnOf)
  return records.slice(1).map(({ record, info }) => {
    const cells: Partial<Record<Column, string>> = {}
    for (const [i, column] of columns.entries())
      if (column && record[i]) cells[column] ??= record[i]
    const found = locationOf(cells)
    const text = found.ref ? formatLocationRef(found.ref) : record.join(', ')
    return { line: info.lines, text, ...found }
  })
}

function columnOf(name: string): Column | null {
  const plain = name
    .trim()
    .replace(/^"|"$/g, '')
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
  const found = Object.entries(COLUMNS).find(([, names]) => names.some((each) => each === plain))
  return found ? (found[0] as Column) : null
}

function locationOf({
  lat,
  lng,
  parcel,
  address,
  city,
  state,
  zip,
}: Partial<Record<Column, string>>) {
  if (lat && lng) {
    const at = isNumber(lat) && isNumber(lng) ? toLatLng(Number(lat), Number(lng)) : null
    return at
      ? { ref: { at }, problem: null }
      : { ref: null, problem: `${lat}, ${lng} are not a latitude and a longitude in degrees.` }
  }
  if (parcel) return readKey(parcel)
  if (!address) return { ref: null, problem: 'This row has no coordinates and no address.' }
  const area = [state, zip].filter(Boolean).join(' ')
  return readAddress([address, city, area].filter(Boolean).join(', '))
}

const isNumber = (text: string) => /^[+-]?\d{1,3}(?:\.\d*)?$/.test(text.trim())

function readPlainLines(text: string): PastedLine[] {
  return text.split(/\r?\n/).flatMap((each, i): PastedLine[] => {
    const line = each
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .trim()
    return line === '' ? [] : [{ line: i + 1, text: line, ...readLine(line) }]
  })
}

function readLine(text: string) {
  const at = parseTypedPoint(text.replace(/\t/g, ' '))
  if (at) return { ref: { at }, problem: null }
  if (/^pk_\w+$/.test(text)) return readKey(text)
  if (!/[a-z]/i.test(text))
    return { ref: null, problem: 'This is neither coordinates in degrees nor an address.' }
  return readAddress(text)
}

function readKey(parcel: string) {
  const isKey = parcel.length >= 4 && parcel.length <= 200
  return isKey
    ? { ref: { parcel }, problem: null }
    : { ref: null, problem: 'A parcel key has 4 to 200 characters.' }
}

function readAddress(address: string) {
  const isAddress = address.length >= ADDRESS_MIN && address.length <= ADDRESS_MAX
  return isAddress
    ? { ref: { address }, problem: null }
    : { ref: null, problem: `An address has ${ADDRESS_MIN} to ${ADDRESS_MAX} characters.` }
}
