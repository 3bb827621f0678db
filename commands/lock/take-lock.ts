import type { ResolveAssetPath } from '../../catalog/asset-path.ts'
import type { Asset, Lock, Served } from '../../catalog/lock.ts'
import { fetchAsset } from '../../pipelines/stages/fetch.ts'
import { type FetchLimits, SERVED_LIMITS } from '../../pipelines/stages/fetch-limits.ts'
import { requestServedState, servedAddress } from '../../pipelines/stages/served-state.ts'
import type { Progress } from '../../terminal/progress.ts'
import { hideQueries } from '../../terminal/shown-url.ts'
import { StepError } from '../../terminal/step-error.ts'
import { InvalidResponse } from '../../upstream/failure.ts'
import type { LockDraft } from './lock-draft.ts'
import { checkTaken, type TakenFile } from './whole-assets.ts'

export interface TakeOptions {
  /** The store for downloads, `assetsFolder()`. */
  into: string
  resolve: ResolveAssetPath
  progress: Progress
  /** The retrieval time of assets whose bytes are new. */
  now: Date
  /** Bounds of the downloads. */
  limits?: Partial<FetchLimits>
  signal?: AbortSignal
}

/** A new lock, with the change of each asset. */
export interface TakenLock {
  lock: Lock
  changes: { name: string; change: 'new' | 'changed' | 'unchanged' }[]
}

/**
 * Fetches every asset of a draft, without an expected hash, and records its bytes, and what its
 * server states about them. An asset with the same bytes as before retains its `retrieved_at`, so
 * that the sum of a lock changes only when bytes change. Throws `StepError` for an asset that
 * cannot be fetched.
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
    const served = path === undefined ? await servedOf(name, url, options) : null
    const { file, bytes, sha256 } = await fetchAsset({ name, url, path }, options)
    const isSame = old?.sha256 === sha256
    changes.push({ name, change: old === undefined ? 'new' : isSame ? 'unchanged' : 'changed' })
    const retrieved_at = isSame ? old.retrieved_at : options.now.toISOString()
    // Evidence belongs to bytes: new bytes need new evidence.
    const evidence = whole ?? (isSame ? old.whole : undefined)
    const stated = served ?? (isSame ? old.served : undefined)
    const asset = {
      ...{ name, url, ...(path === undefined ? {} : { path }), bytes, sha256, retrieved_at },
      ...(evidence === undefined ? {} : { whole: evidence }),
      ...(stated === undefined ? {} : { served: stated }),
    }
    assets.push(asset)
    taken.push({ asset, file })
  }
  await checkTaken(taken, options.into)
  const lock = { id: draft.id, source: draft.source, vintage: draft.vintage, assets }
  return { lock, changes }
}

/**
 * Statements of the server about an asset, for later checks; null where it makes none. They are
 * requested before the download: if the asset changes in between, the next check reports a change
 * too many, and never one too few.
 */
async function servedOf(
  name: string,
  url: string,
  { progress, signal = new AbortController().signal }: TakeOptions,
): Promise<Served | null> {
  const at = servedAddress(url)
  if (at === null) return null
  try {
    const { served } = await requestServedState({ name, url }, at, SERVED_LIMITS, signal)
    return Object.keys(served).length > 0 ? served : null
  } catch (error) {
    const isFailure = error instanceof StepError || error instanceof InvalidResponse
    if (!isFailure) throw error
    const problem = hideQueries(error instanceof StepError ? error.problem : error.message)
    progress.note(`${name}: its server states nothing for later checks: ${problem}`)
    return null
  }
}
