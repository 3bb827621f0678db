import { hash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { PROJECT_ROOT } from '../../catalog/plat-home.ts'
import { GDAL_VERSION } from '../../pipelines/stages/gdal.ts'
import { CodeTexts } from './code-texts.ts'
import { type Lock, productionPackages, resolvePackage } from './locked-packages.ts'

/** The code that a module runs, by name; equal code has equal values. */
export interface UsedCode {
  /** Hashes of the files of the project, by path. */
  files: Record<string, string>
  /** Versions of packages of npm, by their path in the lock file, and of the engines. */
  packages: Record<string, string>
}

/** Nothing of these is in a result: the bytes of the sample are locked, progress is shown. */
const WITHOUT_RESULT = /^(sample|terminal)\//
/** JSON that is not code: its own hash is in a fingerprint, or only tests read it. */
const NOT_CODE = new Set(['locks', 'sources', 'partitions', 'fixtures', 'package.json'])

/** The code of the project as it is on disk now; tests have a small project of their own. */
export class ProjectCode {
  private readonly root: string
  private readonly texts: CodeTexts
  private readonly lock: Lock
  /** What each file leads to itself, by path. */
  private readonly nodes = new Map<string, Promise<Node>>()
  private readonly folders = new Map<string, Promise<Record<string, string>>>()

  private constructor(root: string, texts: CodeTexts, lock: Lock) {
    this.root = root
    this.texts = texts
    this.lock = lock
  }

  static async open(root = PROJECT_ROOT): Promise<ProjectCode> {
    const text = await readFile(join(root, 'package-lock.json'), 'utf8')
    return new ProjectCode(root, await CodeTexts.open(root), JSON.parse(text).packages)
  }

  /** Remembers what was read, for the next run. */
  async close(): Promise<void> {
    await this.texts.save()
  }

  /**
   * Lists what modules run: themselves, all that they load, the JSON in folders next to those, and
   * the packages. Comments, types and layout are not part of it.
   */
  async usedBy(...modules: string[]): Promise<UsedCode> {
    const files = new Map<string, string>()
    const packages = new Set<string>()
    const queue = [...modules]
    for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
      if (files.has(path) || WITHOUT_RESULT.test(path)) continue
      const node = await this.node(path)
      files.set(path, node.hash)
      for (const each of node.packages) packages.add(each)
      queue.push(...node.files)
      for (const [file, hash] of Object.entries(await this.dataNextTo(path))) files.set(file, hash)
    }
    return { files: sorted(files), packages: this.versions(packages) }
  }

  private node(path: string): Promise<Node> {
    const known = this.nodes.get(path) ?? this.read(path)
    this.nodes.set(path, known)
    return known
  }

  private async read(path: string): Promise<Node> {
    if (!path.endsWith('.ts')) return { hash: await this.hashOf(path), files: [], packages: [] }
    const { sha256, loads } = await this.texts.read(path)
    const folder = posix.dirname(path)
    const node: Node = { hash: sha256.slice(0, 16), files: [], packages: [] }
    for (const each of loads) {
      if (each.startsWith('.')) {
        // A folder: `dataNextTo` reads it.
        if (!each.endsWith('/')) node.files.push(posix.join(folder, each))
      } else if (!each.startsWith('node:')) {
        const name = each.split('/', each.startsWith('@') ? 2 : 1).join('/')
        const found = resolvePackage(this.lock, folder, name)
        if (found === null) throw new Error(`${path} loads ${name}, which the lock file lacks`)
        node.packages.push(found)
      }
    }
    return node
  }

  /** JSON that modules of a folder read by name: in the folder, and in those below without code. */
  private dataNextTo(path: string): Promise<Record<string, string>> {
    const folder = posix.dirname(path)
    const known = this.folders.get(folder) ?? this.readData(folder)
    this.folders.set(folder, known)
    return known
  }

  private async readData(folder: string): Promise<Record<string, string>> {
    const found: Record<string, string> = {}
    const entries = await readdir(join(this.root, folder), { withFileTypes: true })
    for (const entry of entries) {
      const path = posix.join(folder, entry.name)
      // Hidden folders have what tools write, such as the cache of this very reading.
      if (NOT_CODE.has(entry.name) || entry.name.startsWith('.')) continue
      if (entry.isFile() && entry.name.endsWith('.json')) found[path] = await this.hashOf(path)
      if (!entry.isDirectory()) continue
      const names = await readdir(join(this.root, path))
      if (names.some((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))) continue
      for (const name of names)
        if (name.endsWith('.json')) found[`${path}/${name}`] = await this.hashOf(`${path}/${name}`)
    }
    return found
  }

  private async hashOf(path: string): Promise<string> {
    return hash('sha256', await readFile(join(this.root, path))).slice(0, 16)
  }

  private versions(packages: ReadonlySet<string>): Record<string, string> {
    const all = [...packages, ...productionPackages(this.lock, [...packages])]
    const versions = new Map([
      ['node', process.versions.node],
      ['gdal', GDAL_VERSION],
    ])
    for (const path of all) {
      const { version, integrity } = this.lock[path]
      versions.set(path, `${version} ${integrity?.slice(-16) ?? ''}`)
    }
    return sorted(versions)
  }
}

interface Node {
  hash: string
  files: string[]
  packages: string[]
}

function sorted(values: ReadonlyMap<string, string>): Record<string, string> {
  return Object.fromEntries([...values].sort(([a], [b]) => (a < b ? -1 : 1)))
}
