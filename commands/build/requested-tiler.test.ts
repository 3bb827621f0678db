import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { UsageError } from '../../terminal/command.ts'
import { standIn } from '../../tests/fixtures/archive/stand-in-tippecanoe.ts'
import { requestedTiler } from './requested-tiler.ts'

const folder = mkdtempSync(join(tmpdir(), 'plat-requested-tiler-'))
beforeAll(() => void standIn(folder))
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

test('--tiler names the tiler of all layers, or of some', () => {
  const tiler = { name: 'tippecanoe', version: '2.82.0' }
  expect(requestedTiler(undefined)).toBeNull()
  expect(requestedTiler('tippecanoe')).toEqual({ tiler, layers: null })
  const some = 'parcel=tippecanoe,flood=tippecanoe'
  expect(requestedTiler(some)).toEqual({ tiler, layers: ['parcel', 'flood'] })
})

test.each([
  ['tippecano', /^--tiler must be tippecanoe, got "tippecano"\. Without the option/],
  ['flood=ogr', /^--tiler must be tippecanoe, got "ogr"/],
  ['', /^--tiler must be tippecanoe, got ""/],
  ['flod=tippecanoe', /no layer "flod" with an archive\. Did you mean flood\? .*: parcel, flood, /],
  ['weather=tippecanoe', /no layer "weather" with an archive\. Layers with one: parcel, /],
  ['tippecanoe,flood=tippecanoe', /takes tippecanoe, or layers .*; got "tippecanoe"\.$/],
  ['flood=tippecanoe,', /takes tippecanoe, or layers .*; got ""\.$/],
])('--tiler %j is a wrong call', (value, message) => {
  expect(() => requestedTiler(value)).toThrow(UsageError)
  expect(() => requestedTiler(value)).toThrow(message)
})
