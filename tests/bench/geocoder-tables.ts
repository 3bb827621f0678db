import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { makeAddressTables } from '../../builds/address-tables.ts'
import type { OpenBuild } from '../../catalog/build-folder.ts'
import { Geocoder } from '../../layers/addresses/geocoder.ts'
import { SearchIndex } from '../../layers/addresses/search-index.ts'
import { openPacks } from '../../layers/open-packs.ts'
import { Pack } from '../../layers/packs/pack-reader.ts'
import type { Packs } from '../../layers/place.ts'
import { writePack } from '../../pipelines/stages/pack.ts'
import { SILENT } from '../../terminal/progress.ts'

/** A geocoder that knows some tables of a build and not the others. */
export interface PartialGeocoder {
  packs: Packs
  index: SearchIndex
  geocoder: Geocoder
}

/** Makes the tables of addresses again in `folder`, out of the named tables of a build alone. */
export async function geocoderOver(
  build: OpenBuild,
  tables: readonly string[],
  folder: string,
): Promise<PartialGeocoder> {
  mkdirSync(folder, { recursive: true })
  symlinkSync(join(build.paths.folder, 'packs'), join(folder, 'packs'))
  const manifest = { packs: build.manifest.packs.filter(({ table }) => tables.includes(table)) }
  const packs = new Map(await openPacks({ paths: { folder }, manifest }))
  const memoryBytes = 2e9
  const options = { memoryBytes, work: folder, progress: SILENT }
  for (const { table, rows, partitions } of await makeAddressTables(
    manifest.packs,
    folder,
    options,
  )) {
    const file = join(folder, `${table.name}.pack`)
    await writePack(
      table,
      partitions.map((each) => each.file),
      file,
      rows,
      SILENT,
    )
    packs.set(table.name, new Pack({ file, memoryLimitBytes: memoryBytes }))
  }
  const index = SearchIndex.of(packs)
  return { packs, index, geocoder: new Geocoder(packs, index) }
}
