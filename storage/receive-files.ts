import { link, mkdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { replaceFile } from '../catalog/atomic-file.ts'
import { hashFile } from '../catalog/file-hash.ts'
import type { HashedFile } from '../catalog/manifest.ts'
import type { Progress } from '../terminal/progress.ts'
import { eachAtOnce, OBJECTS, TRANSFERS_AT_ONCE } from './file-objects.ts'
import type { ObjectStorage } from './object-storage.ts'
import { StorageFailure } from './storage-failure.ts'

/** Attempts to receive all bytes of a file. */
const BODY_ATTEMPTS = 3

/** Counts of a pull. */
export interface Received {
  files: number
  received_files: number
  received_bytes: number
}

export interface ReceiveOptions {
  progress: Progress
  /** Finds a file of this machine that should have these bytes, or null. */
  findLocal?: (sha256: string) => string | null
  /** Folder of the objects in the store. */
  from?: string
}

/**
 * Brings files of the store into a folder, each verified by its SHA-256. A file that the folder or
 * this machine has already is verified and not received. Throws `StorageFailure` for one that is
 * missing or damaged; files that were received stay for the next attempt.
 */
export async function receiveFiles(
  storage: ObjectStorage,
  name: string,
  files: readonly HashedFile[],
  folder: string,
  { progress, findLocal = () => null, from = OBJECTS }: ReceiveOptions,
): Promise<Received> {
  const received: Received = { files: files.length, received_files: 0, received_bytes: 0 }
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
  const step = progress.step(`pull ${name}`, { total, unit: 'B' })
  await eachAtOnce(files, TRANSFERS_AT_ONCE, async (file) => {
    const path = join(folder, file.file)
    await mkdir(dirname(path), { recursive: true })
    if (await isFile(path, file)) return step.advance(file.bytes)
    await rm(path, { force: true })
    const local = findLocal(file.sha256)
    // A file system without links gets the file from the store.
    if (local !== null && (await link(local, path).then(() => true, isNoLink))) {
      if (await isFile(path, file)) return step.advance(file.bytes)
      await rm(path)
    }
    const key = `${from}/${file.sha256}`
    let shown = 0
    const show = (count: number) => {
      if (count > shown) step.advance(count - shown)
      shown = Math.max(shown, count)
    }
    await repeated(async () => {
      const found = await storage.read(key, { sha256: file.sha256 })
      if (!found) throw missingObject(storage, `${file.file} of ${name}`, key)
      await replaceFile(path, counted(found.stream, show))
    })
    received.received_files++
    received.received_bytes += file.bytes
  })
  step.done(`${received.received_files} of ${received.files} files received`)
  return received
}

async function isFile(path: string, { bytes, sha256 }: HashedFile): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  return found?.size === bytes && (await hashFile(path)).sha256 === sha256
}

function isNoLink(): boolean {
  return false
}

async function* counted(
  chunks: AsyncIterable<Uint8Array>,
  onCount: (count: number) => void,
): AsyncGenerator<Uint8Array> {
  let count = 0
  for await (const chunk of chunks) {
    yield chunk
    count += chunk.length
    onCount(count)
  }
}

/** Repeats a transfer whose bytes broke off: the storage repeats what has no response yet. */
export async function repeated(transfer: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transfer()
    } catch (error) {
      const isPassing = error instanceof StorageFailure && error.isPassing
      if (!isPassing || attempt === BODY_ATTEMPTS) throw error
    }
  }
}

export function missingObject({ name }: ObjectStorage, what: string, key: string): StorageFailure {
  return new StorageFailure('missing', {
    storage: name,
    step: 'read an object',
    problem: `${what} is absent, which is ${key}`,
    remedy: 'A gc may have removed the build: pull another one, or push it again.',
  })
}
