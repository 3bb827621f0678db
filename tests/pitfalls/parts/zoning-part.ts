import { join } from 'node:path'
import { ZoningMapping } from '../../../pipelines/zoning/mapping.ts'
import { makeZoning, ZoningPartition, zoning } from '../../../pipelines/zoning/pipeline.ts'
import { writeLayerFile } from '../../fixtures/stages/layer-file.ts'
import { type Part, part } from '../small-build.ts'
import { ASSET, BASE, COVERS, type Place, writeCovers } from './place.ts'

const ZONING = ZoningMapping.parse({
  title: 'Fixture County (fictional): zoning',
  jurisdiction: 'Fixture County (fictional)',
  authority_level: 'county',
  base: { code: ['ZONING'] },
  future_land_use: { code: ['ZONING'] },
  descriptions: null,
  standards: null,
  land_development_code: null,
  governing_documents: [],
})

/** An authority's districts, which are also its future land use. */
export function zoningPart(districts: { code: string; wkt: string }[], where: Place = {}): Part {
  const { partition = 'zoning', vintage, crs = 'EPSG:4269' } = where
  const file = { asset: ASSET, member: 'zoning.shp' }
  const definition = ZoningPartition.parse({
    ...BASE,
    mapping: 'not-read',
    base: file,
    future_land_use: file,
    standards: null,
    coverage: { of: [COVERS] },
  })
  const writeFixture = (place: string) => {
    writeCovers(place, where)
    const features = districts.map(({ code, wkt }) => ({ wkt, values: { ZONING: code } }))
    const path = join(place, file.member)
    writeLayerFile({ file: path, layer: 'zoning', crs, fields: { ZONING: 'text' }, features })
  }
  const run: typeof zoning.run = (each, context) => makeZoning(each, ZONING, context)
  return part({ ...zoning, run }, definition, writeFixture, { partition, vintage })
}
