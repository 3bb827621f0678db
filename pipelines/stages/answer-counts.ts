import { createReadStream } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { scanCsv } from './csv-records.ts'
import { JsonScan } from './json-scan.ts'
import { XmlMembers } from './xml-members.ts'

/** Number of records in a server's answer, and what the answer states about its completeness. */
export interface AnswerCounts {
  /** Features, rows or records in the file; null when unknown. */
  rows: number | null
  /** How many match on the server. */
  matched: number | null
  /** How many the server states to have sent. */
  returned: number | null
  /** The field that states that there are more, for messages. */
  more: string | null
  /** Why the file cannot be whole, whatever it states. */
  cut: string | null
}

const UNKNOWN: AnswerCounts = { rows: null, matched: null, returned: null, more: null, cut: null }
/** A shapefile begins with its code, and has its length in 16-bit words at byte 24. */
const SHP_HEAD_BYTES = 28
const SHP_CODE = 9994
/** dBASE: records at byte 4, bytes of the header at 8 and of a record at 10. */
const DBF_HEAD_BYTES = 32

/** Starts of JSON: an INI file and RTF begin with a bracket too. */
const JSON_START = /^(\{\s*["}]|\[\s*([[{"\d\-\]]|(true|false|null)\b))/
/**
 * Counts the records of a file and reads what it states about its own completeness: GeoJSON, Esri
 * JSON, rows of JSON and GML by their content, whatever the name; CSV, lines of JSON and a
 * shapefile by the suffix. Null for another format.
 */
export async function readAnswerCounts(file: string, name = file): Promise<AnswerCounts | null> {
  if (/\.shp$/i.test(name)) return await shapefileCounts(file)
  if (/\.(csv|txt)$/i.test(name)) return await csvCounts(file)
  if (/\.tsv$/i.test(name)) return await tabCounts(file)
  if (/\.(ndjson|jsonl|geojsonl|geojsons)$/i.test(name)) return await linesCounts(file)
  // A table's first byte is its version, and `{` is one of them. A geodatabase is a folder.
  if (/\.dbf$/i.test(name) || (await stat(file)).isDirectory()) return null
  const start = (await textAt(file, 0, 64)).replace(/^\ufeff/, '').trimStart()
  // An index of a geodatabase may begin with a bracket, and has zeros in it.
  const isJsonName = /\.(json|geojson|topojson)$/i.test(name)
  if (isJsonName ? /^[[{]/.test(start) : JSON_START.test(start) && !start.includes('\0'))
    return await jsonCounts(file)
  return start.startsWith('<') ? await gmlCounts(file) : null
}

/** Where an answer states how many match: OGC and GeoServer, Opendatasoft, CKAN. */
const MATCHED = /^(numberMatched|totalFeatures|total_count|result\.total)$/
/** Where an answer names its next page: Django and JSON:API, OData 4 and 3. */
const NEXT = /^((links\.)?next|@?odata\.nextLink)$/
const ADDRESS = /^(https?:|\\?\/|\?)/
/**
 * Lists of features or rows: GeoJSON and Esri, Django and Opendatasoft, OData, Opendatasoft 1,
 * CKAN.
 */
const LISTS = ['features', 'results', 'value', 'records', 'result.records']

async function jsonCounts(file: string): Promise<AnswerCounts> {
  const counts = { ...UNKNOWN }
  let flag: string | null = null
  const scan = new JsonScan((path, text) => {
    const where = path.join('.')
    if (/^(properties\.)?exceededTransferLimit$/.test(where) && text === 'true')
      flag = `its "${where}" is true`
    if (where === 'links..rel' && text === 'next') counts.more ??= 'it has a link to a next page'
    if (NEXT.test(where) && ADDRESS.test(text)) counts.more ??= 'it names a next page'
    if (MATCHED.test(where)) counts.matched ??= wholeNumber(text)
    if (where === 'numberReturned') counts.returned = wholeNumber(text)
  })
  for await (const chunk of createReadStream(file, { highWaterMark: 2 ** 20 })) scan.read(chunk)
  if (scan.isCutShort) counts.cut = 'its JSON ends in the middle'
  // Documents by lines are rows, which have columns of any name.
  if (scan.roots > 1) return { ...UNKNOWN, rows: scan.roots, more: flag, cut: counts.cut }
  const more = flag ?? counts.more
  return { ...counts, rows: scan.rootItems ?? rowsIn(scan.items), more }
}

function rowsIn(items: ReadonlyMap<string, number>): number | null {
  const list = LISTS.find((name) => items.has(name))
  return list === undefined ? null : items.get(list)!
}

/** Counts lines of JSON. The reader counts lines in the middle that are not JSON. */
async function linesCounts(file: string): Promise<AnswerCounts> {
  const counts = { ...UNKNOWN, rows: 0 }
  let last = ''
  const input = createReadStream(file, 'utf8')
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    if (line.trim() === '') continue
    counts.rows++
    last = line
  }
  const hasEnd = /[\n\r]$/.test(await textAt(file, -1, 1))
  // A record separator may precede a line (RFC 8142). Another encoding is refused by the readers.
  const record = last.slice(Math.max(0, last.search(/[[{]/)))
  if (!hasEnd && !record.includes('\0') && !isJson(record))
    counts.cut = 'its last line ends in the middle'
  return counts
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** WFS 2.0 states both numbers, 1.1 what it sent: OGC 09-025r2, 7.7.4.3; OGC 04-094, 9.3. */
async function gmlCounts(file: string): Promise<AnswerCounts | null> {
  const scan = new XmlMembers()
  for await (const chunk of createReadStream(file, { encoding: 'utf8', highWaterMark: 2 ** 20 })) {
    scan.read(chunk)
    if (scan.isOther) return null
  }
  const { attributes, features, isTruncated, isWhole } = scan
  if (attributes === null) return null
  const stated = (name: string) =>
    new RegExp(`\\b${name}\\s*=\\s*["']([^"']*)["']`).exec(attributes)?.[1]
  const matched = wholeNumber(stated('numberMatched'))
  const returned = wholeNumber(stated('numberReturned') ?? stated('numberOfFeatures'))
  // A server that streams (deegree) knows neither number, and the schema has no "unknown" for this
  // one.
  const isUnknown = matched === null && returned === 0
  const next = stated('next') ? 'it names a next page' : null
  return {
    rows: features,
    matched,
    returned: isUnknown ? null : returned,
    more: isTruncated ? 'it has a "truncatedResponse"' : next,
    cut: isWhole ? null : 'its XML ends in the middle',
  }
}

/** Tabs always separate cells: a quote is an ordinary character here. */
async function tabCounts(file: string): Promise<AnswerCounts> {
  const lines = { count: 0, header: '', last: '' }
  const input = createReadStream(file, 'utf8')
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    if (line === '') continue
    if (lines.count++ === 0) lines.header = line
    lines.last = line
  }
  const tabs = (line: string) => line.split('\t').length
  const hasEnd = /[\n\r]$/.test(await textAt(file, -1, 1))
  const isCut = !hasEnd && tabs(lines.last) < tabs(lines.header)
  const rows = Math.max(0, lines.count - 1)
  return { ...UNKNOWN, rows, cut: isCut ? 'its last record ends in the middle' : null }
}

async function csvCounts(file: string): Promise<AnswerCounts> {
  const { records, isCutShort, openQuoteLine } = await scanCsv(file)
  const isCut = isCutShort || openQuoteLine !== null
  return { ...UNKNOWN, rows: records, cut: isCut ? 'its last record ends in the middle' : null }
}

/** A shapefile states its length, its table counts its records and states how long they are. */
async function shapefileCounts(file: string): Promise<AnswerCounts> {
  const table = await tableCounts(file)
  const head = await bytesAt(file, 0, SHP_HEAD_BYTES)
  const { size } = await stat(file)
  const isShapefile = head.length === SHP_HEAD_BYTES && head.readInt32BE(0) === SHP_CODE
  // GDAL reads a shorter file and leaves out the shapes that it lost.
  const bytes = isShapefile ? head.readInt32BE(24) * 2 : 0
  if (size >= bytes) return table
  return { ...table, cut: `it has ${size} of the ${bytes} bytes that its header states` }
}

async function tableCounts(file: string): Promise<AnswerCounts> {
  for (const suffix of ['.dbf', '.DBF']) {
    const table = file.replace(/\.shp$/i, suffix)
    const head = await bytesAt(table, 0, DBF_HEAD_BYTES).catch(() => null)
    if (head?.length !== DBF_HEAD_BYTES || table === file) continue
    const rows = head.readUInt32LE(4)
    const bytes = head.readUInt16LE(8) + rows * head.readUInt16LE(10)
    const { size } = await stat(table)
    const cut = size < bytes ? `its table has ${size} of ${bytes} bytes` : null
    return { ...UNKNOWN, rows, cut }
  }
  return UNKNOWN
}

/** A stated count; null when it is not stated: WFS writes `unknown`, GeoServer -1. */
function wholeNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : null
}

async function textAt(file: string, at: number, length: number): Promise<string> {
  return (await bytesAt(file, at, length)).toString('utf8')
}

/** Bytes from a place, counted from the end where it is negative. */
async function bytesAt(file: string, at: number, length: number): Promise<Buffer> {
  const handle: FileHandle = await open(file)
  try {
    const from = at < 0 ? Math.max(0, (await handle.stat()).size + at) : at
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, from)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
