import { dirname } from 'node:path'
import { importsOf } from '../architecture/imports.ts'
import { isTest, type Tree } from '../architecture/tree.ts'
import { isUnder } from './deciding-files.ts'

/** Files by the files that import them, types left out. */
export type Importers = ReadonlyMap<string, readonly string[]>

export function readImporters(tree: Tree): Importers {
  const importers = new Map<string, string[]>()
  for (const { from, path, isTypeOnly } of importsOf(tree)) {
    if (path === undefined || isTypeOnly) continue
    importers.set(path, [...(importers.get(path) ?? []), from])
  }
  return importers
}

/**
 * The test files that judge a file: those under `folders` (by default its own) that import it at
 * any remove, with the length of the shortest way. The nearest come first; of one distance, the one
 * that has the file's name.
 */
export function listJudges(
  file: string,
  importers: Importers,
  folders: readonly string[] = [dirname(file)],
): string[] {
  const distances = new Map([[file, 0]])
  for (const [path, distance] of distances)
    for (const importer of importers.get(path) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1)
  const own = file.replace(/\.ts$/, '.test.ts')
  const rank = (path: string) => (path === own ? 0 : distances.get(path)!)
  return [...distances.keys()]
    .filter((path) => isTest(path) && folders.some((folder) => isUnder(path, folder)))
    .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
}
