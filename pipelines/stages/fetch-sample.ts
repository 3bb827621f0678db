import { join } from 'node:path'
import { assetPathResolver, type ResolveAssetPath } from '../../catalog/asset-path.ts'
import { platHome } from '../../catalog/plat-home.ts'
import type { Progress } from '../../terminal/progress.ts'
import { generateSample } from '../sample/generate-sample.ts'

/** Writes the fictional county and answers where it is and which files it has. */
export type WriteSample = () => Promise<{ folder: string; names: string[] }>

/** Writes the sample under `PLAT_HOME`, the first time it is asked in this process. */
export function sampleWriter(progress: Progress): WriteSample {
  let written: ReturnType<WriteSample> | undefined
  const write = async () => {
    const folder = join(platHome(), 'sample')
    const files = await generateSample(folder, { progress })
    return { folder, names: files.map((file) => file.name) }
  }
  return () => {
    written ??= write()
    return written
  }
}

/** Finds `real-data:` and `sample:` assets; the sample is written only when one is asked for. */
export function heldAssetResolver(write: WriteSample): ResolveAssetPath {
  return assetPathResolver(async () => (await write()).folder)
}
