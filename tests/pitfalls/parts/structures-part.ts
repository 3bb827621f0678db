import { join } from 'node:path'
import { gdal } from '../../../pipelines/stages/gdal.ts'
import { StructuresPartition, structures } from '../../../pipelines/structures/pipeline.ts'
import {
  type FixtureFeature,
  type FixtureLayer,
  writeLayerFile,
} from '../../fixtures/stages/layer-file.ts'
import { type Part, part } from '../small-build.ts'
import { ASSET, BASE, COVERS, type Place, writeCovers } from './place.ts'

/** One file of buildings, or of points of the structure inventory, in a publisher's columns. */
export function structuresPart(
  mapping: string,
  features: readonly FixtureFeature[],
  where: Place = {},
): Part {
  const { partition = mapping, vintage, crs = 'EPSG:4326' } = where
  const file = { asset: ASSET, member: 'structures.geojson' }
  const definition = StructuresPartition.parse({ ...BASE, mapping, file, coverage: COVERS })
  const writeFixture = (place: string) => {
    writeCovers(place, where)
    writeLayerFile({
      file: join(place, file.member),
      layer: 'structures',
      crs,
      fields: fieldsOf(features),
      features: [...features],
      geometryType: features[0].wkt!.startsWith('POINT') ? gdal.wkbPoint : undefined,
    })
  }
  return part(structures, definition, writeFixture, { partition, vintage })
}

/** The columns of the first feature, each of the type that its values have. */
function fieldsOf(features: readonly FixtureFeature[]): FixtureLayer['fields'] {
  return Object.fromEntries(
    Object.keys(features[0].values).map((name) => {
      const isText = features.some(({ values }) => typeof values[name] === 'string')
      return [name, isText ? 'text' : 'real']
    }),
  )
}
