import { expect, test } from 'vitest'
import { correctSpelling } from './spelling.ts'
import { tokensOf } from './tokens.ts'

/** [as written, as it is read] */
const MISSPELT: [string, string][] = [
  ['hosue', 'house'],
  ['kichen', 'kitchen'],
  ['ktichen', 'kitchen'],
  ['livng', 'living'],
  ['upstiars', 'upstairs'],
  ['windw', 'window'],
  ['bedrom', 'bedroom'],
  ['bathrooom', 'bathroom'],
  ['appartment', 'apartment'],
  ['bungallow', 'bungalow'],
  ['wardrob', 'wardrobe'],
  ['sqaure', 'square'],
  ['teh', 'the'],
  ['theres', "there's"],
  ['coridor', 'corridor'],
  ['laundary', 'laundry'],
]
/** Each is near to a word of the planner. */
const ENGLISH =
  'toddler stair pain world theme plaster widow shelves creates surgery hose loft'.split(' ')

test.each(MISSPELT)('%s is %s', (written, expected) => {
  expect(correctSpelling(written)).toBe(expected)
})

test.each(ENGLISH)('%s is English, and stays', (word) => {
  expect(correctSpelling(word)).toBe(word)
})

test('names of rooms and quoted words stay as they are', () => {
  const [name, , quote] = tokensOf('kichen "hosue"', new Set(['kichen']))
  expect(name).toMatchObject({ word: 'kichen' })
  expect(quote ?? tokensOf('"hosue"')[0]).toMatchObject({ kind: 'quote', word: 'hosue' })
})
