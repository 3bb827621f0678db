import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withDatabase } from '../../tests/fixtures/partition-run.ts'
import { Tally } from '../stages/tally.ts'
import { carriesRoll, mappedNames, ownName, RollMapping, readRollMapping } from './mapping.ts'
import { compileMapping, RawTexts } from './roll-sql.ts'
import { loadRoll } from './roll-table.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-roll-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Loads a roll's CSV and reads it by a mapping: rows by our names, and what was counted. */
async function readRoll(csv: string | Buffer, mapping: RollMapping, key = 'PARCEL_ID') {
  const file = join(folder, 'roll.csv')
  await writeFile(file, csv)
  return withDatabase(async (staging) => {
    const tally = new Tally()
    const names = await loadRoll(staging, { file, key, wanted: mappedNames(mapping) }, tally)
    const texts = new RawTexts([{ title: 'roll.csv', alias: 'roll', names }], mapping.title)
    const columns = compileMapping(mapping, texts)
    const values = columns.map(({ name, sql }) => `${sql} AS "${name}"`)
    const raws = columns
      .filter(({ rawSql }) => rawSql !== null)
      .map(({ name, rawSql }) => `${rawSql} AS "raw ${name}"`)
    const sql = `SELECT roll_key, ${[...values, ...raws].join(', ')}
      FROM (SELECT ${['roll_key', ...texts.definitions()].join(', ')} FROM roll) ORDER BY roll_key`
    const rows = (await staging.runAndReadAll(sql)).getRowObjectsJS()
    return { rows, tally, names }
  })
}

const mappingOf = (columns: RollMapping['columns'] | object) =>
  RollMapping.parse({ title: 'a roll', id: ['PARCEL_ID'], unit: [], columns })
const USE = mappingOf({ use_code: { columns: ['DOR_UC'] } })

test('the house number 0 of vacant land is left out of an address, and no other', async () => {
  const mapping = mappingOf({ situs_line1: { columns: ['ADDR'], as: 'street_address' } })
  const addresses = [
    '0   DEEP HOLLOW TRL',
    '00 OAK ST',
    '10 OAK ST',
    '0',
    '04 ELM ST',
    ' 239   MEADE LN',
  ]
  const lines = addresses.map((address, i) => `${i},${address}`)
  const { rows, tally } = await readRoll(`PARCEL_ID,ADDR\n${lines.join('\n')}\n`, mapping)
  expect(rows.map(({ situs_line1 }) => situs_line1)).toEqual([
    'DEEP HOLLOW TRL',
    'OAK ST',
    '10 OAK ST',
    null,
    '04 ELM ST',
    '239 MEADE LN',
  ])
  expect(tally.rejects).toEqual({})
})

describe('the lines of a roll', () => {
  test('without a key, and those that repeat one, are counted: the first stays', async () => {
    const { rows, tally } = await readRoll(
      'PARCEL_ID,DOR_UC\n1,a\n,b\n  ,c\n1,d\n 1 ,e\n2,f\n',
      USE,
    )
    expect(rows.map(({ roll_key, use_code }) => [roll_key, use_code])).toEqual([
      ['1', 'a'],
      ['2', 'f'],
    ])
    expect(tally.rejects).toMatchObject({
      'roll.blank_key': { count: 2 },
      'roll.repeated_key': { count: 2 },
    })
  })

  test('have keys cleaned like those of the fabric, so that the two match', async () => {
    const { rows } = await readRoll('PARCEL_ID,DOR_UC\n"\t21 3510-00-  1 ",a\n', USE)
    expect(rows.map(({ roll_key }) => roll_key)).toEqual(['21 3510-00- 1'])
  })

  test('that cannot be read are counted with the line and the problem, the others stay', async () => {
    const bytes = Buffer.from('PARCEL_ID,DOR_UC\n1,a\n2,?\n3,c\n')
    bytes[bytes.indexOf('?')] = 0xd1 // a letter of Latin-1, which is not UTF-8
    const { rows, tally } = await readRoll(bytes, USE)
    expect(rows.map(({ roll_key }) => roll_key)).toEqual(['1', '3'])
    expect(tally.rejects['roll.unreadable_line']).toMatchObject({
      count: 1,
      example: expect.stringMatching(/^line 3: .*(utf|unicode)/i),
    })
  })

  test('that are too short or too long are counted too', async () => {
    const csv = 'PARCEL_ID,JV,DOR_UC\n1,5,a\n2,5\n3,5,c,d\n4,5,e\n'
    const { rows, tally } = await readRoll(csv, USE)
    expect(rows.map(({ roll_key }) => roll_key)).toEqual(['1', '4'])
    expect(tally.rejects['roll.unreadable_line'].count).toBe(2)
  })

  test('may hold commas, quotes and line ends inside quotes', async () => {
    const { rows } = await readRoll('PARCEL_ID,DOR_UC\r\n1,"a, ""b"" c"\r\n2,"d\r\ne"\r\n', USE)
    expect(rows.map(({ use_code }) => use_code)).toEqual(['a, "b" c', 'd e'])
  })

  test('may have a header in any case, with blanks around its names', async () => {
    const { rows, names } = await readRoll('"  parcel_id "," Dor_Uc"\n1,066\n', USE)
    expect(names).toHaveLength(2)
    expect(rows[0]).toMatchObject({ roll_key: '1', use_code: '066' })
  })

  test.each([
    ['no line at all', 'PARCEL_ID,DOR_UC\n', 'it has no rows'],
    ['no key column', 'PIN,DOR_UC\n1,a\n', 'it has no column PARCEL_ID; it has PIN, DOR_UC'],
  ])('%s stops the run', async (_what, csv, problem) => {
    await expect(readRoll(csv, USE)).rejects.toThrow(problem)
  })
})

describe('a value of a roll', () => {
  const value = async (cell: string, rule: object, name = 'use_code') => {
    const { rows } = await readRoll(`PARCEL_ID,V\n1,"${cell}"\n`, mappingOf({ [name]: rule }))
    return { value: rows[0][name], raw: rows[0][`raw ${name}`] ?? null }
  }

  test("stays verbatim but for white space: leading zeros and entities are the county's", async () => {
    const rule = { columns: ['V'] }
    expect(await value('0100', rule)).toMatchObject({ value: '0100' })
    expect(await value('SMITH &amp; MAIN', rule)).toMatchObject({ value: 'SMITH &amp; MAIN' })
    expect(await value('  10   A\tST ', rule)).toMatchObject({ value: '10 A ST' })
    expect(await value('   ', rule)).toMatchObject({ value: null })
  })

  test('of a number column is read if it is a number, and reported if not', async () => {
    const rule = { columns: ['V'] }
    const year = (cell: string) => value(cell, rule, 'year_built_actual')
    expect(await year('1880')).toEqual({ value: 1880n, raw: '1880' })
    expect(await year('1880.00000000')).toMatchObject({ value: 1880n })
    expect(await year('1880.5')).toEqual({ value: null, raw: '1880.5' })
    expect(await year('unknown')).toEqual({ value: null, raw: 'unknown' })
    expect(await year('')).toEqual({ value: null, raw: null })
    expect(await value('$1,000', rule, 'just_value')).toEqual({ value: null, raw: '$1,000' })
    for (const cell of ['Infinity', '1e300', 'nan'])
      expect(await year(cell)).toEqual({ value: null, raw: cell })
    expect(await value('-5.25', rule, 'just_value')).toMatchObject({ value: -5.25 })
    expect(await value('0', rule, 'just_value')).toMatchObject({ value: 0 })
    expect(await value('NaN', rule, 'just_value')).toEqual({ value: null, raw: 'NaN' })
    expect(await value('1e999', rule, 'just_value')).toEqual({ value: null, raw: '1e999' })
  })

  test('that means "not known" is null, however its zero is written, and is not counted', async () => {
    const rule = { columns: ['V'], null_if: ['0'] }
    for (const cell of ['0', '0.0', '00', ' 0 '])
      expect(await value(cell, rule, 'living_area_sqft')).toEqual({ value: null, raw: null })
    expect(await value('0', { columns: ['V'], null_if: ['0', '99'] })).toMatchObject({
      value: null,
    })
    expect(await value('00', rule)).toMatchObject({ value: '00' })
  })

  test('of a ZIP code is its first five digits, or nothing', async () => {
    const rule = { columns: ['V'], as: 'zip5', null_if: ['0', '00000'] }
    const zip = (cell: string) => value(cell, rule, 'situs_zip')
    expect(await zip('345010001')).toMatchObject({ value: '34501' })
    expect(await zip('34501-0001')).toMatchObject({ value: '34501' })
    expect(await zip('00000')).toEqual({ value: null, raw: null })
    expect(await zip('345')).toEqual({ value: null, raw: '345' })
  })

  test('may be joined of several columns, or be the same for all', async () => {
    const csv = 'PARCEL_ID,A,B\n1,3 FICTION ST, #4 \n2,,#5\n3,,\n'
    const mapping = mappingOf({
      situs_line1: { columns: ['A', 'B'] },
      situs_city: { constant: "St. Mary's" },
      assessment_year: { constant: 2025 },
    })
    const { rows } = await readRoll(csv, mapping)
    expect(rows.map(({ situs_line1 }) => situs_line1)).toEqual(['3 FICTION ST #4', '#5', null])
    expect(rows[0]).toMatchObject({ situs_city: "St. Mary's", assessment_year: 2025n })
  })
})

describe('a mapping', () => {
  test('names columns in any case, also as a GIS file cuts them at ten characters', () => {
    const cut = ['parcel_id', 'TOT_LVG_AR', ' const_clas']
    expect(ownName('PARCEL_ID', cut)).toBe('parcel_id')
    expect(ownName('TOT_LVG_AREA', cut)).toBe('TOT_LVG_AR')
    expect(ownName('CONST_CLASS', cut)).toBe(' const_clas')
    expect(ownName('TOT_LVG', cut)).toBeNull()
    expect(ownName('TOT_LVG_AREA', ['TOT_LVG_AR', 'TOT_LVG_AREA'])).toBe('TOT_LVG_AREA')
    expect(ownName('TOT_LVG_AREA', ['TOT_LVG_AR', 'tot_lvg_ar'])).toBeNull()
  })

  test('of a column that the roll lacks stops the run and lists its columns', async () => {
    const read = readRoll('PARCEL_ID,JV\n1,2\n', USE)
    await expect(read).rejects.toMatchObject({
      message: expect.stringContaining('there is no column DOR_UC'),
      remedy: expect.stringContaining('roll.csv has PARCEL_ID, JV'),
    })
    const optional = mappingOf({ use_code: { columns: ['DOR_UC'], optional: true } })
    expect((await readRoll('PARCEL_ID,JV\n1,2\n', optional)).rows[0].use_code).toBeNull()
  })

  test('groups codes by use; unknown codes are counted, and those that show no use are not', async () => {
    const mapping = mappingOf({
      use_group: {
        columns: ['DOR_UC'],
        groups: { residential: ['001-009', 'Trailer park'], vacant: ['000'] },
        without_group: ['090-096'],
      },
    })
    const codes = ['001', '009', '010', '000', '094', '', 'Trailer park', '1']
    const lines = codes.map((code, i) => `${i},${code}`)
    const { rows } = await readRoll(`PARCEL_ID,DOR_UC\n${lines.join('\n')}\n`, mapping)
    const group = rows.map(({ use_group }) => use_group)
    const [home, none] = ['residential', null]
    expect(group).toEqual([home, home, none, 'vacant', none, none, home, none])
    const unread = rows.filter((row) => row.use_group === null && row['raw use_group'] !== null)
    expect(unread.map((row) => row['raw use_group'])).toEqual(['010', '1'])
  })

  test.each<[string, object]>([
    ['groups of another column', { use_code: { columns: ['A'], groups: { vacant: ['0'] } } }],
    ['a use group that is copied', { use_group: { columns: ['A'] } }],
    ['a use that is not one', { use_group: { columns: ['A'], groups: { forest: ['0'] } } }],
  ])('with %s is refused', (_, columns) => {
    expect(() => mappingOf(columns)).toThrow(/groups|Invalid/)
  })

  test("groups every code of Florida's users' guide once", async () => {
    const rule = (await readRollMapping('fl-nal')).columns.use_group
    if (!('groups' in rule)) throw new Error('no groups')
    const all = [...Object.values(rule.groups), rule.without_group].flat().sort()
    expect(all).toEqual(Array.from({ length: 100 }, (_, i) => `${i}`.padStart(3, '0')))
  })

  test('to an unknown column is refused, with the list of known ones', () => {
    expect(() => mappingOf({ owner_name: { columns: ['OWN_NAME'] } })).toThrow(
      /owner_name is not one of: county_local_code, situs_line1/,
    )
    expect(() => mappingOf({ parcel_key: { columns: ['PARCEL_ID'] } })).toThrow(/not one of/)
  })

  test.each<[object, boolean | undefined, boolean]>([
    [{}, undefined, false],
    [{ situs_line1: { columns: ['A'] }, situs_zip: { columns: ['Z'] } }, undefined, false],
    [{ county_local_code: { constant: 7 } }, undefined, false],
    [{ use_code: { columns: ['U'] } }, undefined, true],
    [{ just_value: { columns: ['V'] } }, undefined, true],
    [{ use_code: { columns: ['U'] } }, false, false],
    [{}, true, true],
  ])('of the columns %j, is_roll %s, carries a roll: %s', (columns, is_roll, carries) => {
    expect(carriesRoll({ ...mappingOf(columns), is_roll })).toBe(carries)
  })

  test.each(['bangor', 'fl-nal'])('%s can be read, and names no owner', async (id) => {
    const mapping = await readRollMapping(id)
    expect(mapping.id.length).toBeGreaterThan(0)
    expect(JSON.stringify(mapping)).not.toMatch(/own_|owner/i)
  })
})
