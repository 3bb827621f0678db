import { join } from 'node:path'
import { replaceFile, sweepReplacements } from '../catalog/atomic-file.ts'
import { missingFiles, type OpenBuild, openBuild } from '../catalog/build-folder.ts'
import { failedAudits } from '../catalog/manifest.ts'
import { Pin, pinAfter, pinFile, type Rollback, readPin, rolledBack } from '../catalog/pin.ts'
import { platHome } from '../catalog/plat-home.ts'
import { withProcessMutex } from '../catalog/process-mutex.ts'
import { StepError } from '../terminal/step-error.ts'

/** The home to pin in, and the clock; tests set both. */
export interface PinOptions {
  home?: string
  now?: Date
}

/** A pin takes milliseconds: a process that holds the mutex longer than this is stuck. */
const MUTEX_WAIT_MS = 10_000

/**
 * Serves this build from now on. The move is atomic: a process that is killed meanwhile leaves the
 * old pin or the new one. Throws `StepError`, with the pin unchanged, when the build is missing,
 * incomplete or failed an audit. Pinning the pinned build changes nothing.
 */
export async function pinBuild(id: string, options: PinOptions = {}): Promise<Pin> {
  const home = options.home ?? platHome()
  return await withPinMutex(home, async () => {
    await openSound(id, home)
    const old = await readPin(home)
    if (old?.build === id) return old
    return await writePin(home, pinAfter(old, id, options.now ?? new Date()))
  })
}

/**
 * Goes back to the build that was served before this one. Builds that are gone or broken are
 * skipped and listed. The build left behind stays on disk and can be pinned again. Throws
 * `StepError`, with the pin unchanged, when there is nothing to go back to.
 */
export async function rollbackPin(options: PinOptions = {}): Promise<Rollback> {
  const home = options.home ?? platHome()
  return await withPinMutex(home, async () => {
    const rollback = await rolledBack(await readPin(home), (id) => problemOf(id, home), {
      where: home,
      remedy: 'See `plat builds`, then choose one with `plat pin <build>`.',
      now: options.now ?? new Date(),
    })
    await writePin(home, rollback.pin)
    return rollback
  })
}

/** Opens a build that may be served: whole, with every audit passed. */
async function openSound(id: string, home: string): Promise<OpenBuild> {
  const build = await openBuild(id, home)
  const failed = failedAudits(build.manifest)
  if (failed !== null) {
    const remedy = 'Look at the audits with `plat builds <build>`, mend the cause and build again.'
    throw new StepError('pin the build', id, failed, remedy)
  }
  const missing = await missingFiles(build)
  if (missing.length > 0) {
    const remedy = 'Build again with `plat build`.'
    throw new StepError('pin the build', id, `is not whole: ${missing[0]}`, remedy)
  }
  return build
}

async function problemOf(id: string, home: string): Promise<string | null> {
  try {
    await openSound(id, home)
    return null
  } catch (error) {
    if (error instanceof StepError) return error.message
    throw error
  }
}

async function withPinMutex<T>(home: string, work: () => Promise<T>): Promise<T> {
  const options = { step: 'move the pin', wait_ms: MUTEX_WAIT_MS }
  return await withProcessMutex(join(home, 'pin.lock'), options, work)
}

async function writePin(home: string, pin: Pin): Promise<Pin> {
  await sweepReplacements(pinFile(home))
  await replaceFile(pinFile(home), `${JSON.stringify(Pin.parse(pin), null, 2)}\n`)
  return pin
}
