import { expect, test } from 'vitest'
import { joinNotes } from './joined-notes.ts'

test.each<[(string | null | undefined)[], string]>([
  [[], ''],
  [[null, undefined, '', '  '], ''],
  [['One'], 'One.'],
  [['One.'], 'One.'],
  [['One', 'Two.'], 'One. Two.'],
  [
    ['Parcels of a town', null, 'Coordinates: taken as they are.'],
    'Parcels of a town. Coordinates: taken as they are.',
  ],
  [['Is it known? ', 'Yes!'], 'Is it known? Yes!'],
  [
    ['It reads "no."', 'See (the page.)', 'Edition (2013)'],
    'It reads "no." See (the page.) Edition (2013).',
  ],
])('%j is %j', (notes, text) => {
  expect(joinNotes(...notes)).toBe(text)
})
