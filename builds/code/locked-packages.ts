/** One entry of `packages` in package-lock.json, as far as it is read here. */
export interface LockEntry {
  name?: string
  version?: string
  license?: string
  integrity?: string
  resolved?: string
  link?: boolean
  inBundle?: boolean
  bundleDependencies?: string[]
  os?: string[]
  cpu?: string[]
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

/** `packages` of package-lock.json: path below the root to entry. */
export type Lock = Record<string, LockEntry>

/** The name of the package that lies at a path of the lock file. */
export const packageName = (path: string): string => path.split('node_modules/').at(-1)!

/**
 * Where Node finds a package that a file in `folder` imports, or undefined where the lock has none.
 */
export function resolvePackage(lock: Lock, folder: string, name: string): string | null {
  for (let at = folder; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
    const path = `${at === '' ? '' : `${at}/`}node_modules/${name}`
    if (path in lock) return path
    if (at === '') return null
  }
}

/**
 * Paths of all packages that run with `folders` (`''` is the root): what they depend on, what that
 * depends on, optional packages of every platform in the lock file, and required peers. Optional
 * peers are not among them: no package of the project needs them. Sorted, without workspaces.
 */
export function productionPackages(lock: Lock, folders: readonly string[]): string[] {
  const found = new Set<string>()
  const queue = [...folders]
  for (let folder = queue.pop(); folder !== undefined; folder = queue.pop()) {
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } =
      lock[folder]
    const peers = Object.keys(peerDependencies ?? {}).filter(
      (name) => !peerDependenciesMeta?.[name]?.optional,
    )
    const names = [dependencies, optionalDependencies].flatMap((each) => Object.keys(each ?? {}))
    for (const name of [...names, ...peers]) {
      const path = resolvePackage(lock, folder, name)
      if (path === null && name in (optionalDependencies ?? {})) continue
      if (path === null) throw new Error(`${folder} needs ${name}, which the lock file lacks`)
      if (found.has(path) || lock[path].link) continue
      found.add(path)
      // What the build for another platform needs is not installed here.
      if (lock[path].os === undefined && lock[path].cpu === undefined) queue.push(path)
    }
  }
  return [...found].sort()
}
