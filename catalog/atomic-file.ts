import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/**
 * Replaces a file so that a reader, or a machine that loses power, sees the old bytes or the new
 * ones and never a part: temporary file, fsync, rename, fsync of the folder.
 */
export async function replaceFile(
  path: string,
  content: string | Uint8Array | AsyncIterable<Uint8Array>,
  { mode = 0o666 }: { mode?: number } = {},
): Promise<void> {
  await replaceFileBy(path, async (temporary) => {
    await writeFile(temporary, content, { flag: 'wx', mode })
  })
}

/**
 * Replaces a file like `replaceFile`, by code that writes a temporary file next to it, whose path
 * it receives. The temporary file is removed where that code throws.
 */
export async function replaceFileBy(
  path: string,
  write: (temporary: string) => Promise<void>,
): Promise<void> {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true })
  const unique = `${process.pid}.${randomBytes(4).toString('hex')}`
  const temporary = join(folder, `.${basename(path)}.${unique}.tmp`)
  try {
    await write(temporary)
    const file = await open(temporary, 'r+')
    try {
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  await syncFolder(folder)
}

/**
 * Removes the temporary files that killed writers of `path` left. Only for a caller who holds the
 * mutex of `path`: it would remove a living writer's file too.
 */
export async function sweepReplacements(path: string): Promise<void> {
  const prefix = `.${basename(path)}.`
  for (const name of await readdir(dirname(path))) {
    if (name.startsWith(prefix) && name.endsWith('.tmp')) await rm(join(dirname(path), name))
  }
}

/** Bytes that are written to find out if a disk is full. */
const PROBE_BYTES = 65_536

/**
 * Throws the system's own error when a file of 64 kB cannot be written to a folder, for libraries
 * that report only that they failed.
 */
export async function expectWritable(folder: string): Promise<void> {
  const probe = join(folder, `.probe.${process.pid}.${randomBytes(4).toString('hex')}.tmp`)
  try {
    await writeFile(probe, Buffer.alloc(PROBE_BYTES))
  } finally {
    await rm(probe, { force: true }).catch(() => {})
  }
}

/**
 * Makes renames inside a folder durable: on Linux a rename is safe only once its folder is synced.
 */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
