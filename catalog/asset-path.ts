import { stat } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { StepError } from '../terminal/step-error.ts'
import { PROJECT_ROOT, realDataFolder } from './plat-home.ts'

/** Turns an asset's `path` into a local file. */
export type ResolveAssetPath = (path: string) => Promise<string>

/**
 * Resolves `real-data:<path>` under `PLAT_REAL_DATA`, `package:<package>/<file>` in an installed
 * package and `sample:<file>` in the folder that `sampleFolder` returns, which may write the sample
 * first. Throws `StepError` for a file that is absent and for a path that leaves its folder.
 */
export function assetPathResolver(sampleFolder: () => Promise<string>): ResolveAssetPath {
  return async (path) => {
    const [scheme, rest] = splitScheme(path)
    if (scheme === 'real-data') {
      const remedy = 'Set PLAT_REAL_DATA to the folder with the real upstream files.'
      return await fileInside(realDataFolder(), rest, remedy)
    }
    if (scheme === 'sample') {
      const remedy = 'Take the lock again with `plat lock take sample-county`.'
      return await fileInside(await sampleFolder(), rest, remedy)
    }
    if (scheme === 'package') {
      const remedy = 'Set the checkout up again with `npm start`, or take the lock again.'
      return await fileInside(join(PROJECT_ROOT, 'node_modules'), rest, remedy)
    }
    const remedy = 'Use real-data:, sample: or package: in the lock.'
    throw new StepError('find the asset', path, `unknown scheme ${scheme}:`, remedy)
  }
}

function splitScheme(path: string): [string, string] {
  const colon = path.indexOf(':')
  return [path.slice(0, colon), path.slice(colon + 1)]
}

async function fileInside(folder: string, path: string, remedy: string): Promise<string> {
  const root = resolve(folder)
  const file = resolve(root, path)
  if (!file.startsWith(root + sep)) {
    throw new StepError('find the asset', path, 'leaves its folder', 'Correct the lock.')
  }
  const found = await stat(file).catch(() => null)
  if (!found?.isFile()) throw new StepError('find the asset', file, 'is not there', remedy)
  return file
}
