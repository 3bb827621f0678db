import { createHash } from 'node:crypto'
import { copyFile, mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ResolveAssetPath } from '../../catalog/asset-path.ts'
import { syncFolder } from '../../catalog/atomic-file.ts'
import { hashFile } from '../../catalog/file-hash.ts'
import { withProcessMutex } from '../../catalog/process-mutex.ts'
import { type Progress, SILENT } from '../../terminal/progress.ts'
import { StepError } from '../../terminal/step-error.ts'
import { dropArcgisPart } from './arcgis-part.ts'
import { type ArcgisAddress, arcgisAddress } from './arcgis-url.ts'
import { fetchArcgisLayer } from './fetch-arcgis.ts'
import { downloadPart, dropPart } from './fetch-download.ts'
import { FETCH_LIMITS, type FetchLimits } from './fetch-limits.ts'
import { fetchError, PassingError } from './fetch-response.ts'
import { findFileFormatProblem } from './file-format.ts'

/** An asset of a lock, or one about to be locked: then `bytes` and `sha256` are not known yet. */
export interface WantedAsset {
  name: string
  url: string
  path?: string
  bytes?: number
  sha256?: string
}

export interface FetchOptions {
  /** The content-addressed store, `assetsFolder()`. */
  into: string
  /** Resolves assets that have a `path`. */
  resolve: ResolveAssetPath
  progress?: Progress
  signal?: AbortSignal
  limits?: Partial<FetchLimits>
}

/** Verified bytes on this disk. The file may have no suffix: its name is its sha256. */
export interface FetchedAsset {
  file: string
  bytes: number
  sha256: string
}

/** Another process may be fetching the same URL: wait for it this long before reporting so. */
const SAME_URL_WAIT_MS = 600_000

let copies = 0

/**
 * Returns a local file with exactly the bytes that the lock names, from the store, from `path` or
 * from the network. `real-data:` files are verified where they are and never copied: their terms do
 * not allow it. Without `sha256` it accepts any bytes that can be the file. Throws `StepError` when
 * the bytes cannot be had or differ.
 */
export async function fetchAsset(asset: WantedAsset, options: FetchOptions): Promise<FetchedAsset> {
  await mkdir(options.into, { recursive: true })
  const held = await fromStore(asset, options)
  if (held !== null) return held
  if (asset.path === undefined) return await fromNetwork(asset, options)
  const file = await options.resolve(asset.path)
  const found = await verify(asset, file, options)
  if (asset.path.startsWith('real-data:')) return found
  // Concurrent partitions may fetch one asset: each copies under a name of its own.
  const copy = join(options.into, `${found.sha256}.${process.pid}.${copies++}.copy`)
  await copyFile(file, copy)
  return await storeAsset(asset, copy, options)
}

/** sha256 of a file, read in pieces. */
export async function fileSha256(file: string, onBytes?: (count: number) => void): Promise<string> {
  return (await hashFile(file, (part) => onBytes?.(part.length))).sha256
}

/** The stored file, verified in full: a flipped bit on disk must not reach a build. */
async function fromStore(asset: WantedAsset, options: FetchOptions): Promise<FetchedAsset | null> {
  if (asset.sha256 === undefined) return null
  const file = join(options.into, asset.sha256)
  const found = await stat(file).catch(() => null)
  if (found === null) return null
  try {
    return await verify(asset, file, options)
  } catch (error) {
    if (!(error instanceof StepError)) throw error
    options.progress?.note(`${file} is damaged and is fetched again: ${error.message}`)
    await rm(file)
    return null
  }
}

async function fromNetwork(asset: WantedAsset, options: FetchOptions): Promise<FetchedAsset> {
  const { url, name } = asset
  if (!/^https?:\/\//.test(url)) {
    const remedy = 'Give the lock a URL that can be fetched, or a path.'
    throw new StepError('fetch', name, `has no URL, but ${JSON.stringify(url)}`, remedy)
  }
  const limits = { ...FETCH_LIMITS, ...options.limits }
  const lock = join(options.into, `${createHash('sha256').update(url).digest('hex')}.lock`)
  const waiting = { step: 'fetch', wait_ms: SAME_URL_WAIT_MS }
  return await withProcessMutex(lock, waiting, async () => {
    const held = await fromStore(asset, options)
    if (held !== null) return held
    const address = arcgisAddress(url)
    if (address !== null) return await fromArcgis(asset, address, limits, options)
    const step = (options.progress ?? SILENT).step(`fetch ${name}`, {
      total: asset.bytes,
      unit: 'B',
    })
    let shown = 0
    try {
      const part = await downloadPart({
        name,
        url,
        bytes: asset.bytes,
        folder: options.into,
        limits,
        signal: options.signal ?? new AbortController().signal,
        onBytes(bytes) {
          if (bytes > shown) step.advance(bytes - shown)
          shown = Math.max(shown, bytes)
        },
      })
      return await storeAsset(asset, part, options)
    } catch (error) {
      // A refused file must not be resumed: its bytes are wrong.
      if (error instanceof StepError && !isResumable(error)) await dropPart(url, options.into)
      throw error
    } finally {
      step.done()
    }
  })
}

/** Fetches a layer of an ArcGIS service in pages; if it fails, the next run resumes after them. */
async function fromArcgis(
  asset: WantedAsset,
  address: ArcgisAddress,
  limits: FetchLimits,
  options: FetchOptions,
): Promise<FetchedAsset> {
  const { url } = asset
  const { into, signal = new AbortController().signal, progress = SILENT } = options
  const file = await fetchArcgisLayer({ url, address, folder: into, limits, signal, progress })
  const fetched = await storeAsset(asset, file, options)
  await dropArcgisPart(url, into)
  return fetched
}

/** Verifies a file and moves it into the store under its sha256. */
async function storeAsset(
  asset: WantedAsset,
  path: string,
  options: FetchOptions,
): Promise<FetchedAsset> {
  try {
    const { bytes, sha256 } = await verify(asset, path, options)
    const file = join(options.into, sha256)
    await rename(path, file)
    await rm(`${path}.json`, { force: true })
    await syncFolder(options.into)
    return { file, bytes, sha256 }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

async function verify(
  asset: WantedAsset,
  file: string,
  options: FetchOptions,
): Promise<FetchedAsset> {
  const where = asset.path ?? asset.url
  const problem = await findFileFormatProblem(asset.name, file)
  if (problem !== null) throw fetchError(where, problem)
  const { size } = await stat(file)
  if (asset.bytes !== undefined && size !== asset.bytes) {
    throw changed(where, `has ${size} bytes, the lock states ${asset.bytes}`)
  }
  options.signal?.throwIfAborted()
  const sha256 = await fileSha256(file)
  if (asset.sha256 !== undefined && sha256 !== asset.sha256) {
    throw changed(where, `has sha256 ${sha256}, the lock states ${asset.sha256}`)
  }
  return { file, bytes: size, sha256 }
}

function changed(where: string, problem: string): StepError {
  const remedy = 'If the publisher has a new edition, take a new lock with `plat lock take`.'
  return new StepError('verify', where, problem, remedy)
}

/** Attempts ran out, or the disk is full: the part can be resumed. */
function isResumable({ cause }: StepError): boolean {
  return cause instanceof PassingError || (cause instanceof Error && 'errno' in cause)
}
