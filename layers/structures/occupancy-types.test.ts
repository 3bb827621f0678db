import { expect, test } from 'vitest'
import { describeOccupancy } from './occupancy-types.ts'

test.each([
  ['RES1', 'single-family dwelling'],
  ['RES1-1SNB', 'single-family dwelling, 1 story, no basement'],
  ['RES1-2SWB', 'single-family dwelling, 2 stories, with basement'],
  ['RES1-SLWB', 'single-family dwelling, split level, with basement'],
  ['RES3A', 'multi-family dwelling, 2 units'],
  ['COM10', 'parking'],
  ['COM1', 'retail trade'],
])('%s is a %s', (code, words) => {
  expect(describeOccupancy(code)).toBe(words)
})

test.each(['RES7', 'RES1-4SNB', 'RES1-', 'COM1-1SNB', 'res1', ''])(
  'the code %j is not guessed',
  (code) => {
    expect(describeOccupancy(code)).toBeNull()
  },
)
