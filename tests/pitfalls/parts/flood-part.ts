import { FloodPartition, flood } from '../../../pipelines/flood/pipeline.ts'
import { craftStudy, STUDY_PANELS } from '../../fixtures/flood/flood-study.ts'
import type { CraftedFeature } from '../../fixtures/stages/layer-file.ts'
import { type Part, part } from '../small-build.ts'
import { ASSET, BASE, COVERS, craftCovers, type Place } from './place.ts'

/** A flood study in NFHL's columns, which its panels declare unless it says otherwise. */
export function floodPart(
  zones: CraftedFeature[],
  { panels = STUDY_PANELS, ...where }: Place & { panels?: CraftedFeature[] } = {},
): Part {
  const { partition = 'study', vintage, covers, crs } = where
  const definition = FloodPartition.parse({
    ...BASE,
    schema: 'nfhl',
    zones: { asset: ASSET, member: 'S_FLD_HAZ_AR.shp' },
    panels: { asset: ASSET, member: 'S_FIRM_PAN.shp' },
    coverage: covers ? COVERS : 'panels',
    outside: { means: 'unmapped', evidence: null },
    vertical_datum: null,
  })
  const craft = (place: string) => {
    if (covers) craftCovers(place, where)
    craftStudy(place, zones, panels, crs)
  }
  return part(flood, definition, craft, { partition, vintage })
}
