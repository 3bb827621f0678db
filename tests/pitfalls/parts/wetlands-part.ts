import { WetlandPartition, wetlands } from '../../../pipelines/wetlands/pipeline.ts'
import type { FixtureFeature } from '../../fixtures/stages/layer-file.ts'
import { writeInventoryFixture } from '../../fixtures/wetlands/wetland-inventory.ts'
import { type Part, part } from '../small-build.ts'
import { ASSET, BASE, type Place } from './place.ts'

/** A download of the wetlands inventory, covered by its mapping projects. */
export function wetlandsPart(
  features: FixtureFeature[],
  projects: FixtureFeature[],
  { partition = 'nwi', vintage }: Place = {},
): Part {
  const definition = WetlandPartition.parse({
    ...BASE,
    mapping: 'nwi',
    wetlands: { asset: ASSET, member: 'ZZ_Wetlands.shp' },
    projects: { asset: ASSET, member: 'ZZ_Wetlands_Project_Metadata.shp' },
    coverage: 'projects',
  })
  const writeFixture = (place: string) => writeInventoryFixture(place, features, projects)
  return part(wetlands, definition, writeFixture, { partition, vintage })
}
