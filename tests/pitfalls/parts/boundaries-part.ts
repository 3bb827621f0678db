import { BoundariesPartition, boundaries } from '../../../pipelines/boundaries/pipeline.ts'
import { writeTigerFixture } from '../../fixtures/boundaries/boundary-files.ts'
import { type Part, part } from '../small-build.ts'
import { ASSET, BASE, type Place } from './place.ts'

/** TIGER's files of one or more counties and of their state. */
export function boundariesPart(
  counties: { geoid: string; name: string; wkt: string }[],
  { partition = 'tiger', vintage }: Place = {},
): Part {
  const definition = BoundariesPartition.parse({
    ...BASE,
    mapping: 'census',
    scale_denominator: null,
    vintage: '2025',
    states: { asset: ASSET, member: 'tl_2025_us_state.shp' },
    counties: { asset: ASSET, member: 'tl_2025_us_county.shp' },
    zctas: [{ asset: ASSET, member: 'tl_2025_us_zcta520.shp' }],
    place_files: [{ asset: ASSET, member: 'tl_2025_99_place.shp' }],
    coverage: { asset: ASSET, member: 'nation.shp' },
  })
  const features = counties.map(({ geoid, name, wkt }) => ({
    wkt,
    values: {
      STATEFP: geoid.slice(0, 2),
      COUNTYFP: geoid.slice(2),
      GEOID: geoid,
      NAME: name,
      NAMELSAD: name,
    },
  }))
  const writeFixture = (place: string) =>
    writeTigerFixture(place, { tl_2025_us_county: { features } })
  return part(boundaries, definition, writeFixture, { partition, vintage })
}
