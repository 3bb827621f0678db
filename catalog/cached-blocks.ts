import { hash } from 'node:crypto'
import { closeSync, fstatSync, futimesSync, openSync, readSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'

/** A block that is read this long after its last use is marked as used. */
const USED_MS = 60_000

/** Where a block is cached, by its SHA-256 in hex. */
export function blockPath(folder: string, sha256: string): string {
  return join(folder, sha256.slice(0, 2), sha256)
}

/**
 * Reads a cached block; null where it is not there. One whose bytes do not have its SHA-256 is
 * removed. The time of its file is that of its last use.
 */
export function readBlock(folder: string, sha256: string, length: number): Buffer | null {
  const path = blockPath(folder, sha256)
  let descriptor: number
  try {
    descriptor = openSync(path, 'r')
  } catch {
    return null
  }
  try {
    const bytes = Buffer.allocUnsafeSlow(length)
    const isWhole = readSync(descriptor, bytes, 0, length, 0) === length
    if (!isWhole || hash('sha256', bytes) !== sha256) return removed(path)
    const now = new Date()
    if (now.getTime() - fstatSync(descriptor).mtimeMs > USED_MS) futimesSync(descriptor, now, now)
    return bytes
  } catch {
    return removed(path)
  } finally {
    closeSync(descriptor)
  }
}

/** Reads like `readBlock`, without blocking the event loop. */
export async function readBlockLater(
  folder: string,
  sha256: string,
  length: number,
): Promise<Buffer | null> {
  const path = blockPath(folder, sha256)
  const file = await open(path).catch(() => null)
  if (!file) return null
  try {
    const bytes = Buffer.allocUnsafeSlow(length)
    const { bytesRead } = await file.read(bytes, 0, length, 0)
    if (bytesRead !== length || hash('sha256', bytes) !== sha256) return removed(path)
    const now = new Date()
    if (now.getTime() - (await file.stat()).mtimeMs > USED_MS) await file.utimes(now, now)
    return bytes
  } catch {
    return removed(path)
  } finally {
    await file.close()
  }
}

/** A block that is damaged on this disk is fetched anew. */
function removed(path: string): null {
  try {
    rmSync(path, { force: true })
  } catch {
    // The disk does not even remove it: the block stays unavailable.
  }
  return null
}
