import type { Entry, ZipFile } from 'yauzl'
import { StepError } from '../../terminal/step-error.ts'

/** Every bound of unpacking. */
export interface UnpackLimits {
  entries_max: number
  /** All members together, unpacked. */
  bytes_max: number
  /**
   * Unpacked bytes to a byte of the zip. Deflate cannot exceed 1,032; tables of blanks reach 200.
   */
  ratio_max: number
}

/** Members, bytes and ratio of an archive; more is a bomb. */
export const UNPACK_LIMITS: UnpackLimits = { entries_max: 20_000, bytes_max: 60e9, ratio_max: 500 }

/** The ratio of smaller archives is not checked: a bomb is large. */
export const RATIO_FREE_BYTES = 50e6

/**
 * Reads a zip's table of contents and refuses what must not touch the disk: paths that leave the
 * folder, links, encrypted members, two names that differ only in case, too much.
 */
export async function checkEntries(
  zip: ZipFile,
  name: string,
  zipBytes: number,
  limits: UnpackLimits,
): Promise<{ files: Entry[]; total: number }> {
  if (zip.entryCount > limits.entries_max) {
    throw unpackError(name, `has ${zip.entryCount} members, more than ${limits.entries_max}`)
  }
  const files: Entry[] = []
  const seen = new Map<string, string>()
  let total = 0
  for await (const entry of entriesOf(zip, name)) {
    const path = entry.fileName
    if (path.endsWith('/')) continue
    const problem = entryProblem(entry)
    if (problem !== null) throw unpackError(name, `${JSON.stringify(path)} ${problem}`)
    const same = seen.get(path.toLowerCase())
    if (same !== undefined) throw unpackError(name, `has both ${same} and ${path}`)
    seen.set(path.toLowerCase(), path)
    total += entry.uncompressedSize
    if (total > limits.bytes_max)
      throw unpackError(name, `unpacks to over ${limits.bytes_max} bytes`)
    files.push(entry)
  }
  if (files.length === 0) throw unpackError(name, 'is an empty zip')
  if (total > Math.max(RATIO_FREE_BYTES, zipBytes * limits.ratio_max)) {
    throw unpackError(name, `unpacks ${zipBytes} bytes to ${total}, over ${limits.ratio_max} to 1`)
  }
  return { files, total }
}

export function unpackError(name: string, problem: string, cause?: unknown): StepError {
  const remedy = 'Fetch the file again; if it stays so, it is broken at its publisher.'
  return new StepError('unpack', name, problem, remedy, { cause })
}

/** Error of a file that could not be written out: the disk's fault, or the archive's. */
export function writeError(name: string, path: string, what: string, cause: unknown): StepError {
  const { code = '', message } = cause as NodeJS.ErrnoException
  if (!['ENOSPC', 'EDQUOT', 'EACCES', 'EROFS', 'EMFILE'].includes(code))
    return unpackError(name, `${what}: ${message}`, cause)
  const remedy = 'Make room, or set PLAT_HOME to a larger disk.'
  return new StepError('unpack', path, message, remedy, { cause })
}

/** yauzl itself refuses absolute paths, `..` and sizes that cannot be. */
async function* entriesOf(zip: ZipFile, name: string): AsyncGenerator<Entry> {
  try {
    yield* zip.eachEntry()
  } catch (cause) {
    if (cause instanceof StepError) throw cause
    throw unpackError(name, `is not a sound zip: ${(cause as Error).message}`, cause)
  }
}

function entryProblem(entry: Entry): string | null {
  if (entry.isEncrypted()) return 'is encrypted'
  if (!entry.canDecodeFileData()) return `is packed with method ${entry.compressionMethod}`
  // The upper half holds Unix mode bits when the zip was made on Unix; 0o120000 is a link.
  const mode = entry.externalFileAttributes >>> 16
  if ((mode & 0o170000) === 0o120000) return 'is a link'
  if (entry.fileName.includes('\0')) return 'has a zero byte in its name'
  return null
}
