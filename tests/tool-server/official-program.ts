import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const INSTALL_MS = 300_000
const RUN_MS = 120_000
const OUTPUT_BYTES_MAX = 16_000_000

const run = promisify(execFile)

/** What a program has written, and how it has ended. */
export interface ProgramEnd {
  code: number
  output: string
  /** What it has written to standard error. */
  notes: string
}

/**
 * A program of npm at an exact version, which is not a dependency of the project: long tests alone
 * use it. It is installed once into the temporary files of the machine.
 */
export class OfficialProgram {
  private readonly script: string

  private constructor(script: string) {
    this.script = script
  }

  static async install(name: string, version: string): Promise<OfficialProgram> {
    const folder = join(tmpdir(), 'plat-programs', `${name}@${version}`)
    mkdirSync(folder, { recursive: true })
    const quiet = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts']
    const installed = ['install', '--prefix', folder, ...quiet, `${name}@${version}`]
    await run('npm', installed, { timeout: INSTALL_MS })
    const own = join(folder, 'node_modules', name)
    const { bin } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'))
    const script = typeof bin === 'string' ? bin : Object.values<string>(bin)[0]
    return new OfficialProgram(join(own, script))
  }

  /** Runs it in a folder, where it may leave files. */
  async run(given: readonly string[], folder: string): Promise<ProgramEnd> {
    const options = { cwd: folder, timeout: RUN_MS, maxBuffer: OUTPUT_BYTES_MAX }
    try {
      const { stdout, stderr } = await run(process.execPath, [this.script, ...given], options)
      return { code: 0, output: stdout, notes: stderr }
    } catch (error) {
      const { code, stdout, stderr } = error as { code: unknown; stdout: string; stderr: string }
      if (typeof code !== 'number') throw error
      return { code, output: stdout, notes: stderr }
    }
  }
}
