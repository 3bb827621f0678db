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
