import { createReadStream } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { scanCsv } from './csv-records.ts'
import { JsonScan } from './json-scan.ts'

/** What a file that a server answered holds, and what it states about itself. */
export interface AnswerCounts {
  /** Features, rows or records in the file; null where that is not known. */
  rows: number | null
  /** How many match on the server. */
  matched: number | null
  /** How many the server states to have sent. */
  returned: number | null
  /** What states that there are more, in words. */
  more: string | null
  /** Why the file cannot be whole whatever it states. */
  cut: string | null
}

const UNKNOWN: AnswerCounts = { rows: null, matched: null, returned: null, more: null, cut: null }
/** The first element of a WFS answer with its namespaces is some thousand bytes. */
const XML_HEAD_BYTES = 64 * 1024
const XML_TAIL_BYTES = 1024
/** dBASE: records at byte 4, bytes of the header at 8 and of a record at 10. */
const DBF_HEAD_BYTES = 32

/**
 * Reads what a file states of its own extent, by its content: GeoJSON, Esri JSON, rows of JSON, GML,
 * CSV by its suffix, and the table of a shapefile. Null for another format.
 */
export async function readAnswerCounts(file: string, name = file): Promise<AnswerCounts | null> {
  if (/\.shp$/i.test(name)) return await shapefileCounts(file)
  if (/\.(csv|txt)$/i.test(name)) return await csvCounts(file)
  if (/\.(ndjson|jsonl|geojsonl|geojsons)$/i.test(name)) return await linesCounts(file)
  if (!/\.(json|geojson|topojson|gml|xml)$/i.test(name)) return null
  const start = (await textAt(file, 0, 64)).replace(/^\ufeff/, '').trimStart()
  if (/^[[{]/.test(start)) return await jsonCounts(file)
  return start.startsWith('<') ? await gmlCounts(file) : null
}

async function jsonCounts(file: string): Promise<AnswerCounts> {
  const counts = { ...UNKNOWN }
  const scan = new JsonScan((path, text) => {
    const where = path.join('.')
    if (/^(properties\.)?exceededTransferLimit$/.test(where) && text === 'true')
      counts.more = `its "${where}" is true`
    if (where === 'links..rel' && text === 'next') counts.more ??= 'it has a link to a next page'
    if (/^(numberMatched|totalFeatures)$/.test(where)) counts.matched ??= wholeNumber(text)
    if (where === 'numberReturned') counts.returned = wholeNumber(text)
  })
  for await (const chunk of createReadStream(file, { highWaterMark: 2 ** 20 })) scan.read(chunk)
  const isLines = scan.roots > 1
  counts.rows = isLines ? scan.roots : (scan.rootItems ?? scan.items.get('features') ?? null)
  if (scan.isCutShort) counts.cut = 'its JSON ends in the middle'
  return counts
}

/** Lines of JSON: those in the middle that are none are counted where they are read. */
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
  const head = await textAt(file, 0, XML_HEAD_BYTES)
  const root = /<((?:[\w.-]+:)?FeatureCollection)\b([^>]*)>/.exec(head)
  if (root === null) return null
  const [, element, attributes] = root
  const stated = (name: string) =>
    new RegExp(`\\b${name}\\s*=\\s*["']([^"']*)["']`).exec(attributes)?.[1]
  const tail = await textAt(file, -XML_TAIL_BYTES, XML_TAIL_BYTES)
  const isWhole = attributes.endsWith('/') || tail.includes(`</${element}`)
  return {
    ...UNKNOWN,
    matched: wholeNumber(stated('numberMatched')),
    returned: wholeNumber(stated('numberReturned') ?? stated('numberOfFeatures')),
    more: stated('next') ? 'it names a next page' : null,
    cut: isWhole ? null : 'its XML ends in the middle',
  }
}

async function csvCounts(file: string): Promise<AnswerCounts> {
  const { records, isCutShort, openQuoteLine } = await scanCsv(file)
  const isCut = isCutShort || openQuoteLine !== null
  return { ...UNKNOWN, rows: records, cut: isCut ? 'its last record ends in the middle' : null }
}

/** A shapefile's table counts its records, and states how long they are. */
async function shapefileCounts(file: string): Promise<AnswerCounts | null> {
  for (const suffix of ['.dbf', '.DBF']) {
    const table = file.replace(/\.shp$/i, suffix)
    const head = await bytesAt(table, 0, DBF_HEAD_BYTES).catch(() => null)
    if (head?.length !== DBF_HEAD_BYTES) continue
    const rows = head.readUInt32LE(4)
    const bytes = head.readUInt16LE(8) + rows * head.readUInt16LE(10)
    const { size } = await stat(table)
    const cut = size < bytes ? `its table has ${size} of ${bytes} bytes` : null
    return { ...UNKNOWN, rows, cut }
  }
  return null
}

/** Null for what is not stated: WFS writes `unknown`, GeoServer -1. */
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
