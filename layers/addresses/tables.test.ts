import { expect, test } from 'vitest'
import { readFixture } from '../../tests/layer-fixture.ts'
import { testLayer } from '../../tests/test-layer.ts'
import { addresses } from './layer.ts'

testLayer(addresses)

test('addresses have no section: a dossier contains nothing from their tables', () => {
  expect(addresses.section).toBe('none')
  expect(readFixture('addresses').points).toEqual([])
})
