import { existsSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { replaceFile } from '../../catalog/atomic-file.ts'
import { formatBytes } from '../../terminal/quantity.ts'
import { StepError } from '../../terminal/step-error.ts'
import { ArchiveBytes } from '../archive/archive-bytes.ts'

/** Bytes that are written at a time, and read at a time where nothing bounds them. */
export const BLOCK_BYTES = 2 ** 20
/** Parts that are made before the event loop is given back. */
const PARTS_AT_ONCE = 16

/** Files that are read by position, and closed together. */
export class InputFiles implements Disposable {
  private readonly files: ArchiveBytes[] = []
  private readonly step: string

  constructor(step: string) {
    this.step = step
  }

  /** Throws `StepError` for a file that is missing. */
  open(path: string): ArchiveBytes {
    const found = statSync(path, { throwIfNoEntry: false })
    if (found?.isFile() !== true) {
      const problem = found ? 'is not a file' : 'is not there'
      throw new StepError(this.step, path, problem, 'Check the path.')
    }
    const file = new ArchiveBytes(path)
    this.files.push(file)
    return file
  }

  [Symbol.dispose](): void {
    for (const file of this.files) file.close()
  }
}

/** True where two paths lead to one file. */
export function isSameFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false }))
  return a !== undefined && a.dev === b?.dev && a.ino === b.ino
}

/** Throws `StepError` unless `file` is new, in a folder that is there: nothing is overwritten. */
export function assertNewFile(
  step: string,
  file: string,
  remedy = 'Name another file, or remove it first.',
): void {
  if (existsSync(file)) throw new StepError(step, file, 'exists already', remedy)
  assertFolderOf(step, file)
}

/** Throws `StepError` unless the folder of `file` is there. */
export function assertFolderOf(step: string, file: string): void {
  if (!existsSync(dirname(file)))
    throw new StepError(step, file, 'its folder is not there', 'Make the folder, or name another.')
}

/** Throws `StepError` where the disk of a new file has less room than it needs. */
export function assertRoom(step: string, file: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(dirname(file))
  if (bavail * bsize >= bytes) return
  const found = `it takes ${formatBytes(bytes)}, and its disk has ${formatBytes(bavail * bsize)}`
  throw new StepError(step, file, found, 'Make room, or name a file on another disk.')
}

/**
 * Writes a new file: a temporary one, synced, then renamed. Nothing is left where `parts`
 * throws or the disk is full.
 */
export async function writeNewFile(
  step: string,
  file: string,
  parts: Iterable<Uint8Array>,
): Promise<void> {
  try {
    await replaceFile(file, inBlocks(parts))
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code !== 'ENOSPC' && code !== 'EDQUOT') throw cause
    const remedy = 'Make room, or name a file on another disk; nothing was changed.'
    throw new StepError(step, file, 'no space is left on its disk', remedy, { cause })
  }
}

/** Joins small parts. A block is overwritten when the next one is requested. */
export async function* inBlocks(parts: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const block = new Uint8Array(BLOCK_BYTES)
  let length = 0
  let count = 0
  for (const part of parts) {
    if (++count % PARTS_AT_ONCE === 0) await new Promise(setImmediate)
    if (length > 0 && length + part.length > BLOCK_BYTES) {
      yield block.subarray(0, length)
      length = 0
    }
    if (part.length > BLOCK_BYTES) yield part
    else {
      block.set(part, length)
      length += part.length
    }
  }
  if (length > 0) yield block.subarray(0, length)
}
