import { expect, test } from 'vitest'
import { stepsOfTurns } from './steps-of-turns.ts'

const history = ['resp_b.4.1', 'resp_b.2.0', null, 'mine', 'resp_a.2.0', 'resp_a.1.0', 'resp_b.1.0']
const steps = history.map((operationId) => ({ operationId }))

test.each([
  [1, 2],
  [2, 3],
  [3, 4],
  [4, 6],
  [5, 7],
  [9, 7],
])('%i turns are %i steps', (turns, count) => {
  expect(stepsOfTurns(steps, turns)).toBe(count)
})

test('an id that only looks like that of a turn is an edit by hand', () => {
  expect(stepsOfTurns([{ operationId: 'resp_a' }, { operationId: 'resp_a' }], 1)).toBe(1)
})
