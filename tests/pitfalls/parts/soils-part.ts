import { join } from 'node:path'
import { SoilsPartition, soils } from '../../../pipelines/soils/pipeline.ts'
import { type FixtureSurvey, writeSurveyFixture } from '../../fixtures/soils/soil-survey.ts'
import { type FixtureFeature, writeLayerFile } from '../../fixtures/stages/layer-file.ts'
import { type Part, part } from '../small-build.ts'
import { ASSET, BASE, COVERS, type Place, writeCovers } from './place.ts'

/** A soil survey with its tables, or only its polygons. */
export function soilsPart(
  survey: FixtureSurvey | { polygons: FixtureFeature[] },
  where: Place = {},
): Part {
  const { partition = 'survey', vintage, crs = 'EPSG:4269' } = where
  const hasTables = 'mapunit' in survey
  const definition = SoilsPartition.parse({
    ...BASE,
    map_units: { asset: ASSET, member: hasTables ? 'soilmu_a_zz009.shp' : 'Soils.shp' },
    tabular: hasTables ? { asset: ASSET } : null,
    coverage: COVERS,
  })
  const writeFixture = async (place: string) => {
    writeCovers(place, where)
    if (hasTables) return await writeSurveyFixture(place, survey)
    const fields = {
      AREASYMBOL: 'text',
      SPATIALVER: 'integer',
      MUSYM: 'text',
      MUKEY: 'text',
    } as const
    const file = join(place, 'Soils.shp')
    writeLayerFile({ file, layer: 'Soils', crs, fields, features: survey.polygons })
  }
  return part(soils, definition, writeFixture, { partition, vintage })
}
