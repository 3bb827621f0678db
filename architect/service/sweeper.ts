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

/** Deletes what is past its time, then the blobs that no row names any more. */
export async function sweepStorage({ store, blobs, now }: SweptParts): Promise<void> {
  await store.sweep()
  const written_before = new Date(now() - UNUSED_HOURS * 3_600_000)
  let batch: string[] = []
  const deleteUnused = async () => {
    const used = new Set(await store.referenced(batch))
    for (const hash of batch) if (!used.has(hash)) await blobs.delete(hash, { written_before })
    batch = []
  }
  for await (const { hash, written_at } of blobs.list()) {
    if (written_at >= written_before) continue
    batch.push(hash)
    if (batch.length === BATCH) await deleteUnused()
  }
  await deleteUnused()
}

/** Sweeps every hour; returns how to stop. */
export function startSweeps(parts: SweptParts, onFailure: (error: unknown) => void): () => void {
  const timer = setInterval(() => sweepStorage(parts).catch(onFailure), SWEEP_MS)
  timer.unref()
  return () => clearInterval(timer)
}
