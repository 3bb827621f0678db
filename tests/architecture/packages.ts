import { isBuiltin } from 'node:module'
import { importsOf } from './imports.ts'
import { isTest, type Tree, type Violation } from './tree.ts'

interface PackageFile {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  workspaces?: string[]
}

/**
 * Finds packages that a folder imports and that neither its own package.json nor the root's
 * declares: they would be missing where only some workspaces are installed, as in the image that
 * serves. Packages of tests may be devDependencies, and those that Vite puts into the map page.
 * Packages that run on a server may not.
 */
export function findUndeclaredPackages(tree: Tree): Violation[] {
  const read = (path: string): PackageFile => JSON.parse(tree.get(path) ?? '{}')
  const root = read('package.json')
  return importsOf(tree).flatMap(({ from, specifier, path, isTypeOnly }) => {
    if (path !== undefined || isBuiltin(specifier)) return []
    const name = packageOf(specifier)
    const room = from.split('/')[0]
    const own = root.workspaces?.includes(room) ? read(`${room}/package.json`) : {}
    // The reader has installed what it imports, and a test runs it with the version here.
    const isExample = from.startsWith('examples/')
    const isForChecks =
      isTest(from) ||
      isTypeOnly ||
      isExample ||
      room === 'tests' ||
      from.endsWith('.config.ts') ||
      /^(architect\/)?web\//.test(from)
    const all =
      isExample || from.startsWith('tests/')
        ? (root.workspaces ?? []).map((each) => read(`${each}/package.json`))
        : []
    const declared = [root, own, ...all].flatMap((file) => [
      ...Object.keys(file.dependencies ?? {}),
      ...(isForChecks ? Object.keys(file.devDependencies ?? {}) : []),
    ])
    if (declared.includes(name) || (isTypeOnly && declared.includes(`@types/${name}`))) return []
    return [{ path: from, problem: `imports ${name}, which its package.json does not declare` }]
  })
}

/** Name of the npm package of an import: `zod` of `zod/v4`. */
export const packageOf = (specifier: string): string =>
  specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')

/** `4.6.7`, or another name for it: `npm:zod@4.6.7`. */
const ONE_VERSION = /^(npm:(@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+([-+].+)?$/

/** Finds versions that are a range: the installed version must be the tested one. */
export function findUnpinnedPackages(tree: Tree): Violation[] {
  return [...tree].flatMap(([path, text]) => {
    if (!/^(?:[a-z-]+\/)*package\.json$/.test(path)) return []
    const { dependencies = {}, devDependencies = {} } = JSON.parse(text) as PackageFile
    return Object.entries({ ...dependencies, ...devDependencies })
      .filter(([, version]) => !ONE_VERSION.test(version))
      .map(([name, version]) => ({
        path,
        problem: `requires ${name} ${version}, which is not one version`,
      }))
  })
}
