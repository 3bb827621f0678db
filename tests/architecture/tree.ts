import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Text of the repository's files, by their path from the root, with slashes. */
export type Tree = ReadonlyMap<string, string>

/** One broken rule: the file, and what is wrong with it. */
export interface Violation {
  path: string
  problem: string
}

/** Folders that .gitignore excludes. */
const UNKEPT = new Set(['.git', '.plat', 'node_modules'])
/** Bigger files are listed with an empty text: no source file comes near. */
const READ_LIMIT_BYTES = 2_000_000

/** Reads every tracked file under `root`. Symbolic links are not followed. */
export function readTree(root: string): Tree {
  const tree = new Map<string, string>()
  const visit = (folder: string) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder ? `${folder}/${entry.name}` : entry.name
      if (UNKEPT.has(entry.name) || entry.name.endsWith('.log')) continue
      if (entry.isDirectory()) visit(path)
      else if (entry.isFile()) tree.set(path, readText(join(root, path)))
    }
  }
  visit('')
  return tree
}

function readText(path: string): string {
  const text = statSync(path).size > READ_LIMIT_BYTES ? '' : readFileSync(path, 'utf8')
  return text.includes('\0') ? '' : text
}

/** True for code of the project: TypeScript and the one plain script. */
export function isCode(path: string): boolean {
  return /\.(ts|mts|mjs)$/.test(path)
}

export function isTest(path: string): boolean {
  return path.endsWith('.test.ts')
}
