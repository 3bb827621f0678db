import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CodeBasisPartition, type Input } from '../../../pipelines/code_basis/partition-file.ts'
import { codeBasis } from '../../../pipelines/code_basis/pipeline.ts'
import { writeLayerFile } from '../../fixtures/stages/layer-file.ts'
import { type Part, part } from '../small-build.ts'
import { ASSET, BASE, COVERS, type Place, writeCovers } from './place.ts'

/** Lists of design values, from their texts. They cover the land of every source. */
export function codeBasisPart(
  inputs: Input[],
  files: Record<string, string>,
  where: Place = {},
): Part {
  const { partition = 'lists', vintage } = where
  const definition = CodeBasisPartition.parse({
    ...BASE,
    inputs,
    coverage: COVERS,
    declared_by: 'the fictional lists',
  })
  const writeFixture = (place: string) => {
    writeCovers(place, where)
    for (const [name, text] of Object.entries(files)) writeFileSync(join(place, name), text)
  }
  return part(codeBasis, definition, writeFixture, { partition, vintage })
}

/** One fire hazard zone in the columns of CAL FIRE. */
export function fireZonesPart(wkt: string, where: Place = {}): Part {
  const { partition = 'fire', vintage, crs = 'EPSG:4269' } = where
  const layer = { asset: ASSET, member: 'zones.shp' }
  const definition = CodeBasisPartition.parse({
    ...BASE,
    inputs: [{ table: 'fire_hazard_zones', ...layer }],
    coverage: COVERS,
    declared_by: 'the fictional map',
  })
  const writeFixture = (place: string) => {
    writeCovers(place, where)
    writeLayerFile({
      file: join(place, layer.member),
      layer: 'zones',
      crs,
      fields: { SRA: 'text', HAZ_CODE: 'integer', HAZ_CLASS: 'text' },
      features: [{ wkt, values: { SRA: 'SRA', HAZ_CODE: 3, HAZ_CLASS: 'Very High' } }],
    })
  }
  return part(codeBasis, definition, writeFixture, { partition, vintage })
}
