import type { ResolveAssetPath } from '../../catalog/asset-path.ts'
import type { Asset, Lock } from '../../catalog/lock.ts'
import { fetchAsset } from '../../pipelines/stages/fetch.ts'
import type { Progress } from '../../terminal/progress.ts'
import type { LockDraft } from './lock-draft.ts'
import { checkTaken, type TakenFile } from './whole-assets.ts'

export interface TakeOptions {
  /** The store for downloads, `assetsFolder()`. */
  into: string
  resolve: ResolveAssetPath
  progress: Progress
  /** The retrieval time of assets whose bytes are new. */
  now: Date
}

/** A new lock, with the change of each asset. */
export interface TakenLock {
  lock: Lock
  changes: { name: string; change: 'new' | 'changed' | 'unchanged' }[]
}

/**
 * Fetches every asset of a draft, without an expected hash, and records its bytes. An asset with
 * the same bytes as before retains its `retrieved_at`, so that a lock changes only when bytes
 * change. Throws `StepError` for an asset that cannot be fetched.
 */
export async function takeLock(
  draft: LockDraft,
  before: Lock | null,
  options: TakeOptions,
): Promise<TakenLock> {
  const changes: TakenLock['changes'] = []
  const assets: Asset[] = []
  const taken: TakenFile[] = []
  for (const { name, url, path, whole } of draft.assets) {
    const old = before?.assets.find((asset) => asset.name === name)
    const { file, bytes, sha256 } = await fetchAsset({ name, url, path }, options)
    const isSame = old?.sha256 === sha256
    changes.push({ name, change: old === undefined ? 'new' : isSame ? 'unchanged' : 'changed' })
    const retrieved_at = isSame ? old.retrieved_at : options.now.toISOString()
    // Evidence belongs to bytes: new bytes need new evidence.
    const evidence = whole ?? (isSame ? old.whole : undefined)
    const asset = {
      ...{ name, url, ...(path === undefined ? {} : { path }), bytes, sha256, retrieved_at },
      ...(evidence === undefined ? {} : { whole: evidence }),
    }
    assets.push(asset)
    taken.push({ asset, file })
  }
  await checkTaken(taken, options.into)
  const lock = { id: draft.id, source: draft.source, vintage: draft.vintage, assets }
  return { lock, changes }
}
