import { describe, expect, test } from 'vitest'
import { readAddressesSchema } from './addresses/schema.ts'
import { readBoundariesSchema } from './boundaries/schema.ts'
import { SchemaEdition } from './schema-edition.ts'
import { type InventorySchema, readStructureSchema } from './structures/schema.ts'
import { readUtilitySchema } from './utilities/schema.ts'

const structures = async (edition: unknown) =>
  (await readStructureSchema(SchemaEdition.parse(edition))) as InventorySchema

describe('a new edition of a schema', () => {
  test('without a change is the schema itself', async () => {
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
      ground_elevation: { ...base.ground_elevation, metres: ['elv_m'] },
      unread: [...base.unread.filter((name) => name !== 'bid'), 'firmdate'],
    })
  })

  test('may be of every layer that has schemas in pipelines', async () => {
    const title = 'The next edition'
    for (const read of [
      readUtilitySchema({ extends: 'flwmi', title, columns: { wastewater: { add: ['WW_2026'] } } }),
      readAddressesSchema({ extends: 'openaddresses', title }),
      readBoundariesSchema({ extends: 'census', title }),
    ])
      expect(await read).toMatchObject({ title })
    const flwmi = await readUtilitySchema({
      extends: 'flwmi',
      columns: { wastewater: { add: ['WW_2026'] } },
    })
    expect(flwmi.columns).toMatchObject({ wastewater: ['WW', 'WW_2026'], parcel_id: ['PARCELNO'] })
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
