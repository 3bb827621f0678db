import { join } from 'node:path'
import { SoilsPartition, soils } from '../../../pipelines/soils/pipeline.ts'
import { type CraftedSurvey, craftSurvey } from '../../fixtures/soils/soil-survey.ts'
import { type CraftedFeature, craftLayer } from '../../fixtures/stages/layer-file.ts'
import { type Part, part } from '../small-build.ts'
import { ASSET, BASE, COVERS, craftCovers, type Place } from './place.ts'

/** A soil survey with its tables, or of polygons alone. */
export function soilsPart(
  survey: CraftedSurvey | { polygons: CraftedFeature[] },
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
  const craft = async (place: string) => {
    craftCovers(place, where)
    if (hasTables) return await craftSurvey(place, survey)
    const fields = {
      AREASYMBOL: 'text',
      SPATIALVER: 'integer',
      MUSYM: 'text',
      MUKEY: 'text',
    } as const
    const file = join(place, 'Soils.shp')
    craftLayer({ file, layer: 'Soils', crs, fields, features: survey.polygons })
  }
  return part(soils, definition, craft, { partition, vintage })
}
