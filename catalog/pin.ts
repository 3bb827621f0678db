import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { StepError } from '../terminal/step-error.ts'
import { readJsonFile } from './json-file.ts'
import { BuildId } from './manifest.ts'
import { platHome } from './plat-home.ts'

/** Number of earlier pins that `plat rollback` can return to. */
export const PREVIOUS_PINS_MAX = 50

const Pinned = { build: BuildId, pinned_at: z.iso.datetime() }

/** The build that is served, and those before it, newest first. */
export const Pin = z.strictObject({
  ...Pinned,
  previous: z.array(z.strictObject(Pinned)).max(PREVIOUS_PINS_MAX),
})
export type Pin = z.infer<typeof Pin>

/** The pin after a build is pinned: the pinned one goes to the head of the bounded history. */
export function pinAfter(old: Pin | null, build: string, now: Date): Pin {
  const before = old === null ? [] : [{ build: old.build, pinned_at: old.pinned_at }]
  const previous = [...before, ...(old?.previous ?? [])].slice(0, PREVIOUS_PINS_MAX)
  return { build, pinned_at: now.toISOString(), previous }
}

/**
 * Result of a rollback, with the earlier pins that it skipped because their builds are not sound.
 */
export interface Rollback {
  from: string
  pin: Pin
  skipped: { build: string; reason: string }[]
}

/**
 * The pin after a rollback to the newest earlier build that is sound; `problemOf` returns why one
 * is not, or null. Throws `StepError` when there is nothing to go back to; `where` names the pin
 * and `remedy` how to choose a build.
 */
export async function rolledBack(
  old: Pin | null,
  problemOf: (build: string) => Promise<string | null>,
  { where, remedy, now }: { where: string; remedy: string; now: Date },
): Promise<Rollback> {
  if (old === null) throw new StepError('roll back', where, 'no build is pinned', remedy)
  const skipped: Rollback['skipped'] = []
  for (const [at, { build }] of old.previous.entries()) {
    const reason = await problemOf(build)
    if (reason === null) {
      const pin = { build, pinned_at: now.toISOString(), previous: old.previous.slice(at + 1) }
      return { from: old.build, pin, skipped }
    }
    skipped.push({ build, reason })
  }
  const tried = skipped.map(({ build, reason }) => `${build} (${reason})`).join(', ')
  const problem = tried === '' ? 'no build was pinned before' : `none is sound: ${tried}`
  throw new StepError('roll back', old.build, problem, remedy)
}

export function pinFile(home = platHome()): string {
  return join(home, 'pin.json')
}

/** The pin, or null when nothing was ever pinned. Throws `StepError` when the file is wrong. */
export async function readPin(home = platHome()): Promise<Pin | null> {
  const path = pinFile(home)
  const found = await stat(path).catch((error) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (found === null) return null
  const remedy = 'Remove the file and pin again with `plat pin <build>`.'
  return await readJsonFile({ path, step: 'read the pin', remedy }, Pin)
}
