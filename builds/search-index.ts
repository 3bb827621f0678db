import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { SearchIndex } from '../geocoder/search/search-index.ts'
import { closePacks, openPacks, type PackedBuild } from '../lookup/open-packs.ts'
import type { Progress } from '../terminal/progress.ts'

/** Tables whose names can be searched for. */
export const NAMED_TABLES = ['streets', 'localities']
/** Path of the index within a build's folder. */
export const SEARCH_FILE = 'search/names.sqlite'

/**
 * Writes the index of a build's streets and places into a folder. Returns the number of names; null
 * where the build has neither.
 */
export async function writeSearchIndex(
  packs: PackedBuild['manifest']['packs'],
  folder: string,
  { into, progress }: { into: string; progress: Progress },
): Promise<number | null> {
  const named = packs.filter(({ table }) => NAMED_TABLES.includes(table))
  if (named.length === 0) return null
  const total = named.reduce((sum, { rows }) => sum + rows, 0)
  const step = progress.step('index names', { total, unit: 'names' })
  const opened = await openPacks({ paths: { folder }, manifest: { packs: named } })
  try {
    const file = join(into, SEARCH_FILE)
    await mkdir(dirname(file), { recursive: true })
    const items = SearchIndex.write(opened, file)
    step.done(`${items.toLocaleString('en-US')} streets and places`)
    return items
  } finally {
    closePacks(opened)
  }
}
