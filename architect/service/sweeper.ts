import { StepError } from '../../terminal/step-error.ts'
import { OWNER_NAME } from '../blobs/blob-owner.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import type { Store } from '../store/store-port.ts'

/** Time between two sweeps of a process, and before its first. */
const SWEEP_MS = 3_600_000
/** Age from which an unused blob is deleted: a blob is stored before a row names it. */
const UNUSED_HOURS = 24
/** Blobs that are looked up at a time. */
const BATCH = 500

interface SweptParts {
  store: Store
  blobs: BlobStore
  now(): number
}

/**
 * Deletes what is past its time, then the blobs that no row names any more. Throws `StepError`
 * where the blobs are those of another database, of which none is deleted. Ends early when
 * `signal` is aborted; the next sweep goes on.
 */
export async function sweepStorage(
  { store, blobs, now }: SweptParts,
  signal?: AbortSignal,
): Promise<void> {
  let after: string | null = ''
  while (after !== null && !signal?.aborted) after = await store.sweep(after)
  if (signal?.aborted) return
  await claimBlobs({ store, blobs })
  const written_before = new Date(now() - UNUSED_HOURS * 3_600_000)
  let batch: string[] = []
  const deleteUnused = async () => {
    const used = new Set(await store.referenced(batch))
    for (const hash of batch) if (!used.has(hash)) await blobs.delete(hash, { written_before })
    batch = []
  }
  for await (const { hash, written_at } of blobs.list()) {
    if (signal?.aborted) return
    if (written_at >= written_before) continue
    batch.push(hash)
    if (batch.length === BATCH) await deleteUnused()
  }
  await deleteUnused()
}

/** Marks the storage as that of this database, unless it is marked already. Throws `StepError`. */
export async function claimBlobs({
  store,
  blobs,
}: Pick<SweptParts, 'store' | 'blobs'>): Promise<void> {
  const { id, hasClaimed } = await store.blobOwner()
  const owner = await blobs.claim(id)
  if (owner === id) {
    if (!hasClaimed) await store.recordClaim()
    return
  }
  throw new StepError(
    'delete unused blobs',
    'the storage of PLAT_BLOBS',
    `it is that of the database ${owner}, and this one is ${id}`,
    `Give each database a storage of its own. Where this database replaced the other one, write its id into the file \`${OWNER_NAME}\` there. No blob is deleted.`,
  )
}

/** Sweeps every hour, unless the last sweep still runs; returns how to stop. */
export function startSweeps(
  parts: SweptParts,
  onFailure: (error: unknown) => void,
): () => Promise<void> {
  const stopped = new AbortController()
  let running: Promise<void> | null = null
  const timer = setInterval(() => {
    running ??= sweepStorage(parts, stopped.signal)
      .catch(onFailure)
      .finally(() => (running = null))
  }, SWEEP_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    stopped.abort()
    await running
  }
}
