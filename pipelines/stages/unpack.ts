import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { copyFile, mkdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { type Progress, SILENT } from '../../terminal/progress.ts'
import { gunzip } from './gunzip.ts'
import {
  checkEntries,
  UNPACK_LIMITS,
  type UnpackLimits,
  unpackError,
  writeError,
} from './unpack-checks.ts'

export interface UnpackOptions {
  /** The folder to make. An older one is replaced once all of the zip is on disk. */
  into: string
  /** The asset's name, where the file itself is named by its sha256. */
  name?: string
  progress?: Progress
  signal?: AbortSignal
  limits?: Partial<UnpackLimits>
}

/** Unpacked files: paths relative to the folder, in the zip's order. */
export interface Unpacked {
  folder: string
  members: { path: string; bytes: number }[]
}

/**
 * Unpacks a zip to disk, streaming, with every member's CRC checked, and a gzip to the one file it
 * is, named without its `.gz`. An asset with another suffix (.csv, .geojson) is copied into the
 * folder under its name, so that callers look in one place. Throws `StepError` for an archive that
 * is broken, empty, too large, or writes outside its folder, and then leaves nothing behind.
 */
export async function unpackAsset(file: string, options: UnpackOptions): Promise<Unpacked> {
  const name = options.name ?? basename(file)
  const temporary = `${options.into}.${randomBytes(4).toString('hex')}.part`
  await mkdir(temporary, { recursive: true })
  try {
    const suffix = extname(name).toLowerCase()
    const take = ['.zip', ''].includes(suffix) ? unzip : suffix === '.gz' ? gunzipIn : copyIn
    const members = await take(file, name, temporary, options)
    await rm(options.into, { recursive: true, force: true })
    await rename(temporary, options.into)
    return { folder: options.into, members }
  } catch (error) {
    await rm(temporary, { recursive: true, force: true })
    throw error
  }
}

async function copyIn(file: string, name: string, folder: string): Promise<Unpacked['members']> {
  await copyFile(file, join(folder, name))
  return [{ path: name, bytes: (await stat(file)).size }]
}

async function gunzipIn(
  file: string,
  name: string,
  folder: string,
  { progress, signal, limits }: UnpackOptions,
): Promise<Unpacked['members']> {
  const path = basename(name, extname(name))
  const request = { file, name, to: join(folder, path), signal }
  const step = (progress ?? SILENT).step(`unpack ${name}`, { unit: 'B' })
  const bytes = await gunzip(request, { ...UNPACK_LIMITS, ...limits }, (count) =>
    step.advance(count),
  )
  step.done('1 file')
  return [{ path, bytes }]
}

async function unzip(
  file: string,
  name: string,
  folder: string,
  options: UnpackOptions,
): Promise<Unpacked['members']> {
  const zip = await openZip(file, name)
  try {
    const limits = { ...UNPACK_LIMITS, ...options.limits }
    const { files, total } = await checkEntries(zip, name, (await stat(file)).size, limits)
    const step = (options.progress ?? SILENT).step(`unpack ${name}`, { total, unit: 'B' })
    for (const entry of files) {
      options.signal?.throwIfAborted()
      await writeMember(zip, entry, name, folder, (count) => step.advance(count))
    }
    step.done(`${files.length} files`)
    return files.map((entry) => ({ path: entry.fileName, bytes: entry.uncompressedSize }))
  } finally {
    zip.close()
  }
}

async function openZip(file: string, name: string): Promise<ZipFile> {
  try {
    return await openPromise(file, { autoClose: false })
  } catch (cause) {
    throw unpackError(name, `is not a sound zip: ${(cause as Error).message}`, cause)
  }
}

/** Writes one member. yauzl holds it to the declared size; this function checks the CRC. */
async function writeMember(
  zip: ZipFile,
  entry: Entry,
  name: string,
  folder: string,
  onBytes: (count: number) => void,
): Promise<void> {
  const path = join(folder, entry.fileName)
  let crc = 0
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      crc = crc32(chunk, crc)
      onBytes(chunk.length)
      done(null, chunk)
    },
  })
  try {
    await mkdir(dirname(path), { recursive: true })
    const source = await zip.openReadStreamPromise(entry)
    await pipeline(source, count, createWriteStream(path, { flags: 'wx' }))
  } catch (cause) {
    throw writeError(name, path, `${entry.fileName} is damaged`, cause)
  }
  if (crc !== entry.crc32) throw unpackError(name, `${entry.fileName} is damaged: wrong CRC`)
}
