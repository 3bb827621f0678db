import { describe, expect, test } from 'vitest'
import { fabricOfRings, ringsOf } from '../../tests/fixtures/archive/tile-fabrics.ts'
import { corners, type Ring } from '../../tests/fixtures/ground.ts'
import { dissolve } from './dissolve.ts'
import { recordArea } from './fabric.ts'
import { FabricBuilder } from './fabric-builder.ts'
import { nodeEdges } from './noding.ts'
import { simplify } from './simplify.ts'
import { rankVertices } from './vertex-ranks.ts'

/** A square lot with its corner at (x, y). */
const square = (x: number, y: number, side = 10) => corners(x, y, x + side, y + side)

/** A wiggle from (1000, 0) down to (1000, 1000), ends included. */
const BORDER: Ring = Array.from({ length: 41 }, (_, k) => [
  1000 + Math.round(k % 40 === 0 ? 0 : 30 * Math.sin(k * k)),
  25 * k,
])

describe('simplification', () => {
  const west: Ring = [[0, 0], ...BORDER, [0, 1000]]
  const east: Ring = [[2000, 0], [2000, 1000], ...BORDER.toReversed()]

  test.for([20, 40, 60])(
    'neighbours retain the same vertices of their border at %i units',
    (tolerance) => {
      // The east lot starts its ring in the middle of the border.
      const turned = [...east.slice(20), ...east.slice(0, 20)]
      const fabric = fabricOfRings([[west], [turned]])
      const simple = simplify(fabric, rankVertices(fabric, 31), tolerance)
      const [a, b] = [...simple.starts].map((start) =>
        ringsOf(simple, start)[0].filter(
          ([x, y]) => Math.abs(x - 1000) <= 30 && y >= 0 && y <= 1000,
        ),
      )
      expect(a.length).toBeLessThan(BORDER.length)
      expect(b.map(String).sort()).toEqual(a.map(String).sort())
    },
  )

  test('an island and the hole it fills retain the same vertices', () => {
    const island: Ring = BORDER.map(([x], k) => [
      500 + Math.round((200 + (x - 1000)) * Math.cos((2 * Math.PI * k) / 41)),
      500 + Math.round((200 + (x - 1000)) * Math.sin((2 * Math.PI * k) / 41)),
    ])
    const hole = [...island.slice(13), ...island.slice(0, 13)].reverse()
    const fabric = fabricOfRings([[square(0, 0, 1000), hole], [island]])
    const simple = simplify(fabric, rankVertices(fabric, 31), 20)
    const [outer, inner] = [...simple.starts].map((start) => ringsOf(simple, start))
    expect(inner[0].length).toBeLessThan(island.length)
    expect(outer[1].map(String).sort()).toEqual(inner[0].map(String).sort())
  })

  test('features past a slice line do not change the vertices retained before it', () => {
    const near = fabricOfRings([[west], [east]])
    // The same border, with lots beyond the line y = 512 that meet it in other places.
    const far = fabricOfRings([[west], [east], [[[...BORDER[30]], [3000, 900], [3000, 990]]]])
    const retainedAbove = (fabric: ReturnType<typeof fabricOfRings>): Ring => {
      const simple = simplify(fabric, rankVertices(fabric, 9), 20)
      return ringsOf(simple, simple.starts[0])[0].filter(([, y]) => y < 512)
    }
    expect(retainedAbove(far)).toEqual(retainedAbove(near))
  })
})

describe('noding', () => {
  test('the side of a large lot takes the corners of the lots along it, from both ends', () => {
    const large = square(0, 0, 30)
    const lots = [square(30, 0), square(30, 10), square(30, 20)]
    const noded = nodeEdges(fabricOfRings([[large], ...lots.map((lot) => [lot])]))
    expect(ringsOf(noded, noded.starts[0])[0]).toEqual([
      [0, 0],
      [30, 0],
      [30, 10],
      [30, 20],
      [30, 30],
      [0, 30],
    ])
    expect(ringsOf(noded, noded.starts[2])[0]).toEqual(lots[1])
  })

  test('a corner two units away is a gap in the data and stays one', () => {
    const fabric = fabricOfRings([[square(0, 0, 30)], [square(32, 5)]])
    expect(nodeEdges(fabric)).toBe(fabric)
  })
})

describe('merging', () => {
  const merged = (rings: Ring[][]): { rings: Ring[]; area: number } => {
    const fabric = fabricOfRings(rings)
    const builder = new FabricBuilder()
    dissolve(fabric, [...fabric.starts], [0, 0], builder)
    const result = builder.fabric()
    return { rings: ringsOf(result, result.starts[0]), area: recordArea(result, result.starts[0]) }
  }

  test('two lots become one ring without the border between them', () => {
    const { rings, area } = merged([[square(0, 0)], [square(10, 0)]])
    expect(rings).toHaveLength(1)
    expect(rings[0]).toHaveLength(6)
    expect(area).toBe(200)
  })

  test('a block round a park has the park as its hole', () => {
    const lots: Ring[][] = []
    for (let i = 0; i < 9; i++)
      if (i !== 4) lots.push([square(10 * (i % 3), 10 * Math.floor(i / 3))])
    const { rings, area } = merged(lots)
    expect(rings.map(({ length }) => length)).toEqual([12, 4])
    expect(area).toBe(800)
  })

  test('lots that touch in a corner stay two shells', () => {
    const { rings, area } = merged([[square(0, 0)], [square(10, 10)]])
    expect(rings.map(({ length }) => length)).toEqual([4, 4])
    expect(area).toBe(200)
  })

  test('stacked units on one lot count once, and their neighbour still cancels', () => {
    const { rings, area } = merged([[square(0, 0)], [square(0, 0)], [square(10, 0)]])
    expect(rings).toHaveLength(1)
    expect(area).toBe(200)
  })

  test('a lot inside another that it overlaps adds nothing', () => {
    const { rings, area } = merged([[square(0, 0, 100)], [square(20, 20)]])
    expect(rings).toHaveLength(1)
    expect(area).toBe(10_000)
  })
})
