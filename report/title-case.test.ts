import { expect, test } from 'vitest'
import { sentenceWithNames, titleCase } from './title-case.ts'

test.each([
  [
    '3325 UPPER NANNYBERRY LN, SAMPLETON (FICTIONAL), ZZ 34599',
    '3325 Upper Nannyberry Ln, Sampleton (fictional), ZZ 34599',
  ],
  ['12 N 1ST ST SW', '12 N 1st St SW'],
  ['100 MCDONALD AVE, BANGOR, ME', '100 McDonald Ave, Bangor, ME'],
  ["7 O'NEIL RD", "7 O'Neil Rd"],
  ['COUNTY OF LOS ANGELES', 'County of Los Angeles'],
  ['5 HALF-MOON BAY', '5 Half-Moon Bay'],
  ['35 CENTRAL ST, Bangor, ME', '35 Central St, Bangor, ME'],
  ['KITTREDGE RD, Bangor, ME 04401', 'Kittredge Rd, Bangor, ME 04401'],
  ['34 PENN PLAZA #54B', '34 Penn Plaza #54B'],
  ['NWI maps of Bangor, ME', 'NWI maps of Bangor, ME'],
  ['12 Main Street', '12 Main Street'],
  ['AE', 'Ae'],
  ['', ''],
])('%s', (text, expected) => {
  expect(titleCase(text)).toBe(expected)
})

test('only names of the data are changed in a sentence', () => {
  const data = { situs_address: { line1: '3 UPPER LN' }, zone: 'AE', note: ['NAVD88'] }
  const sentence = 'At 3 UPPER LN in zone AE, above NAVD88.'
  expect(sentenceWithNames(sentence, data)).toBe('At 3 Upper Ln in zone AE, above NAVD88.')
  expect(sentenceWithNames(sentence, null)).toBe(sentence)
})
