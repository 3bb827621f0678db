import { join } from 'node:path'
import { assetPathResolver, type ResolveAssetPath } from '../../catalog/asset-path.ts'
import { platHome } from '../../catalog/plat-home.ts'
import { generateSample } from '../../sample/generate-sample.ts'
import type { Progress } from '../../terminal/progress.ts'

/** Writes the fictional county and returns its folder and its files. */
export type WriteSample = () => Promise<{ folder: string; names: string[] }>

/** Writes under way or done in this process, by folder: concurrent partitions share one. */
const writes = new Map<string, ReturnType<WriteSample>>()

/** Writes the sample under `home`, once a process. */
export function sampleWriter(progress: Progress, home = platHome()): WriteSample {
  const folder = join(home, 'sample')
  const write = async () => {
    const files = await generateSample(folder, { progress })
    return { folder, names: files.map((file) => file.name) }
  }
  return () => {
    const known = writes.get(folder) ?? write()
    writes.set(folder, known)
    known.catch(() => writes.delete(folder))
    return known
  }
}

/** Finds `real-data:` and `sample:` assets; the sample is written when one is first requested. */
export function heldAssetResolver(write: WriteSample): ResolveAssetPath {
  return assetPathResolver(async () => (await write()).folder)
}
