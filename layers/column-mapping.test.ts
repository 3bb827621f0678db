import { describe, expect, test } from 'vitest'
import { readAddressesMapping } from '../pipelines/addresses/mapping.ts'
import { readBoundariesMapping } from '../pipelines/boundaries/mapping.ts'
import { type InventoryMapping, readStructureMapping } from '../pipelines/structures/mapping.ts'
import { readUtilityMapping } from '../pipelines/utilities/mapping.ts'
import { Column, columnsToRead, MappingEdition, valueOf } from './column-mapping.ts'

const structures = async (edition: unknown) =>
  (await readStructureMapping(MappingEdition.parse(edition))) as InventoryMapping

describe('a column of a mapping', () => {
  const [code, label, area] = [
    Column.parse('ATTRIBUTE'),
    Column.parse(['WETLAND_TYPE', 'WETLAND_TY']),
    Column.parse({ names: 'ACRES', optional: true, null_if: ['0'] }),
  ]

  test('is a name, several names for one, or the long form', () => {
    expect(code).toEqual({ names: ['ATTRIBUTE'], optional: false, null_if: [] })
    expect(label).toEqual({ names: ['WETLAND_TYPE', 'WETLAND_TY'], optional: false, null_if: [] })
    expect(area).toEqual({ names: ['ACRES'], optional: true, null_if: ['0'] })
    for (const wrong of ['', [], { names: [] }, { name: 'ACRES' }, null])
      expect(Column.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false)
  })

  test('must be in the file under one of its names, unless it is optional', () => {
    expect(columnsToRead([code, null, label, undefined, area])).toEqual({
      columns: [['ATTRIBUTE'], ['WETLAND_TYPE', 'WETLAND_TY']],
      optionalColumns: ['ACRES'],
    })
  })

  test('has the value of the first name with one, and null for what means "not known"', () => {
    expect(valueOf({ WETLAND_TYPE: null, WETLAND_TY: 'Pond' }, label)).toBe('Pond')
    expect(valueOf({ WETLAND_TYPE: 'Lake', WETLAND_TY: 'Pond' }, label)).toBe('Lake')
    expect([valueOf({ ACRES: ' 0 ' }, area), valueOf({ ACRES: 0 }, area)]).toEqual([null, null])
    expect(valueOf({ ACRES: 2.5 }, area)).toBe(2.5)
    expect([valueOf({}, code), valueOf({ ATTRIBUTE: 'PEM1C' }, null)]).toEqual([null, null])
  })
})

describe('a new edition of a mapping', () => {
  test('without a change is the mapping itself', async () => {
    expect(await structures({ extends: 'nsi-2022' })).toEqual(await structures('nsi-2022'))
  })

  test('states what it changes: fields inside of fields, lists by what they gain and lose', async () => {
    const base = await structures('nsi-2022')
    const changed = await structures({
      extends: 'nsi-2022',
      title: 'National Structure Inventory, base of 2026',
      foundation: { codes: { W: 'pier', X: 'fill' } },
      ground_elevation: { metres: ['elv_m'] },
      unread: { add: ['firmdate', 'students'], remove: ['bid'] },
    })
    expect(changed).toEqual({
      ...base,
      title: 'National Structure Inventory, base of 2026',
      foundation: { ...base.foundation, codes: { ...base.foundation.codes, W: 'pier', X: 'fill' } },
      ground_elevation: { ...base.ground_elevation, metres: Column.parse(['elv_m']) },
      unread: [...base.unread.filter((name) => name !== 'bid'), 'firmdate'],
    })
  })

  test('may be of every layer that has mappings in pipelines', async () => {
    const title = 'The next edition'
    for (const read of [
      readUtilityMapping({
        extends: 'flwmi',
        title,
        columns: { wastewater: { add: ['WW_2026'] } },
      }),
      readAddressesMapping({ extends: 'openaddresses', title }),
      readBoundariesMapping({ extends: 'census', title }),
    ])
      expect(await read).toMatchObject({ title })
    const flwmi = await readUtilityMapping({
      extends: 'flwmi',
      columns: { wastewater: { add: ['WW_2026'] } },
    })
    expect(flwmi.columns).toMatchObject({
      wastewater: Column.parse(['WW', 'WW_2026']),
      parcel_id: Column.parse('PARCELNO'),
    })
  })

  test.each<[changes: object, problem: RegExp]>([
    [{ extends: 'nsi-1999' }, /nsi-1999\.json: cannot be read/],
    [{ extends: 'nsi-2022', unread: { remove: ['unheard'] } }, /"unheard" is not in the list/],
    [{ extends: 'nsi-2022', unread: { more: [] } }, /a list is changed by \{"add"/],
    [{ extends: 'nsi-2022', unheard: 1 }, /has a field "unheard" that is not known/],
    [
      { extends: 'nsi-2022', foundation: { codes: { W: 'wall' } } },
      /foundation\.codes\.W: must be/,
    ],
  ])('%j is refused in words', async (edition, problem) => {
    await expect(structures(edition)).rejects.toMatchObject({
      name: 'StepError',
      message: expect.stringMatching(problem),
    })
  })
})
