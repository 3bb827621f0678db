import { expect, test } from 'vitest'
import { retryDelay_s } from './retry-delay.ts'

test('a bake is looked for at the stated time, never all the time and never too seldom', () => {
  expect([null, '', 'soon', '-1', '0', '3', '3600'].map(retryDelay_s)).toEqual([
    1, 1, 1, 1, 1, 3, 10,
  ])
})
