import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ResolveAssetPath } from '../../catalog/asset-path.ts'
import { readLock } from '../../catalog/lock.ts'
import { assetsFolder } from '../../catalog/plat-home.ts'
import { loadSources } from '../../catalog/source.ts'
import { fetchAsset } from '../../pipelines/stages/fetch.ts'
import type { Progress } from '../../terminal/progress.ts'
import { StepError } from '../../terminal/step-error.ts'

/** Result of the check of one asset: `ok`, `not held` (never fetched here), or the problem. */
export interface CheckedAsset {
  lock: string
  asset: string
  result: string
  isWrong: boolean
}

export interface CheckOptions {
  resolve: ResolveAssetPath
  progress: Progress
  /** Whether to download what is not held; otherwise the network is not used. */
  isFetching: boolean
}

/** Reads every byte of a lock's assets again and compares. Throws `StepError` for a wrong lock. */
export async function checkLock(id: string, options: CheckOptions): Promise<CheckedAsset[]> {
  const lock = await readLock(id)
  const sources = await loadSources()
  if (!sources.has(lock.source)) {
    const remedy = `Describe it in catalog/sources/${lock.source}.json.`
    throw new StepError('check the lock', id, `has no source ${lock.source}`, remedy)
  }
  const checked: CheckedAsset[] = []
  for (const asset of lock.assets) {
    const base = { lock: id, asset: asset.name }
    const isHeld = asset.path !== undefined || (await isStored(asset.sha256))
    if (!isHeld && !options.isFetching) {
      checked.push({ ...base, result: 'not held', isWrong: false })
      continue
    }
    try {
      await fetchAsset(asset, { into: assetsFolder(), ...options })
      checked.push({ ...base, result: 'ok', isWrong: false })
    } catch (error) {
      if (!(error instanceof StepError)) throw error
      // Absent files are not wrong: few machines have the real ones.
      const isAbsent = error.step === 'find the asset'
      const result = isAbsent ? `not held: ${error.target}` : error.message
      checked.push({ ...base, result, isWrong: !isAbsent })
    }
  }
  return checked
}

async function isStored(sha256: string): Promise<boolean> {
  const found = await stat(join(assetsFolder(), sha256)).catch(() => null)
  return found !== null
}
