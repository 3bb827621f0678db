import { join } from 'node:path'
import { StepError } from '../terminal/step-error.ts'
import type { BuildFile, SharedFile } from './build-file.ts'
import { DamagedFile } from './damaged-file.ts'
import type { OnPart } from './file-hash.ts'
import { GuardedFile } from './guarded-file.ts'
import type { NamedFile } from './manifest.ts'
import { sharedFile } from './shared-file.ts'

/** The files of a build by their name in the manifest, as threads of a process share them. */
export interface SharedFiles {
  folder: string
  files: [name: string, file: SharedFile][]
}

const REMEDY =
  'Put the file back as it was, build again with `plat build`, or roll back with `plat rollback`.'

/**
 * The files of one build that answers are made of, each opened once. A file that was verified is
 * guarded from then on (`GuardedFile`).
 */
export class BuildFiles {
  readonly folder: string
  private readonly opened = new Map<string, BuildFile>()
  private readonly opensOthers: boolean

  private constructor(folder: string, opensOthers: boolean) {
    this.folder = folder
    this.opensOthers = opensOthers
  }

  /** Files are opened by `verify`, or added. */
  static of(folder: string): BuildFiles {
    return new BuildFiles(folder, false)
  }

  /** Files as they are, unverified, each opened when it is first requested: for commands. */
  static asFound(folder: string): BuildFiles {
    return new BuildFiles(folder, true)
  }

  /** The files that another thread of this process opened. */
  static read({ folder, files }: SharedFiles): BuildFiles {
    const read = new BuildFiles(folder, false)
    for (const [name, shared] of files) read.opened.set(name, sharedFile(shared))
    return read
  }

  /** Where a file is, or would be, by its name in the manifest. */
  pathOf(name: string): string {
    return join(this.folder, name)
  }

  /** The files in a form that can be sent to a thread; they must stay open until it is done. */
  share(): SharedFiles {
    const files = [...this.opened].map(([name, { shared }]): [string, SharedFile] => [name, shared])
    return { folder: this.folder, files }
  }

  /** A file by its name in the manifest. Throws `DamagedFile` for one that cannot be opened. */
  file(name: string): BuildFile {
    const known = this.opened.get(name)
    if (known) return known
    const path = join(this.folder, name)
    if (!this.opensOthers) throw new DamagedFile(path, 'is not a file of the build')
    try {
      const file = GuardedFile.open(path)
      this.opened.set(name, file)
      return file
    } catch (cause) {
      throw new DamagedFile(path, 'cannot be opened', { cause })
    }
  }

  /** A file that is on this machine, by its name in the manifest. Throws like `file`. */
  localFile(name: string): GuardedFile {
    const file = this.file(name)
    if (file instanceof GuardedFile) return file
    throw new Error(`${file.path} is read from the store`)
  }

  /** Adds a file that is in a store, or still to come from one. */
  add(name: string, file: BuildFile): void {
    this.opened.set(name, file)
  }

  /**
   * Opens a file and reads it whole. Throws `StepError` with both values when its size or SHA-256
   * differs from the manifest's. `readFirst` may read the open file first, and returns the receiver
   * of its parts.
   */
  async verify(entry: NamedFile, readFirst?: (file: GuardedFile) => OnPart): Promise<GuardedFile> {
    const file = openWhole(join(this.folder, entry.file), entry.bytes)
    this.opened.set(entry.file, file)
    await expectSum(file, entry, readFirst?.(file))
    return file
  }

  /**
   * Opens and verifies what the path of a damaged file leads to now, and reads that from now on.
   */
  async verifyAgain(entry: NamedFile): Promise<void> {
    const found = openWhole(join(this.folder, entry.file), entry.bytes)
    try {
      await expectSum(found, entry)
    } catch (error) {
      found.close()
      throw error
    }
    this.localFile(entry.file).replaceBy(found)
  }

  close(): void {
    for (const file of this.opened.values()) file.close()
  }
}

function openWhole(path: string, bytes: number): GuardedFile {
  let file: GuardedFile
  try {
    file = GuardedFile.open(path)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    const problem = code === 'ENOENT' ? 'is absent' : `cannot be opened (${code})`
    throw notWhole(path, problem, cause)
  }
  if (file.size === bytes) return file
  file.close()
  throw notWhole(path, `has ${file.size} of ${bytes} bytes`)
}

async function expectSum(file: GuardedFile, { sha256 }: NamedFile, onPart?: OnPart) {
  try {
    const found = await file.hash(onPart)
    if (sha256 === undefined || found.sha256 === sha256) return
    throw notWhole(file.path, `has the sha256 ${found.sha256}, and its manifest has ${sha256}`)
  } catch (cause) {
    if (cause instanceof StepError) throw cause
    throw notWhole(file.path, 'cannot be read, or is being written', cause)
  }
}

function notWhole(path: string, problem: string, cause?: unknown): StepError {
  return new StepError('verify the build', path, problem, REMEDY, { cause })
}
