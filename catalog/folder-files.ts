import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { hashFile } from './file-hash.ts'
import type { HashedFile } from './manifest.ts'

/** Paths of all files in a folder and below it, in no order. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
}

/** Hashes of all files in a folder and below it, by their paths in it with slashes, sorted. */
export async function hashFolder(folder: string): Promise<HashedFile[]> {
  const files: HashedFile[] = []
  for (const path of await filesIn(folder)) {
    const file = relative(folder, path).replaceAll('\\', '/')
    files.push({ file, ...(await hashFile(path)) })
  }
  return files.sort((a, b) => (a.file < b.file ? -1 : 1))
}
