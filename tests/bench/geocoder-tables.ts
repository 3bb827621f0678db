import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { gatherAddressTables } from '../../builds/address-tables.ts'
import { tableFile } from '../../builds/build-file.ts'
import { Geocoder } from '../../geocoder/matching/geocoder.ts'
import { SearchIndex } from '../../geocoder/search/search-index.ts'
import type { Packs } from '../../lookup/location-lookup.ts'
import { Pack } from '../../packs/pack-reader.ts'
import { writePack } from '../../pipelines/stages/pack.ts'
import { SILENT } from '../../terminal/progress.ts'

/** A geocoder that knows some tables of a build and not the others. */
export interface PartialGeocoder {
  packs: Packs
  index: SearchIndex
  geocoder: Geocoder
}

/** Makes the tables of addresses in `folder`, out of the given packs alone. */
export async function geocoderOver(packs: Packs, folder: string): Promise<PartialGeocoder> {
  mkdirSync(folder, { recursive: true })
  const all = new Map(packs)
  const options = { into: folder, work: folder, progress: SILENT }
  for (const { table, rows } of await gatherAddressTables(packs, options)) {
    const file = join(folder, `${table.name}.pack`)
    const files = [join(folder, tableFile(table.name, 'all'))]
    await writePack(table, files, file, rows, SILENT)
    all.set(table.name, new Pack({ file, memoryLimitBytes: 2e9 }))
  }
  const names = join(folder, 'names.sqlite')
  SearchIndex.write(all, names)
  const index = new SearchIndex(names)
  return { packs: all, index, geocoder: new Geocoder(all, index) }
}
