import { describe, expect, it } from 'vitest'
import { programOf, roomOf } from '../../tests/planner/random-program.ts'
import type { Point } from '../geometry/point.ts'
import { largestRectangle, outlineFrames } from './outline-frames.ts'

const framesOf = (outline: Point[]) => outlineFrames(programOf([roomOf('living')], { outline }))

/** Outer faces: a main part of 10 by 6 m in the north, a wing of 4 by 5 m in the south east. */
const L_OUTLINE: Point[] = [
  [0, 0],
  [10, 0],
  [10, 11],
  [6, 11],
  [6, 6],
  [0, 6],
]

describe('outlineFrames', () => {
  it('divides an L into a main part and a wing, along each of its legs', () => {
    const { frames, unmet } = framesOf(L_OUTLINE)
    expect(unmet).toEqual([])
    expect(frames).toHaveLength(2)
    const [along] = frames.filter(({ isTurned }) => !isTurned)
    // Between the middles of walls of 0.3 m.
    expect(along).toMatchObject({ length: 9.7, depth: 5.7, isFlipped: false })
    expect(along.origin).toEqual([0.15, 5.85])
    expect(along.wings).toHaveLength(1)
    expect(along.wings[0]).toMatchObject({ at: 1, width: 3.7, length: 5 })
  })

  it('finds the same for the other direction of the corners', () => {
    expect(framesOf(L_OUTLINE.toReversed())).toEqual(framesOf(L_OUTLINE))
  })

  it('divides a T and a U', () => {
    const t: Point[] = [
      [0, 0],
      [12, 0],
      [12, 5],
      [8, 5],
      [8, 9],
      [4, 9],
      [4, 5],
      [0, 5],
    ]
    expect(framesOf(t).frames.map(({ wings }) => wings.length)).toEqual([1])
    const u: Point[] = [
      [0, 9],
      [0, 0],
      [12, 0],
      [12, 9],
      [8, 9],
      [8, 5],
      [4, 5],
      [4, 9],
    ]
    const [frame] = framesOf(u).frames
    expect(frame.wings.map(({ at }) => at)).toEqual([0, 1])
  })

  it('has two directions and no wing for a rectangle', () => {
    const { frames, unmet } = framesOf([
      [2, 3],
      [12, 3],
      [12, 9],
      [2, 9],
    ])
    expect(unmet).toEqual([])
    expect(frames.map(({ length, depth, wings }) => [length, depth, wings.length])).toEqual([
      [9.7, 5.7, 0],
      [5.7, 9.7, 0],
    ])
  })

  it('takes the largest rectangle of any other outline, and states that', () => {
    const { frames, unmet } = framesOf([
      [0, 0],
      [10, 0],
      [13, 4],
      [10, 8],
      [0, 8],
    ])
    expect(unmet).toHaveLength(1)
    expect(frames[0].length).toBeGreaterThan(9.6)
    expect(frames[0].depth).toBeGreaterThan(5)
  })

  it('makes an L, T and U within a footprint', () => {
    for (const [shape, wings] of [
      ['L', 1],
      ['T', 1],
      ['U', 2],
    ] as const) {
      const footprint = { width: 16, depth: 12 }
      const { frames } = outlineFrames(programOf([roomOf('living')], { shape, footprint }))
      for (const frame of frames) {
        expect(frame.wings).toHaveLength(wings)
        expect(frame.depth! + frame.wings[0].length).toBeCloseTo(frame.isTurned ? 15.7 : 11.7)
      }
    }
  })
})

describe('largestRectangle', () => {
  it('lies in the outline', () => {
    const [[x0, z0], , [x1, z1]] = largestRectangle([
      [0, 0],
      [10, 0],
      [5, 10],
    ])
    expect((x1 - x0) * (z1 - z0)).toBeGreaterThan(22)
    expect((x1 - x0) * (z1 - z0)).toBeLessThanOrEqual(25)
    for (const x of [x0, x1]) expect(Math.abs(x - 5)).toBeLessThanOrEqual(5 - z1 / 2 + 1e-6)
  })
})
