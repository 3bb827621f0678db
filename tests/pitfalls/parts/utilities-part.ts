import { join } from 'node:path'
import { UtilitiesPartition, utilities } from '../../../pipelines/utilities/pipeline.ts'
import { writeLayerFile } from '../../fixtures/stages/layer-file.ts'
import { type Part, part } from '../small-build.ts'
import { ASSET, BASE, COVERS, type Place, writeCovers } from './place.ts'

/** One area of a utility in the columns that its mapping reads. */
function areaPart(
  mapping: string,
  values: Record<string, string>,
  wkt: string,
  where: Place,
): Part {
  const { partition = mapping, vintage, crs = 'EPSG:4269' } = where
  const file = { asset: ASSET, member: `${mapping}.shp` }
  const definition = UtilitiesPartition.parse({ ...BASE, mapping, file, coverage: COVERS })
  const writeFixture = (place: string) => {
    writeCovers(place, where)
    const fields = Object.fromEntries(Object.keys(values).map((name) => [name, 'text' as const]))
    const path = join(place, file.member)
    writeLayerFile({ file: path, layer: mapping, crs, fields, features: [{ wkt, values }] })
  }
  return part(utilities, definition, writeFixture, { partition, vintage })
}

/** A territory of an electric utility, as HIFLD publishes them. */
export function electricPart(wkt: string, where: Place = {}): Part {
  return areaPart('hifld-electric', { NAME: 'FIXTURE POWER (FICTIONAL)' }, wkt, where)
}

/** A service area of a water system, as EPA publishes them. */
export function waterPart(wkt: string, where: Place = {}): Part {
  const values = { PWSID: 'ZZ9900001', PWS_Name: 'FIXTON WATER DEPT. (FICTIONAL)' }
  return areaPart('epa-cws', values, wkt, where)
}
