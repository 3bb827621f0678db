import { describe, expect, test } from 'vitest'
import { Column, MappingEdition } from '../layers/column-mapping.ts'
import { readAddressesMapping } from './addresses/mapping.ts'
import { readBoundariesMapping } from './boundaries/mapping.ts'
import { type InventoryMapping, readStructureMapping } from './structures/mapping.ts'
import { readUtilityMapping } from './utilities/mapping.ts'

const structures = async (edition: unknown) =>
  (await readStructureMapping(MappingEdition.parse(edition))) as InventoryMapping

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
    [{ extends: 'nsi-2022', unread: { remove: ['unknown'] } }, /"unknown" is not in the list/],
    [{ extends: 'nsi-2022', unread: { more: [] } }, /a list is changed by \{"add"/],
    [{ extends: 'nsi-2022', unknown: 1 }, /has a field "unknown" that is not known/],
    [
      { extends: 'nsi-2022', foundation: { codes: { W: 'wall' } } },
      /foundation\.codes\.W: must be/,
    ],
  ])('%j is refused with a message', async (edition, problem) => {
    await expect(structures(edition)).rejects.toMatchObject({
      name: 'StepError',
      message: expect.stringMatching(problem),
    })
  })
})
