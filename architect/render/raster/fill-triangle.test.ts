import { expect, test } from 'vitest'
import { seededRandom } from '../../../random/seeded-random.ts'
import { FUZZ_SEED } from '../../../tests/fuzz-seed.ts'
import { type DepthPlane, fillTriangle } from './fill-triangle.ts'

const SIZE = 64
const plane = (): DepthPlane => ({
  width: SIZE,
  height: SIZE,
  nearness: new Float32Array(SIZE * SIZE),
  ids: new Uint32Array(SIZE * SIZE),
})

test('between the triangles of a fan no pixel is left out', () => {
  const random = seededRandom(FUZZ_SEED + 11)
  for (let round = 0; round < 200; round++) {
    const into = plane()
    const middle = [20 + random() * 24, 20 + random() * 24]
    const corners: [number, number][] = [
      [-1, -1],
      [SIZE + 1, -1],
      [SIZE + 1, SIZE + 1],
      [-1, SIZE + 1],
    ]
    for (const [k, [x, y]] of corners.entries()) {
      const [toX, toY] = corners[(k + 1) % 4]
      fillTriangle([into], [[0.5, 0.5]], middle[0], middle[1], x, y, toX, toY, 0, 0, 1, k + 1)
    }
    expect(into.ids.includes(0)).toBe(false)
  }
})

test('a pixel shows the nearest of all triangles, whichever comes first', () => {
  const random = seededRandom(FUZZ_SEED + 5)
  const triangles = Array.from({ length: 12 }, (_, id) => ({
    at: Array.from({ length: 6 }, () => random() * SIZE),
    near: 0.1 + random(),
    id: id + 1,
  }))
  const draw = (list: typeof triangles): DepthPlane => {
    const into = plane()
    for (const { at, near, id } of list)
      fillTriangle([into], [[0.5, 0.5]], at[0], at[1], at[2], at[3], at[4], at[5], 0, 0, near, id)
    return into
  }
  expect(draw([...triangles].reverse()).ids).toEqual(draw(triangles).ids)
})
