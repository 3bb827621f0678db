import { type FileHandle, open } from 'node:fs/promises'

/** Bytes from the start of a file that suffice to recognise its format. */
export const HEAD_BYTES = 1024

/** End of central directory: 22 bytes and a comment of at most 65,535 (APPNOTE 4.3.16). */
const ZIP_END_MAX = 22 + 0xffff

/** Formats by suffix, and the test of the first bytes for each. */
const FORMATS: { suffix: RegExp; what: string; matches: (head: Buffer) => boolean }[] = [
  { suffix: /\.(zip|kmz)$/i, what: 'a zip', matches: (head) => startsWith(head, 'PK\x03\x04') },
  { suffix: /\.(geo)?json$/i, what: 'JSON', matches: (head) => /^[[{]/.test(textOf(head)) },
  { suffix: /\.parquet$/i, what: 'Parquet', matches: (head) => startsWith(head, 'PAR1') },
  { suffix: /\.gz$/i, what: 'gzip', matches: (head) => startsWith(head, '\x1f\x8b') },
  {
    suffix: /\.gpkg$/i,
    what: 'a GeoPackage',
    matches: (head) => startsWith(head, 'SQLite format 3'),
  },
  { suffix: /\.(csv|txt)$/i, what: 'text', matches: (head) => !head.includes(0) },
]

/**
 * Why a file that begins with `head` is not of its name's format, or null. Servers answer 200 with
 * sign-in pages, error pages and Git-LFS pointers, and a pipeline must not read them as rows.
 */
export function findFormatProblem(name: string, head: Buffer): string | null {
  if (head.length === 0) return 'is empty'
  const text = textOf(head)
  if (text.startsWith('version https://git-lfs.github.com/spec/')) {
    return 'is a Git-LFS pointer, not the file it points to'
  }
  if (/\.html?$/i.test(name)) return null
  if (isHtml(text)) return 'is an HTML page'
  // ArcGIS answers an error as JSON with HTTP 200.
  if (/^\{\s*"error"\s*:/.test(text)) return `is an error message: ${text.slice(0, 120)}`
  for (const { suffix, what, matches } of FORMATS) {
    if (suffix.test(name) && !matches(head)) return `does not begin as ${what} does`
  }
  return null
}

/**
 * Why a whole file is not of its name's format, or null: `findFormatProblem`, and a zip has an end.
 */
export async function findFileFormatProblem(name: string, path: string): Promise<string | null> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const problem = findFormatProblem(name, await read(file, 0, Math.min(size, HEAD_BYTES)))
    if (problem !== null || !/\.(zip|kmz)$/i.test(name)) return problem
    const length = Math.min(size, ZIP_END_MAX)
    return zipEndProblem(await read(file, size - length, length), size)
  } finally {
    await file.close()
  }
}

/** A zip has its table of contents at the end, so a zip cut short has none. */
function zipEndProblem(tail: Buffer, size: number): string | null {
  for (let at = tail.length - 22; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== 0x06054b50) continue
    if (at + 22 + tail.readUInt16LE(at + 20) !== tail.length) continue
    const directoryBytes = tail.readUInt32LE(at + 12)
    const directoryAt = tail.readUInt32LE(at + 16)
    // 0xffffffff means that a zip64 record before this one holds the true value.
    const isZip64 = directoryAt === 0xffffffff || directoryBytes === 0xffffffff
    if (isZip64 || directoryAt + directoryBytes <= size - tail.length + at) return null
  }
  return 'is a zip without its end: it was cut short'
}

async function read(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
  return buffer.subarray(0, bytesRead)
}

function isHtml(text: string): boolean {
  const start = text.replace(/^(<\?xml[^>]*\?>|<!--[\s\S]*?-->|\s)+/, '')
  return /^<(!doctype\s+html|html|head|body|script|title|meta)\b/i.test(start)
}

function textOf(head: Buffer): string {
  return head
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart()
}

function startsWith(head: Buffer, magic: string): boolean {
  return head.subarray(0, magic.length).equals(Buffer.from(magic, 'latin1'))
}
