// Makes the imports of a program or thread quick: import this first, what is large by `import()`.
//
// Node parses the `exports` of a package anew for every import of one of its files, only to learn
// whether the file is a module. Those of drizzle-orm are 180 kB, and its files import each other
// 1,500 times: more than half of the processor time in which the accounts start.
import { type ResolveFnOutput, type ResolveHookContext, registerHooks } from 'node:module'

type Next = (specifier: string, context?: Partial<ResolveHookContext>) => ResolveFnOutput

/** A relative import of a JavaScript file. */
const SIBLING = /^\.\.?\/[^?#]*\.js$/
/** A JavaScript file of a package. */
const PACKED = /^file:.*\/node_modules\/[^?#]*\.js$/
/** What is remembered: code. Data has attributes, which belong to one import. */
const CODE = /^file:.*\.[cm]?[jt]s$/

/** Folders of packages whose `.js` files are modules: files of a folder have one `package.json`. */
const moduleFolders = new Set<string>()
/** Files by the folder that imports them and their name there: as many as different imports. */
const found = new Map<string, ResolveFnOutput>()

const folderOf = (url: string) => url.slice(0, url.lastIndexOf('/') + 1)

/** Resolves an import as Node does. Throws Node's error for a file that is not there. */
function resolve(specifier: string, context: ResolveHookContext, next: Next): ResolveFnOutput {
  const { parentURL, conditions } = context
  if (parentURL === undefined || conditions.includes('require')) return next(specifier, context)
  const key = `${folderOf(parentURL)} ${specifier}`
  const known = found.get(key) ?? siblingOf(specifier, parentURL)
  const file = known ?? next(specifier, context)
  if (PACKED.test(file.url) && file.format === 'module') moduleFolders.add(folderOf(file.url))
  if (CODE.test(file.url)) found.set(key, { ...file, shortCircuit: true })
  return found.get(key) ?? file
}

/** A file of the same package, in a folder that is known. */
function siblingOf(specifier: string, parentURL: string): ResolveFnOutput | null {
  if (!SIBLING.test(specifier) || !PACKED.test(parentURL)) return null
  const { href: url } = new URL(specifier, parentURL)
  return moduleFolders.has(folderOf(url)) ? { url, format: 'module' } : null
}

registerHooks({ resolve })
