import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { realDataFolder } from '../../catalog/plat-home.ts'
import { SILENT } from '../../terminal/progress.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { gdal } from './gdal.ts'
import { openFeatures } from './read.ts'
import { openShapefile } from './shapefile.ts'
import { readShapefileSlice } from './shapefile-slice.ts'
import { unpackAsset } from './unpack.ts'
import { findMember } from './unpack-member.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-shapefile-real-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function readAll(file: string, columns: string[], where?: string) {
  const features = []
  const reader = openFeatures({ file, columns, progress: SILENT, where })
  for await (const slice of reader.slices()) features.push(...slice)
  return features
}

/** Files in longitude and latitude: polygons, polygons with holes, lines, points. */
const FILES = [
  ['hudson-nj/34017C_20060816.zip', 'S_FLD_HAZ_AR.shp'],
  ['hudson-nj/34017C_20060816.zip', 'S_FLD_HAZ_LN.shp'],
  ['addresses/tl_2021_30059_addrfeat.zip', '*.shp'],
  ['muncie-in/nsi.zip', 'MuncieNSI.shp'],
] as const

// The largest one is left to the long run: random polygons with holes are read in both.
for (const [index, [path, member]] of FILES.slice(isLongRun ? 0 : 1).entries()) {
  const zip = join(realDataFolder(), path)
  test.skipIf(!existsSync(zip))(`${member} of ${path} is read as GDAL reads it`, async () => {
    const into = join(folder, `${index}`)
    const unpacked = await unpackAsset(zip, { into, name: path })
    const file = await findMember(unpacked.folder, member)
    const layer = gdal.open(file).layers.get(0)
    const fields = layer.fields.map(({ name, type }) => ({ name, type }))
    const features = layer.features.count()
    const columns = fields.map(({ name }) => name)
    const read = await readAll(file, columns)
    // GDAL reads filtered layers.
    expect(read).toEqual(await readAll(file, columns, 'FID >= 0'))
    const shapefile = openShapefile(file, { fields, features })!
    const whole = readShapefileSlice({ shapefile, from: 0, to: features, wantsTexts: false })
    expect(whole?.kinds.length).toBe(features)
  })
}
