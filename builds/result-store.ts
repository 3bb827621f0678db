import { hash } from 'node:crypto'
import { constants } from 'node:fs'
import {
  copyFile,
  link,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
} from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { replaceFile } from '../catalog/atomic-file.ts'
import { hashFile } from '../catalog/file-hash.ts'
import { filesIn, hashFolder } from '../catalog/folder-files.ts'
import { HashedFile } from '../catalog/manifest.ts'
import { Sha256 } from '../catalog/source.ts'

/**
 * Bytes of the results of a store beyond those that the last build used. The ones that were not
 * used for longest are deleted first; builds have their own links.
 */
const UNUSED_RESULTS_BYTES_MAX = 20e9

const DONE_FILE = 'done.json'

/**
 * Written last: a folder without it is unfinished. `sha256` is of the rest, since a value that was
 * damaged on the disk may still be JSON.
 */
const Done = z.strictObject({ sha256: Sha256, files: z.array(HashedFile), value: z.json() })

/** A result that another machine stored: the text of its description, and all its files. */
export interface SharedResult {
  done: string
  files: HashedFile[]
}

/** Results that machines share. Each method throws `StorageFailure` where the storage fails. */
export interface SharedResults {
  /** Finds a result without its files; null where there is none. */
  find(name: string): Promise<SharedResult | null>
  /** Brings files of a result into a folder, each verified. */
  bring(name: string, files: readonly HashedFile[], into: string): Promise<void>
  /**
   * Stores the finished result of a folder, unless it is stored; with `replaces` in the place of an
   * outdated one.
   */
  offer(name: string, folder: string, options?: { replaces: boolean }): Promise<void>
}

export interface ResultStoreOptions {
  /** Bytes of the results that are not used; tests set another bound. */
  unusedBytes?: number
  /** Where results come from that this machine does not have, and go to when it made them. */
  shared?: SharedResults | null
}

/** Errors of file systems that have no links, or no more of them for a file. */
const NO_LINKS = ['EXDEV', 'EPERM', 'EACCES', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']

/** A stored result: a value, and files by their path in its folder. */
export interface StoredResult<Value> {
  value: Value
  folder: string
  files: HashedFile[]
  isNew: boolean
}

/** A stored result that `isCurrent` refused; its files are in its folder. */
export type OutdatedResult<Value> = Pick<StoredResult<Value>, 'value' | 'folder'>

/** Folder of finished partitions, each named by its layer and fingerprint. */
export function partitionStore(home: string): string {
  return join(home, 'partitions')
}

/** Folder of the results of the other steps of builds. */
export function stepStore(home: string): string {
  return join(home, 'steps')
}

/** Folder of the drawn slices of archives, with a folder a layer. */
export function sliceFolder(home: string): string {
  return join(home, 'slices')
}

/**
 * Results of earlier builds, each in a folder named by a hash of all that its bytes depend on. A
 * result is made in a folder of its own and moved into the store when it is whole, so a killed run
 * leaves no part of one.
 */
export class ResultStore {
  private readonly store: string
  private readonly work: string
  private readonly unusedBytes: number
  private readonly shared: SharedResults | null
  private readonly used = new Set<string>()
  /** Files of the results that were found on another machine and have not been brought. */
  private readonly elsewhere = new Map<string, HashedFile[]>()

  constructor(store: string, work: string, options: ResultStoreOptions = {}) {
    this.store = store
    this.work = work
    this.unusedBytes = options.unusedBytes ?? UNUSED_RESULTS_BYTES_MAX
    this.shared = options.shared ?? null
  }

  /**
   * Finds the result of a name, or makes it: `make` writes files into a folder and returns a value
   * that JSON can hold. A stored result is made again if its value or a file has other bytes than
   * it was written with, and if `isCurrent` refuses its value: `make` gets it then, since a part of
   * it may still hold. The files of one that another machine has come with `bring`.
   */
  async find<Value>(
    name: string,
    make: (folder: string, outdated: OutdatedResult<Value> | null) => Promise<Value>,
    isCurrent: (value: Value) => boolean = () => true,
  ): Promise<StoredResult<Value>> {
    this.used.add(name)
    const folder = join(this.store, name)
    const stored = await readWhole(folder)
    if (stored && isCurrent(stored.value as Value)) {
      await utimes(folder, new Date(), new Date())
      await this.shared?.offer(name, folder)
      return { value: stored.value as Value, folder, files: stored.files, isNew: false }
    }
    const shared = await this.findShared(name)
    if (shared && isCurrent(shared.value as Value))
      return { value: shared.value as Value, folder, files: shared.files, isNew: false }
    if (shared && !stored) await this.bring({ folder })
    this.elsewhere.delete(name)
    const outdated = stored ?? shared
    const making = join(this.work, name)
    await mkdir(making, { recursive: true })
    const made = await make(making, outdated && { value: outdated.value as Value, folder })
    const files = await hashFolder(making)
    const text = JSON.stringify({ files, value: made })
    await replaceFile(
      join(making, DONE_FILE),
      `{"sha256":"${hash('sha256', text)}",${text.slice(1)}`,
    )
    // As a later build reads it, so that no build differs by whether a result was stored.
    const { value } = JSON.parse(text) as { value: Value }
    await this.take(making, folder)
    await this.shared?.offer(name, folder, { replaces: shared !== null })
    return { value, folder, files, isNew: true }
  }

  /** A stored result of a name, whole and on this machine; null where there is none. */
  async stored(name: string): Promise<Pick<StoredResult<unknown>, 'folder' | 'files'> | null> {
    const folder = join(this.store, name)
    const stored = await readWhole(folder)
    if (stored) return { folder, files: stored.files }
    const shared = await this.findShared(name)
    if (!shared) return null
    await this.bring({ folder })
    return { folder, files: shared.files }
  }

  /** Whether the files of a result that was found are on this machine. */
  isHere({ folder }: Pick<StoredResult<unknown>, 'folder'>): boolean {
    return !this.elsewhere.has(basename(folder))
  }

  /** Brings the files of a result that was found on another machine. */
  async bring({ folder }: Pick<StoredResult<unknown>, 'folder'>): Promise<void> {
    const name = basename(folder)
    const files = this.elsewhere.get(name)
    if (!files) return
    const receiving = join(this.work, name)
    await mkdir(receiving, { recursive: true })
    await this.shared!.bring(name, files, receiving)
    await this.take(receiving, folder)
    this.elsewhere.delete(name)
  }

  private async findShared(name: string): Promise<z.infer<typeof Done> | null> {
    const found = await this.shared?.find(name)
    const done = found ? wholeDone(found.done) : null
    if (done) this.elsewhere.set(name, found!.files)
    return done
  }

  /** Moves a whole result into the store, in the place of an earlier one. */
  private async take(from: string, folder: string): Promise<void> {
    await rm(folder, { recursive: true, force: true })
    await mkdir(this.store, { recursive: true })
    await rename(from, folder)
  }

  /** Removes results that were not used, down to the bound. */
  async prune(): Promise<void> {
    const names = await readdir(this.store).catch(() => [])
    const unused: { folder: string; at: number }[] = []
    for (const name of names) {
      const folder = join(this.store, name)
      if (!this.used.has(name)) unused.push({ folder, at: (await stat(folder)).mtimeMs })
    }
    unused.sort((a, b) => b.at - a.at)
    let bytes = 0
    for (const { folder } of unused) {
      bytes += await bytesOf(folder)
      if (bytes > this.unusedBytes) await rm(folder, { recursive: true, force: true })
    }
  }
}

/** True when the result of a name is stored; its files are verified when it is used. */
export async function isStored(store: string, name: string): Promise<boolean> {
  return (await stat(join(store, name, DONE_FILE)).catch(() => null)) !== null
}

/**
 * Links the files of a result into another folder. File systems without links get copies. Throws
 * the system's error where a file is there already: written over, a link would change its result.
 */
export async function linkFiles(
  { folder, files }: { folder: string; files: readonly Pick<HashedFile, 'file'>[] },
  into: string,
  nameOf: (file: string) => string = (file) => file,
): Promise<void> {
  for (const { file } of files) {
    const to = join(into, nameOf(file))
    await mkdir(dirname(to), { recursive: true })
    const from = join(folder, file)
    await link(from, to).catch((error: NodeJS.ErrnoException) => {
      if (!NO_LINKS.includes(error.code ?? '')) throw error
      return copyFile(from, to, constants.COPYFILE_EXCL)
    })
  }
}

/** The description of a result; null where it was damaged. */
function wholeDone(text: string): z.infer<typeof Done> | null {
  try {
    const written = JSON.parse(text)
    const { sha256: own, files, value } = written
    return hash('sha256', JSON.stringify({ files, value })) === own ? Done.parse(written) : null
  } catch {
    return null
  }
}

/** Null where there is none, and where its value or a file of it was damaged. */
async function readWhole(folder: string): Promise<z.infer<typeof Done> | null> {
  try {
    const done = wholeDone(await readFile(join(folder, DONE_FILE), 'utf8'))
    for (const { file, bytes, sha256 } of done?.files ?? []) {
      const found = await hashFile(join(folder, file))
      if (found.bytes !== bytes || found.sha256 !== sha256) return null
    }
    return done
  } catch {
    return null
  }
}

/** Size of all files of a folder. */
async function bytesOf(folder: string): Promise<number> {
  let bytes = 0
  for (const path of await filesIn(folder)) bytes += (await stat(path)).size
  return bytes
}
