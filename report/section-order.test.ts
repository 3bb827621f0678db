import { expect, test } from 'vitest'
import { SECTION_NAMES } from '../layers/index.ts'
import { BUILD_SECTIONS, LIVE_SECTIONS } from './section-order.ts'

test('every section has its place in the order', () => {
  expect([...BUILD_SECTIONS, ...LIVE_SECTIONS].toSorted()).toEqual([...SECTION_NAMES].toSorted())
})
