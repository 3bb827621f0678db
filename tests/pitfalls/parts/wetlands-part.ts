import { WetlandPartition, wetlands } from '../../../pipelines/wetlands/pipeline.ts'
import type { CraftedFeature } from '../../fixtures/stages/layer-file.ts'
import { craftInventory } from '../../fixtures/wetlands/wetland-inventory.ts'
import { type Part, part } from '../small-build.ts'
import { ASSET, BASE, type Place } from './place.ts'

/** A download of the wetlands inventory, covered by its mapping projects. */
export function wetlandsPart(
  features: CraftedFeature[],
  projects: CraftedFeature[],
  { partition = 'nwi', vintage }: Place = {},
): Part {
  const definition = WetlandPartition.parse({
    ...BASE,
    schema: 'nwi',
    wetlands: { asset: ASSET, member: 'ZZ_Wetlands.shp' },
    projects: { asset: ASSET, member: 'ZZ_Wetlands_Project_Metadata.shp' },
    coverage: 'projects',
  })
  const craft = (place: string) => craftInventory(place, features, projects)
  return part(wetlands, definition, craft, { partition, vintage })
}
