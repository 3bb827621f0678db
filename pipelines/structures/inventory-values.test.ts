import { describe, expect, test } from 'vitest'
import { Tally } from '../stages/tally.ts'
import { groundFeet, inventoryColumns, inventoryValues } from './inventory-values.ts'
import { type InventoryMapping, readStructureMapping } from './mapping.ts'

const edition = async (id: string) => (await readStructureMapping(id)) as InventoryMapping
const base2022 = await edition('nsi-2022')
const native = await edition('nsi-native')

function ground(attributes: Record<string, number | string | null>, mapping = base2022) {
  const tally = new Tally()
  return { feet: groundFeet(attributes, mapping, tally), cases: tally.cases }
}

describe('ground elevation', () => {
  test.each(['grnd_elv_m', 'ground_elv_m'])(
    'the pair of feet and %s is one value: 3.28084 feet a metre',
    (metres) => {
      expect(ground({ ground_elv: 936.68, [metres]: 285.5 })).toEqual({ feet: 936.68, cases: {} })
    },
  )

  test('a pair that disagrees is left out and counted: one of the two is in another unit', () => {
    expect(ground({ ground_elv: 285.5, grnd_elv_m: 285.5 })).toEqual({
      feet: null,
      cases: { 'structures.feet_unlike_metres': 1 },
    })
  })

  test('metres alone are converted, in the edition that has both and in the one that has no feet', () => {
    expect(ground({ ground_elv: null, grnd_elv_m: 285.5 }).feet).toBe(936.68)
    expect(ground({ ground_elv: 285.5 }, native).feet).toBe(936.68)
    expect(ground({ ground_elv: 936.68, grnd_elv_m: null }).feet).toBe(936.68)
  })

  test('0 is sea level and below it is land; -9999 and -99999 are not elevations', () => {
    expect(ground({ ground_elv: 0, grnd_elv_m: 0 }).feet).toBe(0)
    expect(ground({ ground_elv: -5, grnd_elv_m: -1.524 }).feet).toBe(-5)
    for (const none of [-9999, -99999, null, '', ' '])
      expect(ground({ ground_elv: none, grnd_elv_m: none })).toEqual({ feet: null, cases: {} })
  })

  test('what no ground of the country reaches is left out and counted', () => {
    for (const feet of [-3e38, -301, 20_401])
      expect(ground({ ground_elv: feet })).toEqual({
        feet: null,
        cases: { 'structures.impossible_elevation': 1 },
      })
  })
})

describe('years', () => {
  const years = (mapping: InventoryMapping, attributes: Record<string, number | null>) => {
    const feature = { attributes: { fd_id: 1, ...attributes } } as never
    const { year_built, block_median_year_built } = inventoryValues(feature, mapping, new Tally())
    return { year_built, block_median_year_built }
  }

  test('the median of a block is never the year of a building', () => {
    const expected = { year_built: null, block_median_year_built: 1983 }
    expect(years(base2022, { med_yr_blt: 1983 })).toEqual(expected)
    expect(years(native, { yrbuilt: 0, med_yr_blt: 1983 })).toEqual(expected)
  })

  test('in the edition with a year of parcel records, its median column is that year and not a median', () => {
    const expected = { year_built: 1900, block_median_year_built: null }
    expect(years(native, { yrbuilt: 1900, med_yr_blt: 1900 })).toEqual(expected)
  })

  test('0 is not a year', () => {
    const expected = { year_built: null, block_median_year_built: null }
    expect(years(base2022, { med_yr_blt: 0 })).toEqual(expected)
  })
})

describe('columns of an edition', () => {
  const own = (mapping: InventoryMapping) => {
    const { columns, optionalColumns } = inventoryColumns(
      { ...mapping, unread: [] },
      [...baseColumns],
      'nsi.zip',
    )
    return { columns: columns.flat(), optionalColumns }
  }
  const baseColumns = ['FD_ID', 'occtype', 'num_story', 'found_type', 'found_ht', 'med_yr_blt']
  baseColumns.push('sqft', 'st_damcat', 'cbfips', 'source', 'ground_elv', 'ground_elv_m')

  test('metres are read under the name that the file has, whatever the case of its columns', () => {
    const { columns, optionalColumns } = own(base2022)
    expect(optionalColumns).toContain('ground_elv_m')
    expect(columns).toContain('ground_elv')
  })

  test('a column of metres that an edition did not have is unknown to it', () => {
    expect(() => own(native)).toThrow(/does not know: ground_elv_m/)
  })
})
