import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  COMPONENT,
  MAPUNIT,
  MUAGGATT,
  type SsurgoTable,
} from '../../layers/soils/ssurgo-columns.ts'
import { withDatabase } from '../../tests/fixtures/partition-run.ts'
import { SURVEY, tabularText } from '../../tests/fixtures/soils/soil-survey.ts'
import { loadTabular } from './ssurgo-tabular.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plat-tabular-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Loads one file, with a dictionary if given, and returns its records. */
async function load(
  content: string | Buffer,
  columns: string[] = ['musym', 'muname', 'mukey'],
  table: SsurgoTable = MAPUNIT,
  dictionary?: string,
) {
  const place = await mkdtemp(join(folder, 'tabular-'))
  await writeFile(join(place, table.file), content)
  if (dictionary) await writeFile(join(place, 'mstabcol.txt'), dictionary)
  return withDatabase(async (staging) => {
    const name = await loadTabular(staging, { folder: place, asset: 'zz.zip', table, columns })
    return (
      await staging.runAndReadAll(`SELECT * FROM ${name} ORDER BY ${table.key}`)
    ).getRowsJson()
  })
}

const record = (values: Record<string, string>) => tabularText(MAPUNIT, [values])

test('the three layouts have the widths that NRCS states, and end in their keys', () => {
  const ends = (columns: readonly string[]) => columns.slice(-2)
  expect([MAPUNIT, COMPONENT, MUAGGATT].map(({ columns }) => columns.length)).toEqual([24, 109, 40])
  expect(ends(MAPUNIT.columns)).toEqual(['lkey', 'mukey'])
  expect(ends(COMPONENT.columns)).toEqual(['mukey', 'cokey'])
  expect(ends(MUAGGATT.columns)).toEqual(['awmmfpwwta', 'mukey'])
})

test('quotes, bars, line breaks and blanks in a text are the text’s own', async () => {
  const content = record({ musym: ' 12 ', muname: 'A "stony"|phase,\ntwo lines', mukey: '7' })
  for (const text of [content, content.replaceAll('\r\n', '\n')])
    expect(await load(text)).toEqual([['12', 'A "stony"|phase,\ntwo lines', '7']])
  expect(await load(record({ musym: '  ', mukey: '7' }))).toEqual([[null, null, '7']])
})

test('a name in one byte a letter is read, as in UTF-8', async () => {
  const content = record({ musym: 'PeA', muname: 'Peñasco loam', mukey: '7' })
  for (const encoding of ['utf8', 'latin1'] as const)
    expect(await load(Buffer.from(content, encoding))).toEqual([['PeA', 'Peñasco loam', '7']])
})

describe('a file of another shape is refused with what was expected and found', () => {
  const wide = record({ musym: 'A', mukey: '7' })
  test.each([
    [
      'a record with a column more',
      `${wide}|${wide}`,
      /line 2 has 25 columns, and 24 are expected/,
    ],
    [
      'a record with a column less',
      wide.slice(wide.indexOf('|') + 1),
      /has 23 columns, and 24 are/,
    ],
    ['a record cut off in a text', `${wide}"B"|"cut`, /line 2 opens a quote that is not closed/],
    ['a quote left open', `"A"B|${wide}`, /line 1 has text behind a closed quote/],
    [
      'a key that is a text: the columns are in another order',
      record({ musym: 'A', mukey: 'Consociation' }),
      /line 1 should have mukey, a number, in column 24, and has "Consociation"/,
    ],
    ['a record without a key', record({ musym: 'A' }), /mukey, a number, in column 24, and has ""/],
    ['a key twice', wide + wide, /its mukey 7 is there more than once/],
  ])('%s', async (_what, content, problem) => {
    const attempt = load(content)
    await expect(attempt).rejects.toMatchObject({ name: 'StepError' })
    await expect(attempt).rejects.toThrow(problem)
  })

  test('and also for columns that are not read', async () => {
    const text = tabularText(COMPONENT, SURVEY.component).replace('|', '||')
    await expect(load(text, ['cokey'], COMPONENT)).rejects.toThrow(
      /line 1 has 110 columns, and 109 are expected/,
    )
  })
})

describe('an export’s own dictionary', () => {
  /** Records as `mstabcol.txt` has them: table, place, name, and a description of two lines. */
  const dictionaryOf = (columns: readonly string[], table = 'mapunit') =>
    columns
      .map((name, i) => `"${table}"|${i + 1}|"${name}"|"A label"|"Two\nlines of words."\r\n`)
      .join('')
  const turned = ['mukey', 'musym', 'muname', 'lkey']
  const content = '7|"A"|"Adder loam"|12\r\n'

  test('wins over our list of columns', async () => {
    const rows = await load(content, undefined, MAPUNIT, dictionaryOf(turned))
    expect(rows).toEqual([['A', 'Adder loam', '7']])
    // One that does not know the table leaves it to our list.
    const others = dictionaryOf(turned, 'chorizon')
    await expect(load(content, undefined, MAPUNIT, others)).rejects.toThrow(/has 4 columns, and 24/)
  })

  test('that lacks a column we read, or skips one, is refused', async () => {
    const lacking = dictionaryOf(turned.filter((name) => name !== 'muname'))
    await expect(load(content, undefined, MAPUNIT, lacking)).rejects.toThrow(
      /gives the table mapunit no column muname/,
    )
    const skipping = dictionaryOf(turned).replace('"mapunit"|4|', '"mapunit"|5|')
    await expect(load(content, undefined, MAPUNIT, skipping)).rejects.toThrow(/skips a column/)
  })
})
