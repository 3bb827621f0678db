import { expect, test } from 'vitest'
import { EXAMPLE_NAMES, exampleScene } from '../../../tests/houses/example-scenes.ts'
import { sceneOf, withNodes } from '../../../tests/houses/scene-of.ts'
import { smallHouse } from '../../../tests/houses/small-house.ts'
import { isLongRun } from '../../../tests/long-run.ts'
import { regionArea } from '../../geometry/regions.ts'
import type { Scene } from '../../scene/scene.ts'
import { boxesMeet, type Layer, type TextMark, textBox } from '../drawing/sheet.ts'
import { readViewRequest, type ViewRequest } from '../view-request.ts'
import { cutFaces } from './cut-faces.ts'
import { hatchOf } from './ground.ts'
import { type UprightDrawing, uprightDrawing } from './upright-view.ts'

const drawings = new WeakMap<Scene, Map<string, UprightDrawing>>()
/** The drawing of a request, made once: on paper it takes two seconds. */
function drawn(scene: Scene, view: 'elevation' | 'section', request: Partial<ViewRequest> = {}) {
  const full = { ...readViewRequest({ view, width: 480, height: 360, ...request }), view }
  const known = drawings.get(scene) ?? new Map<string, UprightDrawing>()
  drawings.set(scene, known)
  const key = JSON.stringify(full)
  const drawing = known.get(key) ?? uprightDrawing(scene, full)
  known.set(key, drawing)
  return drawing
}

const texts = ({ sheet }: UprightDrawing, layer: Layer): string[] =>
  sheet.marks
    .filter((mark): mark is TextMark => mark.kind === 'text' && mark.layer === layer)
    .map(({ text }) => text)

/** Other tests draw the house too. */
const FOLDERS = EXAMPLE_NAMES.filter((name) => isLongRun || name === 'family-house')
/** The larger paper has four times as many pixels, and the same texts. */
const PAPER = isLongRun ? ('A2' as const) : ('A4' as const)
const SIDES = isLongRun ? (['south', 'east'] as const) : (['south'] as const)

test.each(FOLDERS)(
  'heights and dimensions of %s are on the sheet and not on each other',
  (folder) => {
    const scene = exampleScene(folder)
    for (const view of ['elevation', 'section'] as const) {
      for (const from of SIDES) {
        const isOnPaper = isLongRun || view === 'section'
        const size = isOnPaper ? { paper: PAPER } : {}
        const { sheet, heights, dimensions } = drawn(scene, view, { from, ...size })
        const boxes = [...heights, ...dimensions]
        for (const [index, box] of boxes.entries())
          for (const other of boxes.slice(index + 1)) expect(boxesMeet(box, other)).toBe(false)
        for (const mark of sheet.marks) {
          if (mark.kind !== 'text') continue
          const { x, y, width, height } = textBox(mark)
          expect(
            Math.min(x, y, sheet.width - x - width, sheet.height - y - height),
          ).toBeGreaterThan(0)
        }
      }
    }
  },
  60_000,
)

test('an elevation states eaves, ridge, sills and heads', () => {
  // Storeys of 2.8 m; windows with sills at 0.8 m, and at 0.8 m over the upper floor at 2.8 m.
  const elevation = drawn(exampleScene('family-house'), 'elevation', { from: 'south' })
  const heights = texts(elevation, 'heights')
  expect(heights).toContain('±0.00  Ground floor')
  expect(heights).toContain('+2.80  Upper floor')
  expect(heights).toContain('+5.60  Eaves')
  expect(heights.some((text) => text.endsWith('Ridge'))).toBe(true)
  expect(heights).toContain('+0.80  Sill')
  expect(heights).toContain('+2.20  Head')
  const feet = drawn(exampleScene('family-house'), 'elevation', { from: 'south', unit: 'ft' })
  // 2.8 m are 110.236 inches: 9 feet 2 inches and 1.89 eighths, rounded to a quarter.
  expect(texts(feet, 'heights')).toContain(`+9'-2 1/4"  Upper floor`)
})

test('a section has storey heights and clear heights', () => {
  const section = drawn(exampleScene('family-house'), 'section', { from: 'south', paper: PAPER })
  const dimensions = texts(section, 'dimensions')
  expect(dimensions.filter((text) => text === '2.80')).toHaveLength(2)
  // The floor between the storeys: its slab of 0.2 m and the ceiling board of 0.02 m under it.
  expect(dimensions).toContain('2.58')
  expect(dimensions).toContain('0.22')
})

test('the dimension under an elevation is of the house, and not of the fence about it', () => {
  const path = [
    [-9, 8],
    [15, 8],
  ]
  const fenced = withNodes(smallHouse(), { kind: 'fence', id: 'fence_20', path })
  // 6 m along the middles of walls of 0.2 m.
  expect(texts(drawn(fenced, 'elevation', { from: 'south' }), 'dimensions')).toEqual(['6.20'])
})

test('a plane cuts a slab in its length times its thickness', () => {
  const polygon = [
    [0, 4],
    [6, 4],
    [6, 0],
    [0, 0],
  ]
  const plate = sceneOf({ kind: 'slab', id: 'slab_3', polygon, thickness: 0.25 })
  const [cut, ...others] = cutFaces(plate, [0, 0, -1], [1, 0, 0], -2)
  expect(others).toEqual([])
  expect(cut.nodeId).toBe('slab_3')
  expect(regionArea(cut.regions)).toBeCloseTo(1.5, 6)
  expect(cutFaces(plate, [0, 0, -1], [1, 0, 0], -5)).toEqual([])
})

test('a stair that a section cuts is filled', () => {
  const scene = exampleScene('family-house')
  const stair = Object.values(scene.nodes).find(({ kind }) => kind === 'stair')!
  const { cuts } = drawn(scene, 'section', { targetId: stair.id, from: 'east' })
  const cut = cuts.find(({ nodeId }) => nodeId === stair.id)
  expect(cut?.fill).toBe('structure')
  expect(regionArea(cut!.regions)).toBeGreaterThan(0.1)
})

test('a hatch fills a ring and leaves its hole', () => {
  const ring = (from: number, to: number) =>
    [
      [from, from],
      [to, from],
      [to, to],
      [from, to],
    ] as const
  const length = (lines: (readonly (readonly [number, number])[])[]): number =>
    lines.reduce((sum, [[x1, y1], [x2, y2]]) => sum + Math.hypot(x2 - x1, y2 - y1), 0)
  // Lines 2 mm apart along x + y are 2 / sqrt 2 apart: their length times that is the area.
  const apart = Math.SQRT2
  expect(length(hatchOf([ring(0, 100)])) * apart).toBeCloseTo(10_000, -2)
  expect(length(hatchOf([ring(0, 100), ring(20, 80)])) * apart).toBeCloseTo(6_400, -2)
})
