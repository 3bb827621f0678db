import { FloodPartition, flood } from '../../../pipelines/flood/pipeline.ts'
import { STUDY_PANELS, writeStudyFixture } from '../../fixtures/flood/flood-study.ts'
import type { FixtureFeature } from '../../fixtures/stages/layer-file.ts'
import { type Part, part } from '../small-build.ts'
import { ASSET, BASE, COVERS, type Place, writeCovers } from './place.ts'

/**
 * A flood study in NFHL's columns, covered by its panels unless `where` states another coverage.
 */
export function floodPart(
  zones: FixtureFeature[],
  { panels = STUDY_PANELS, ...where }: Place & { panels?: FixtureFeature[] } = {},
): Part {
  const { partition = 'study', vintage, covers, crs } = where
  const definition = FloodPartition.parse({
    ...BASE,
    mapping: 'nfhl',
    zones: { asset: ASSET, member: 'S_FLD_HAZ_AR.shp' },
    panels: { asset: ASSET, member: 'S_FIRM_PAN.shp' },
    coverage: covers ? COVERS : 'panels',
    outside: { means: 'unmapped', evidence: null },
    vertical_datum: null,
  })
  const writeFixture = (place: string) => {
    if (covers) writeCovers(place, where)
    writeStudyFixture(place, zones, panels, crs)
  }
  return part(flood, definition, writeFixture, { partition, vintage })
}
