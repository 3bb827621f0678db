import { expect, test } from 'vitest'
import { factsOf } from './facts.ts'
import { factsMarkup } from './facts-markup.ts'

const textOf = (markup: string) =>
  markup
    .replace(/<[^>]+>/g, '|')
    .split('|')
    .map((part) => part.trim())
    .filter(Boolean)

test('a list of records is one table, and what no record has is named below it', () => {
  const soil_units = [
    { symbol: 'Mn', coverage_pct: 60, slope_pct: null, hydric_class: null },
    { symbol: 'W', coverage_pct: 40, slope_pct: 3, hydric_class: null },
  ]
  const markup = factsMarkup(factsOf({ soil_units }))
  expect(textOf(markup)).toEqual([
    ...['Soil units', 'Symbol', 'Share of the parcel', 'Slope'],
    ...['Mn', '60 %', 'not known', 'W', '40 %', '3 %'],
    ...['Not known:', 'Hydric class'],
  ])
  expect(markup).not.toContain('1 of 2')
})

test('values that are not known stand in a line by group, not in a row each', () => {
  const roll = { assessed_value: 870_200, annual_tax: null, last_sale_year: null }
  expect(textOf(factsMarkup(factsOf({ roll, year_built: 1912, annual_tax: null })))).toEqual([
    ...['Roll', 'Assessed value', '$870,200', 'Year built', '1912'],
    ...['Not known:', 'Annual tax', 'Not known (Roll):', 'Annual tax, Last sale year'],
  ])
  expect(textOf(factsMarkup(factsOf({ frost_depth_ft: null })))).toEqual([
    ...['Not known:', 'Frost depth'],
  ])
  expect(factsMarkup([])).toBe('')
})

test('two records with many fields stand side by side, a row a field', () => {
  const wide = (from: number) =>
    Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`field_${i}`, from + i]))
  const texts = textOf(factsMarkup(factsOf({ things: [wide(10), wide(20)] })))
  expect(texts.slice(0, 6)).toEqual(['Things', '1', '2', 'Field 0', '10', '20'])
})

test('more wide records have the columns that matter, and a second line for the others', () => {
  const permits = [1, 2, 3, 4].map((id) => ({
    ...{ id: `P-${id}`, type: 'Roof', status: 'ISSUED', description: `Roof ${id}`, address: null },
    ...{
      issued_at: `2024-05-0${id}`,
      cost_usd: 900 + id,
      applied_at: id === 1 ? '2024-04-01' : null,
    },
    ...{ authority: 'Sampleton', is_on_parcel: id < 3 },
  }))
  const markup = factsMarkup(factsOf({ permits }))
  expect(textOf(markup)).toEqual([
    ...['Permits', 'Issued', 'Type', 'Status', 'Cost', 'Description'],
    ...['1 May 2024', 'Roof', 'Issued', '$901', 'Roof 1'],
    'ID: P-1 · Applied for: 1 Apr 2024 · On the parcel: yes',
    ...['2 May 2024', 'Roof', 'Issued', '$902', 'Roof 2'],
    ...['ID: P-2 · On the parcel: yes ·', 'not known: Applied for'],
    ...['3 May 2024', 'Roof', 'Issued', '$903', 'Roof 3'],
    ...['ID: P-3 · On the parcel: no ·', 'not known: Applied for'],
    ...['4 May 2024', 'Roof', 'Issued', '$904', 'Roof 4'],
    ...['ID: P-4 · On the parcel: no ·', 'not known: Applied for'],
    ...['All of them:', 'Authority: Sampleton', 'Not known:', 'Address'],
  ])
  expect(markup.match(/<tbody>/g)).toHaveLength(4)
})

test('wide records of another list have their first fields as columns, and lose none', () => {
  const wide = (from: number) =>
    Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`field_${i}`, from + i]))
  const texts = textOf(factsMarkup(factsOf({ things: [10, 30, 50, 70].map(wide) })))
  expect(texts.slice(0, 6)).toEqual(['Things', ...[0, 1, 2, 3, 4].map((i) => `Field ${i}`)])
  expect(texts.slice(6, 12)).toEqual([
    ...['10', '11', '12', '13', '14'],
    'Field 5: 15 · Field 6: 16 · Field 7: 17 · Field 8: 18',
  ])
})

test('records that are too wide or too deep for a table stand one by one, with every value', () => {
  const wide = Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`field_${i}`, i]))
  const deep = { inner: { value: 1 }, other: null }
  for (const record of [wide, deep]) {
    const markup = factsMarkup(factsOf({ things: [record] }))
    expect(markup).not.toContain('class="list"')
    expect(textOf(markup)).toContain('1 of 1')
    expect(textOf(markup).includes('not known')).toBe(record === deep)
    expect(markup).not.toContain('class="unknown"')
  }
})

test('a list in a group has the name of the group, and a cut one states how many are left', () => {
  const pieces = Array.from({ length: 30 }, (_, id) => ({ id }))
  const texts = textOf(factsMarkup(factsOf({ outer: { pieces } })))
  expect(texts.slice(0, 2)).toEqual(['Outer: Pieces', 'ID'])
  expect(texts.at(-1)).toBe('and 6 more in the exports')
})

test('values of others are text', () => {
  const markup = factsMarkup(factsOf({ a: '<b>', list: [{ note: '<i>x' }] }))
  expect(markup).toContain('&#60;b&#62;')
  expect(markup).not.toContain('<i>x')
})
