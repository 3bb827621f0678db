import { spawnSync } from 'node:child_process'
import { StepError } from '../../terminal/step-error.ts'

/** The program, as it is looked up on PATH. */
export const TIPPECANOE = 'tippecanoe'
/** The first version that writes PMTiles (its CHANGELOG.md). */
const OLDEST = [2, 17, 0]
/** Time for the program to state its version. */
const VERSION_WAIT_MS = 10_000

const REMEDY =
  'build a version from 2.17 on from its source (https://github.com/felt/tippecanoe: `make`, then its folder on PATH), or leave --tiler out: Plat draws with its own tiler'

/** The version of the Tippecanoe on PATH, such as `2.82.0`; null without one that states it. */
export function findVersion(): string | null {
  return readVersion().version
}

/** The version of the Tippecanoe on PATH. Throws `StepError` without one that writes PMTiles. */
export function requireVersion(): string {
  const { version, printed, error } = readVersion()
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT')
    throw new StepError('tile', TIPPECANOE, 'there is no such program on PATH', REMEDY)
  if (error) throw new StepError('tile', TIPPECANOE, error.message, REMEDY, { cause: error })
  if (version === null) {
    const found = JSON.stringify(printed.trim().slice(0, 200))
    const problem = `\`tippecanoe --version\` states no version, it printed ${found}`
    throw new StepError('tile', TIPPECANOE, problem, REMEDY)
  }
  if (isOld(version)) {
    const problem = `version ${version} is on PATH, and PMTiles are written from 2.17.0 on`
    throw new StepError('tile', TIPPECANOE, problem, REMEDY)
  }
  return version
}

/** Throws `StepError` where another version is on PATH than the one that a plan found there. */
export function assertVersion(planned: string): void {
  const version = requireVersion()
  if (version === planned) return
  const problem = `version ${version} is on PATH, and the build was planned with ${planned}`
  throw new StepError('tile', TIPPECANOE, problem, 'run the same command again')
}

/** Runs the program once: what it printed, and the version in that. */
function readVersion() {
  const options = { encoding: 'utf8', timeout: VERSION_WAIT_MS } as const
  const { stdout, stderr, error } = spawnSync(TIPPECANOE, ['--version'], options)
  const printed = `${stdout}${stderr}`
  const version = error ? null : (/\bv?(\d+\.\d+\.\d+)/.exec(printed)?.[1] ?? null)
  return { version, printed, error }
}

function isOld(version: string): boolean {
  const parts = version.split('.').map(Number)
  const at = parts.findIndex((part, i) => part !== OLDEST[i])
  return at !== -1 && parts[at] < OLDEST[at]
}
