import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PROJECT_ROOT } from '../../catalog/plat-home.ts'
import type { BuildOrder, BuildOutcome } from './build-process.ts'
import { diskBytes } from './built-bytes.ts'

const SCRIPT = fileURLToPath(new URL('./build-process.ts', import.meta.url))
const SAMPLE_MS = 1_000
/** Of the time between two walks of the home, at most this share is spent in them. */
const WALK_SHARE = 0.05

/** What a build made, with the most that its home took on disk while it ran. */
export interface StagedBuild extends BuildOutcome {
  peak_disk_bytes: number
  /** Processes that worked on it: more than one where a run was killed. */
  runs: number
}

/**
 * Runs a build in a process of its own. Throws `Error` when it fails; the next run goes on with the
 * partitions and steps that are stored.
 */
export async function stageBuild(order: BuildOrder, archives: string): Promise<StagedBuild> {
  mkdirSync(dirname(order.outcome), { recursive: true })
  const orderFile = `${order.outcome}.order`
  const runsFile = `${order.outcome}.runs`
  const runs = (existsSync(runsFile) ? Number(readFileSync(runsFile, 'utf8')) : 0) + 1
  writeFileSync(runsFile, `${runs}`)
  writeFileSync(orderFile, JSON.stringify(order))
  rmSync(order.outcome, { force: true })
  const child = spawn(process.execPath, [SCRIPT, orderFile], {
    cwd: PROJECT_ROOT,
    env: { ...process.env, PLAT_REAL_DATA: archives },
    // The channel closes when this process is killed, and then the build ends too.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const disk = watchDisk(order.home)
  const code = await ended
  const peak_disk_bytes = disk.stop()
  if (code !== 0 || !existsSync(order.outcome)) throw new Error(`the build ended with ${code}`)
  const outcome = JSON.parse(readFileSync(order.outcome, 'utf8')) as BuildOutcome
  return { ...outcome, peak_disk_bytes, runs }
}

/** Samples the size of a folder each second, or less often where the walk takes long. */
function watchDisk(folder: string): { stop(): number } {
  let most = 0
  let timer: NodeJS.Timeout
  const sample = () => {
    if (!existsSync(folder)) return 0
    const began = performance.now()
    most = Math.max(most, diskBytes(folder))
    return performance.now() - began
  }
  const again = () => {
    const walk_ms = sample()
    timer = setTimeout(again, Math.max(SAMPLE_MS, walk_ms / WALK_SHARE))
  }
  again()
  return {
    stop() {
      clearTimeout(timer)
      sample()
      return most
    },
  }
}
