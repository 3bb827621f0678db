import { expect, test } from 'vitest'
import { readSource } from '../../catalog/source.ts'
import type { StructuresData } from '../../layers/structures/data.ts'
import { box } from '../fixtures/ground.ts'
import {
  olderStructure,
  outline,
  pointWkt,
  structure,
} from '../fixtures/structures/structure-files.ts'
import { parcelPart } from './parts/parcel-part.ts'
import { structuresPart } from './parts/structures-part.ts'
import { type SmallBuild, withBuild } from './small-build.ts'

/** Lots in a row, 1 wide: the inventory answers for parcels. */
const lots = (count: number) =>
  parcelPart(
    Array.from({ length: count }, (_, i) => ({
      id: `01-000${i}`,
      wkt: box(i, 0, i + 1, 1),
    })),
  )
const attributes = (build: SmallBuild, lot: number) =>
  build.section<StructuresData>('structures', [lot + 0.5, 0.5]).data!.structure_attributes[0]

/** A point in the columns of 2022, with the metres in the column of another edition. */
function underOtherName(x: number, columns: Record<string, number>) {
  const { wkt, values } = structure(pointWkt(x, 0.5), columns)
  const { grnd_elv_m, ...others } = values
  return { wkt, values: { ...others, ground_elv_m: grnd_elv_m } }
}

test('15: ground_elv is feet in one vintage of the inventory and metres in another: each pair of columns agrees, the answer is feet, and the median year of a block is not that of the building', async () => {
  // 285 m, which is 935.039 ft, is the elevation of Muncie, Indiana. Sea level is 0 in both units.
  const feet = { ground_elv: 935.039, grnd_elv_m: 285, found_ht: 2, med_yr_blt: 1983 }
  const parts = [
    lots(5),
    structuresPart('nsi-2022', [
      structure(pointWkt(0.5, 0.5), { fd_id: 1, ...feet }),
      // Metres in both columns: one of them has the wrong unit, and nobody knows which.
      structure(pointWkt(3.5, 0.5), { fd_id: 2, ...feet, ground_elv: 285 }),
      structure(pointWkt(4.5, 0.5), { fd_id: 3, ...feet, ground_elv: 0, grnd_elv_m: 0 }),
    ]),
    structuresPart('nsi-2022', [underOtherName(1.5, { fd_id: 4, ...feet, ground_elv: -99999 })], {
      partition: 'nsi-other-name',
    }),
    structuresPart('nsi-native', [
      olderStructure(pointWkt(2.5, 0.5), {
        fd_id: 5,
        ground_elv: 285,
        found_ht: 2,
        med_yr_blt: 1983,
      }),
    ]),
  ]
  await withBuild(parts, (build) => {
    for (const lot of [0, 1, 2])
      expect(attributes(build, lot)).toMatchObject({
        ground_elevation_ft: 935.04,
        first_floor_elevation_ft_est: 937.04,
        elevation_datum: 'NAVD88',
        year_built: null,
        block_median_year_built: 1983,
      })
    expect(attributes(build, 3)).toMatchObject({
      ground_elevation_ft: null,
      first_floor_elevation_ft_est: null,
    })
    expect(build.tally('nsi-2022', 'structure_inventory').cases).toMatchObject({
      'structures.feet_unlike_metres': 1,
    })
    expect(attributes(build, 4)).toMatchObject({ ground_elevation_ft: 0 })
    const { source } = build.section('structures', [0.5, 0.5])
    expect(source!.note).toContain(
      'block_median_year_built is the median of the census block and not the year of a building',
    )
  })
  const unknown = structuresPart('nsi-2022', [
    {
      ...structure(pointWkt(0.5, 0.5)),
      values: { ...structure(null).values, ground_elv_src: 'NED' },
    },
  ])
  await expect(withBuild([unknown], () => {})).rejects.toThrow(/does not know: ground_elv_src/)
})

test('16: -99999 is not a height and never in an answer, and the source states that it omits small buildings', async () => {
  const outlines = [-99999, 0, 6.5].map((HEIGHT, i) =>
    outline(box(i + 0.2, 0.2, i + 0.4, 0.4), `{${i}}`, {
      HEIGHT,
      SQMETERS: -99999,
      PRIM_OCC: i === 0 ? '-99999' : 'Unclassified',
      OCC_CLS: 'Unclassified',
    }),
  )
  await withBuild([lots(3), structuresPart('usa-structures', outlines)], (build) => {
    const answers = [0, 1, 2].map((lot) =>
      build.section<StructuresData>('structures', [lot + 0.5, 0.5], true),
    )
    expect(answers.map(({ data }) => data!.buildings[0].height_m)).toEqual([null, null, 6.5])
    for (const { data } of answers)
      expect(data!.buildings[0]).toMatchObject({ occupancy: null, primary_occupancy: null })
    expect(JSON.stringify(answers)).not.toMatch(/99999|Unclassified/)
  })
  const { notes } = await readSource('fema-usa-structures')
  expect(notes.join(' ')).toContain('450 square feet')
})
