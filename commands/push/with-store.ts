import type { ObjectStorage } from '../../storage/object-storage.ts'
import { openStore } from '../../storage/open-store.ts'
import { storagePlace } from '../../storage/storage-place.ts'
import { UsageError } from '../../terminal/command.ts'

/**
 * Runs work with the store that `--store` or `PLAT_STORE` names, and closes it. Throws `UsageError`
 * without either, and `StepError` for a place that is wrong or not a store.
 */
export async function withStore<T>(
  values: Record<string, unknown>,
  options: { isCreated?: boolean },
  work: (storage: ObjectStorage) => Promise<T>,
): Promise<T> {
  const { place, setting } = requiredStore(values)
  const storage = await openStore(storagePlace(place, setting, process.env), options)
  try {
    return await work(storage)
  } finally {
    await storage.close()
  }
}

/**
 * The place of the store as text, and the option or variable that names it. Throws `UsageError`
 * without either.
 */
export function requiredStore({ store }: Record<string, unknown>): {
  place: string
  setting: string
} {
  const place = typeof store === 'string' ? store : process.env.PLAT_STORE
  if (!place) throw new UsageError('Name the store with --store, or set PLAT_STORE.')
  return { place, setting: typeof store === 'string' ? '--store' : 'PLAT_STORE' }
}
