import { tileIdToZxy, zxyToTileId } from 'pmtiles'
import { expect, test } from 'vitest'
import { tileId, tileOf } from './tile-ids.ts'

test('a tile has the id that the PMTiles specification gives it', () => {
  expect(tileId(0, 0, 0)).toBe(0)
  expect(tileId(12, 3423, 1763)).toBe(19078479)
})

test('ids agree with the reference reader both ways, up to zoom 18', () => {
  for (let n = 0; n < 2000; n++) {
    const z = n % 19
    const x = Math.floor((n * 0.6180339887 * 2 ** z) % 2 ** z)
    const y = Math.floor((n * 0.7548776662 * 2 ** z) % 2 ** z)
    expect(tileId(z, x, y)).toBe(zxyToTileId(z, x, y))
    expect(tileOf(tileId(z, x, y))).toEqual(tileIdToZxy(tileId(z, x, y)))
  }
})
