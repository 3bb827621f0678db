import { findLock } from '../../catalog/lock.ts'

const DAY_MS = 86_400_000

/**
 * The last day that a feed's copy can contain, ISO: the day after its newest part was taken, as
 * Guam is ahead of UTC. Null for a lock that is not in the catalog, as in tests.
 */
export async function lastDayOf(lock: string): Promise<string | null> {
  const found = await findLock(lock)
  if (!found) return null
  const newest = Math.max(...found.assets.map(({ retrieved_at }) => Date.parse(retrieved_at)))
  return new Date(newest + DAY_MS).toISOString().slice(0, 10)
}
