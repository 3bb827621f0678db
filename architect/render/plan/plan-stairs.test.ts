import { expect, test } from 'vitest'
import { exampleScene } from '../../../tests/houses/example-scenes.ts'
import { withNodes } from '../../../tests/houses/scene-of.ts'
import type { Point } from '../../geometry/point.ts'
import { contains, distanceToBorder } from '../../geometry/polygon.ts'
import { holesOf } from '../../kernel/floors/holes.ts'
import { childrenOf, nodeOf, type Scene } from '../../scene/scene.ts'
import type { Place } from '../drawing/sheet.ts'
import { INK } from '../paper.ts'
import { readViewRequest } from '../view-request.ts'
import { type PlanDrawing, planDrawing } from './plan-view.ts'

const HOUSE = exampleScene('family-house')

const planOf = (scene: Scene, levelId: string): PlanDrawing =>
  planDrawing(scene, readViewRequest({ view: 'plan', levelId }))

const textsOf = ({ sheet }: PlanDrawing): string[] =>
  sheet.marks.flatMap((mark) =>
    mark.kind === 'text' && mark.layer === 'stairs' ? [mark.text] : [],
  )

test('a plan shows of a stair from below what no floor hides', () => {
  const { sheet, paper } = planOf(HOUSE, 'level_60')
  const wells = childrenOf(HOUSE, 'level_60', 'slab').flatMap(({ id }) => holesOf(HOUSE, id))
  // Dots and arrows are filled in ink.
  const treads = sheet.marks.flatMap((mark) =>
    mark.kind === 'path' && mark.layer === 'stairs' && mark.fill !== INK.text
      ? mark.lines.flat().map(([x, y]) => paper.place(x, y))
      : [],
  )
  expect(treads.length).toBeGreaterThan(10)
  const hidden = treads.filter(
    (at) => !wells.some((well) => contains(well, at) || distanceToBorder(well, at) < 0.01),
  )
  expect(hidden).toEqual([])
})

test.each([
  // Two flights of 1.00 m with 0.10 m between them; the floor above hides where the lower begins.
  ['level_2', 'up', 0.52, 1.62],
  ['level_60', 'down', 1.62, 0.52],
] as const)('on %s the arrow of the stair goes %s from its dot', (levelId, text, from, to) => {
  const drawing = planOf(HOUSE, levelId)
  const [[begin, tip]] = arrowsOf(drawing)
  expect(textsOf(drawing)).toEqual([text])
  expect([begin[0], tip[0]]).toEqual([expect.closeTo(from, 6), expect.closeTo(to, 6)])
})

test('between two storeys a plan shows the stair up to the cut, and from there the one below', () => {
  const scene = withNodes(
    HOUSE,
    { kind: 'level', id: 'level_300', parent: 'building_1', index: 2 },
    {
      ...nodeOf(HOUSE, 'stair_114', 'stair')!,
      id: 'stair_301',
      parent: 'level_60',
      toLevel: 'level_300',
    },
  )
  const drawing = planOf(scene, 'level_60')
  const [[downFrom, downTo], [upFrom, upTo]] = arrowsOf(drawing)
  expect([downFrom, upFrom].map(([x]) => x)).toEqual([
    expect.closeTo(1.62, 6),
    expect.closeTo(0.52, 6),
  ])
  // 16 risers of 0.175 m: six treads of 0.26 m are under the cut at 1.20 m. It begins at z = -2.90.
  for (const tip of [downTo, upTo]) {
    expect(tip[0]).toBeCloseTo(0.52, 6)
    expect(Math.abs(tip[1] - (-2.9 + 6 * 0.26))).toBeLessThan(0.02)
  }
  expect(textsOf(drawing).sort()).toEqual(['down', 'up'])
})

/** The dot and the tip of each arrow of the stairs. */
function arrowsOf({ sheet, paper }: PlanDrawing): [begin: Point, tip: Point][] {
  const filled = sheet.marks.flatMap((mark) =>
    mark.kind === 'path' && mark.layer === 'stairs' && mark.fill === INK.text
      ? [mark.lines[0]]
      : [],
  )
  return filled.flatMap((ring, index) =>
    ring.length === 3
      ? [[paper.place(...centroidOf(filled[index + 1])), paper.place(...ring[0])]]
      : [],
  ) as [Point, Point][]
}

const centroidOf = (ring: readonly Place[]): Place => [
  ring.reduce((sum, [x]) => sum + x, 0) / ring.length,
  ring.reduce((sum, [, y]) => sum + y, 0) / ring.length,
]
