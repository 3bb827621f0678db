import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
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
