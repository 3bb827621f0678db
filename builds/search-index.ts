import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Manifest } from '../catalog/manifest.ts'
import { SearchIndex } from '../geocoder/search/search-index.ts'
import { closePacks, openPacks, type PackedBuild } from '../lookup/open-packs.ts'
import type { Progress } from '../terminal/progress.ts'
import { hashed } from './build-file.ts'

/** Writes the index of a build's streets and places; null where it has neither. */
export async function writeSearchIndex(
  packs: PackedBuild['manifest']['packs'],
  folder: string,
  progress: Progress,
): Promise<Manifest['search']> {
  const named = packs.filter(({ table }) => table === 'streets' || table === 'localities')
  if (named.length === 0) return null
  const total = named.reduce((sum, { rows }) => sum + rows, 0)
  const step = progress.step('index names', { total, unit: 'names' })
  const opened = await openPacks({ paths: { folder }, manifest: { packs: named } })
  try {
    const file = join(folder, 'search', 'names.sqlite')
    await mkdir(dirname(file), { recursive: true })
    const items = SearchIndex.write(opened, file)
    step.done(`${items.toLocaleString('en-US')} streets and places`)
    return { ...(await hashed(folder, file)), items }
  } finally {
    closePacks(opened)
  }
}
