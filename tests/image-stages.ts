import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, cpSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, join, matchesGlob } from 'node:path'
import { inherited, readCopy, type Stage } from './dockerfile-reading.ts'

/** Folders of the tree and of the volume in the Dockerfile. */
const WORKDIR = '/opt/plat'
const VOLUME = '/var/lib/plat'
/** Commands that need root: packages of the system, and folders of another user. */
const NEEDS_ROOT = /\bapt-get\b|^install -d -o node /

/** The user that runs commands: one without rights where the tests run as root. */
export const UNPRIVILEGED: { uid?: number; gid?: number } =
  process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

export interface Ran {
  code: number | null
  output: string
}

/**
 * The folders that the stages of a Dockerfile make, without a container engine: each begins empty,
 * gets the files of COPY, and runs the commands of RUN, as a user without rights.
 */
export class ImageStages {
  /** Commands that were left out because they need root. */
  readonly leftOut: string[] = []
  private readonly stages: Stage[]
  private readonly root: string
  private readonly folder: string

  /** `root` is the repository; `folder` is empty and takes a folder for each stage. */
  constructor(stages: Stage[], root: string, folder: string) {
    this.stages = stages
    this.root = root
    this.folder = folder
    this.own(folder)
    for (const name of ['home', 'tmp']) this.own(join(folder, name))
  }

  /** The folder in place of the volume. */
  get volume(): string {
    return join(this.folder, 'volume')
  }

  /** Environment of a stage, with the pinned Node first on the path and no variable of Plat. */
  environmentOf(name: string): Record<string, string> {
    const set = inherited(this.stages, name)
      .filter(({ word }) => word === 'ENV')
      .flatMap(({ rest }) => [...rest.matchAll(/(\w+)=(\S+)/g)])
    return {
      ...Object.fromEntries(Object.entries(process.env).filter(([key]) => FROM_OUTSIDE.test(key))),
      ...Object.fromEntries(set.map(([, key, value]) => [key, value.replace(VOLUME, this.volume)])),
      PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
      HOME: join(this.folder, 'home'),
      TMPDIR: join(this.folder, 'tmp'),
    }
  }

  /** Makes a stage and the earlier ones that it copies from. Returns its folder. */
  async make(name: string): Promise<string> {
    const stage = this.stages.find((each) => each.name === name)!
    const folder = join(this.folder, name)
    if (this.made.has(name)) return folder
    this.made.add(name)
    this.own(folder)
    for (const { word, rest } of inherited(this.stages, name)) {
      if (word === 'COPY') await this.copy(rest, folder)
      if (word === 'RUN') await this.run(rest, stage, folder)
    }
    return folder
  }

  /** Runs a program of a stage in its folder. */
  start(name: string, command: readonly string[], environment: Record<string, string> = {}) {
    const [program, ...args] = command
    return spawn(program, args, {
      cwd: join(this.folder, name),
      env: { ...this.environmentOf(name), ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...UNPRIVILEGED,
    })
  }

  /** Runs a program of a stage to its end. */
  async ran(name: string, command: readonly string[], environment = {}): Promise<Ran> {
    const child = this.start(name, command, environment)
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes) => {
        output += bytes
      })
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
    return { code, output }
  }

  /** Takes all rights to write from a stage's folder, as `--read-only` does. */
  freeze(name: string): void {
    const visit = (path: string) => {
      const entry = lstatSync(path)
      if (entry.isSymbolicLink()) return
      if (entry.isDirectory()) for (const each of readdirSync(path)) visit(join(path, each))
      chmodSync(path, entry.mode & 0o555)
    }
    visit(join(this.folder, name))
  }

  private readonly made = new Set<string>()

  private async copy(rest: string, folder: string): Promise<void> {
    const { from, sources } = readCopy(rest)
    const to = join(folder, rest.split(/\s+/).at(-1)!)
    for (const source of sources) {
      if (from !== undefined) {
        const path = join(await this.make(from), source.replace(WORKDIR, ''))
        cpSync(path, to, { recursive: true, verbatimSymlinks: true })
        continue
      }
      const base = source === '.' ? '' : source
      const paths = this.context().filter((path) => path === base || isBelow(path, base))
      if (paths.length === 0) throw new Error(`COPY ${source}: there is no such file`)
      for (const path of paths) {
        const inner = base.endsWith('/') || base === '' ? path.slice(base.length) : path
        const isFile = path === base
        const target = join(to, isFile ? path.split('/').at(-1)! : inner)
        mkdirSync(dirname(target), { recursive: true })
        cpSync(join(this.root, path), target)
      }
    }
    this.own(folder)
  }

  private async run(rest: string, { name }: Stage, folder: string): Promise<void> {
    if (NEEDS_ROOT.test(rest)) {
      if (!this.leftOut.includes(rest)) this.leftOut.push(rest)
      return
    }
    const { code, output } = await this.ran(name, ['sh', '-c', rest])
    if (code !== 0) throw new Error(`${name}: RUN ${rest} ended with ${code}:\n${output}`)
    this.own(folder)
  }

  /** Files that the engine would receive: those of git that .dockerignore does not name. */
  private context(): string[] {
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', this.root, ...args], { encoding: 'utf8', maxBuffer: 1e8 })
    const ignored = git('show', ':.dockerignore').trim().split('\n')
    return git('ls-files', '--cached', '--others', '--exclude-standard')
      .trim()
      .split('\n')
      .filter((path) => !ignored.some((each) => matchesGlob(path, each) || isBelow(path, each)))
  }

  /** Makes a folder and makes the unprivileged user its owner. */
  private own(folder: string): void {
    mkdirSync(folder, { recursive: true })
    const { uid, gid } = UNPRIVILEGED
    if (uid !== undefined) execFileSync('chown', ['-R', `${uid}:${gid}`, folder])
  }
}

/** Settings of the machine that npm needs to reach its registry. */
const FROM_OUTSIDE = /^(?:https?_proxy|no_proxy|npm_config_registry|NODE_EXTRA_CA_CERTS)$/i

const isBelow = (path: string, folder: string): boolean =>
  folder === '' || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`)
