import { StepError } from '../terminal/step-error.ts'
import { eachAtOnce, TRANSFERS_AT_ONCE } from './file-objects.ts'
import type { ObjectStorage } from './object-storage.ts'
import {
  CONDEMNED_MAX,
  changeStorePin,
  isCondemned,
  readStorePin,
  type StorePin,
} from './store-pin.ts'
import { findStoredBuild, listStoredBuilds, manifestKey } from './stored-builds.ts'

/** A build that was pushed less than this ago is not removed: its pin may be next. */
const YOUNG_MS = 60_000

/**
 * Removes the manifests of old builds and returns their ids. The pinned build stays, and so do the
 * `keep` newest ones by their push and the `keep` newest earlier pins. The builds to remove are
 * first written next to the pin, so that none of them can be pinned. Throws `StepError`, with
 * nothing removed, where a manifest that stays cannot be read.
 */
export async function removeBuilds(
  storage: ObjectStorage,
  keep: number,
  { begun, isDryRun }: { begun: Date; isDryRun: boolean },
): Promise<string[]> {
  const listed = await listStoredBuilds(storage)
  const ids = listed.map(({ id }) => id)
  const young = listed
    .filter(({ pushed_at }) => begun.getTime() - pushed_at.getTime() < YOUNG_MS)
    .map(({ id }) => id)
  const removable = (state: StorePin) => {
    const newest = ids.filter((id) => !isCondemned(state, id)).slice(0, keep)
    const earlier = (state.pin?.previous ?? []).slice(0, keep).map(({ build }) => build)
    const staying = new Set([...newest, ...earlier, ...young, state.pin?.build])
    return ids.filter((id) => !staying.has(id)).slice(0, CONDEMNED_MAX)
  }
  const state = await readStorePin(storage)
  expectPinned(state, ids, storage)
  const first = removable(state)
  for (const id of ids) if (!first.includes(id)) await findStoredBuild(storage, id)
  if (isDryRun || first.length + state.condemned.length === 0) return first
  let removed: string[] = []
  await changeStorePin(storage, async (found) => {
    const next = condemn(found, removable(found), begun)
    removed = removable(found).filter((id) => isCondemned(next, id))
    return next
  })
  const pushedAt = new Map(listed.map(({ id, pushed_at }) => [id, secondsOf(pushed_at)]))
  await eachAtOnce(removed, TRANSFERS_AT_ONCE, async (id) => {
    const found = await storage.head(manifestKey(id))
    // One that was pushed again since it was listed has another time.
    if (found && secondsOf(found.written_at) === pushedAt.get(id))
      await storage.delete(manifestKey(id))
  })
  // Those of a killed `gc` too, if it came to delete them; another one may be at work on others.
  const isOver = (id: string) => removed.includes(id) || !ids.includes(id)
  await changeStorePin(storage, async (found) => ({
    ...found,
    condemned: found.condemned.filter(({ build }) => !isOver(build)),
  }))
  return removed
}

/** The state with these builds under removal, and without them in the history of the pin. */
function condemn({ pin, condemned }: StorePin, ids: readonly string[], now: Date): StorePin {
  const added = ids
    .filter((id) => !condemned.some(({ build }) => build === id))
    .map((build) => ({ build, since: now.toISOString() }))
  const previous = pin?.previous.filter(({ build }) => !ids.includes(build)) ?? []
  return {
    pin: pin && { ...pin, previous },
    condemned: [...condemned, ...added].slice(0, CONDEMNED_MAX),
  }
}

/** S3 states the time of one object in whole seconds, and in lists some services do not. */
function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1_000)
}

function expectPinned({ pin }: StorePin, ids: readonly string[], { name }: ObjectStorage): void {
  if (pin === null || ids.includes(pin.build)) return
  const problem = `the pinned build ${pin.build} has no manifest, so its files cannot be known`
  const remedy = 'Push it again, or pin another build with `plat pin <build> --stored`.'
  throw new StepError('remove old builds', name, problem, remedy)
}
