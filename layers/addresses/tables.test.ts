import { expect, test } from 'vitest'
import { readFixture } from '../../tests/layer-fixture.ts'
import { testLayer } from '../../tests/test-layer.ts'
import { addresses } from './layer.ts'

testLayer(addresses)

test('an address is looked up and is no section: nothing of it is an answer of a dossier', () => {
  expect(addresses.section).toBe('none')
  expect(readFixture('addresses').spots).toEqual([])
})
