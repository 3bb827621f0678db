import { expect, test } from 'vitest'
import { canonical } from './canonical.ts'
import { PolygonsBuilder } from './polygons-builder.ts'

type Ring = [number, number][]

function polygonOf(...rings: Ring[]) {
  const builder = new PolygonsBuilder()
  for (const ring of rings) {
    for (const [x, y] of ring) builder.gridPoint(x, y)
    builder.endRing()
  }
  builder.endPolygon()
  return builder.finish()
}

const turned = (ring: Ring, by: number): Ring => [...ring.slice(by), ...ring.slice(0, by)]

const SHELL: Ring = [
  [0, 10],
  [0, 0],
  [20, -5],
  [30, 10],
  [10, 20],
]
const HOLE: Ring = [
  [5, 5],
  [5, 8],
  [8, 8],
  [8, 5],
]

test('equal shapes are equal wherever their rings begin and in either direction', () => {
  const first = canonical(polygonOf(SHELL, HOLE))
  for (let by = 0; by < SHELL.length; by++) {
    expect(canonical(polygonOf(turned(SHELL, by), turned(HOLE, by % 4)))).toEqual(first)
    expect(canonical(polygonOf(turned(SHELL, by).toReversed(), HOLE.toReversed()))).toEqual(first)
  }
})

test('a ring begins at its westernmost point, of several the southernmost', () => {
  const { coords, ringEnds } = canonical(polygonOf(turned(SHELL, 3), HOLE))
  expect([...coords.slice(0, 4)]).toEqual([0, 0, 20, -5])
  expect([...coords.slice(ringEnds[0] * 2, ringEnds[0] * 2 + 4)]).toEqual([5, 5, 5, 8])
})

test('the canonical form of a canonical shape is the same, and no point moves', () => {
  const once = canonical(polygonOf(SHELL, HOLE))
  expect(canonical(once)).toEqual(once)
  const pointsOf = ({ coords }: { coords: Int32Array }) =>
    Array.from({ length: coords.length / 2 }, (_, i) => `${coords[i * 2]} ${coords[i * 2 + 1]}`)
  expect(pointsOf(once).sort()).toEqual(pointsOf(polygonOf(SHELL, HOLE)).sort())
})
