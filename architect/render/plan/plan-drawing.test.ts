import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../../random/seeded-random.ts'
import { EXAMPLE_NAMES, exampleScene } from '../../../tests/houses/example-scenes.ts'
import { largeBuilding } from '../../../tests/houses/large-building.ts'
import { withNodes } from '../../../tests/houses/scene-of.ts'
import { smallHouse } from '../../../tests/houses/small-house.ts'
import { wallPlan } from '../../../tests/houses/wall-plan.ts'
import { zonedPlan } from '../../../tests/houses/zoned-plan.ts'
import { isLongRun } from '../../../tests/long-run.ts'
import type { Point } from '../../geometry/point.ts'
import { boxOf, type Polygon } from '../../geometry/polygon.ts'
import { intersection, regionArea } from '../../geometry/regions.ts'
import { levelFrames } from '../../kernel/levels.ts'
import { wallShapes } from '../../kernel/walls/wall-shapes.ts'
import type { Scene } from '../../scene/scene.ts'
import { boxesMeet, type Layer, type SheetBox, type TextMark, textBox } from '../drawing/sheet.ts'
import { INK } from '../paper.ts'
import { readViewRequest, type ViewRequest } from '../view-request.ts'
import { planChains } from './plan-chains.ts'
import { planItems } from './plan-furniture.ts'
import { planNumbers, scheduleOf } from './plan-numbers.ts'
import { type PlanDrawing, planDrawing } from './plan-view.ts'

const planOf = (scene: Scene, request: Partial<ViewRequest> = {}): PlanDrawing =>
  planDrawing(scene, readViewRequest({ view: 'plan', ...request }))

const textsOf = ({ sheet }: PlanDrawing): TextMark[] =>
  sheet.marks.filter((mark) => mark.kind === 'text')

/** Names of the faults of a drawing: what an architect would send back. */
function faultsOf(scene: Scene, drawing: PlanDrawing): string[] {
  const { sheet, paper, level, notes, labels, numbers, dimensions, missing } = drawing
  const faults = missing.map((text) => `no space for ${text}`)
  for (const mark of textsOf(drawing)) {
    const { x, y, width, height } = textBox(mark)
    if (x < 0 || y < 0 || x + width > sheet.width || y + height > sheet.height)
      faults.push(`${mark.text} is off the sheet`)
  }
  const labelled = labels.map(({ number, box }) => ({ name: `room ${number}`, box }))
  const stairs = textsOf(drawing).filter(({ layer }) => layer === 'stairs')
  const all = [
    ...labelled,
    ...stairs.map((mark) => ({ name: mark.text, box: textBox(mark) })),
    ...notes.map(({ id, box }) => ({ name: id, box })),
    ...numbers.map((box, index) => ({ name: `number ${index}`, box })),
    ...dimensions.map((box, index) => ({ name: `dimension ${index}`, box })),
  ]
  for (const [index, one] of all.entries())
    for (const other of all.slice(index + 1))
      if (boxesMeet(one.box, other.box)) faults.push(`${one.name} is on ${other.name}`)
  const walls = [...wallShapes(scene, level.id).values()].map(({ footprint }) => footprint)
  const items = planItems(scene, level.id).map(({ shape }) => shape.prism.outline)
  for (const { name, box } of all)
    for (const ring of [...walls, ...items])
      if (meets(ringOf(paper, box), ring)) faults.push(`${name} is on a wall or an item`)
  return faults
}

function ringOf(paper: PlanDrawing['paper'], { x, y, width, height }: SheetBox): Polygon {
  return [
    paper.place(x, y + height),
    paper.place(x + width, y + height),
    paper.place(x + width, y),
    paper.place(x, y),
  ]
}

function meets(ring: Polygon, other: Polygon): boolean {
  const [a, b] = [boxOf(ring), boxOf(other)]
  if (a.minX >= b.maxX || b.minX >= a.maxX || a.minZ >= b.maxZ || b.minZ >= a.maxZ) return false
  return regionArea(intersection([ring], [other])) > 1e-6
}

const SHEETS: Partial<ViewRequest>[] = [
  { format: 'svg', unit: 'ft' },
  { format: 'pdf', scale: 200 },
  ...(isLongRun ? [{ format: 'pdf' } as const] : []),
]

describe.each(EXAMPLE_NAMES.filter((name) => isLongRun || name === 'family-house'))(
  '%s',
  (folder) => {
    const scene = exampleScene(folder)

    test('no text is on another, on a wall, on furniture or off the sheet', () => {
      for (const levelId of levelFrames(scene).keys())
        for (const request of SHEETS)
          expect(faultsOf(scene, planOf(scene, { ...request, levelId })), levelId).toEqual([])
    })

    test('each room has a label, each opening a number and a line of the schedule', () => {
      for (const levelId of levelFrames(scene).keys()) {
        const drawing = planOf(scene, { format: 'pdf', levelId })
        const rooms = Object.values(scene.nodes).filter(
          ({ kind, parent }) => kind === 'zone' && parent === levelId,
        )
        expect(drawing.labels).toHaveLength(rooms.length)
        const rows = scheduleOf(scene, levelId)
        expect(drawing.numbers).toHaveLength(rows.length)
        const texts = textsOf(drawing).filter(({ layer }) => layer === 'schedule')
        for (const { number } of rows)
          expect(texts.filter(({ text }) => text === number)).toHaveLength(1)
      }
    })

    test('a picture has no overlaps either', () => {
      expect(faultsOf(scene, planOf(scene))).toEqual([])
    })
  },
)

if (isLongRun)
  test('the large building has no faults on its sheet', () => {
    const scene = largeBuilding({ storeys: 2 })
    expect(faultsOf(scene, planOf(scene, { format: 'pdf' }))).toEqual([])
  }, 120_000)

test('notes stand on their places, or beside what is there with a line to it', () => {
  const scene = withNodes(
    exampleScene('studio'),
    ...(
      [
        // The free floor of the room, an outer wall, the bed, and the middle of the bathroom.
        ['Sound insulation', [3.4, -1.6]],
        ['Fire wall', [0, -2]],
        [
          'Power at the bed, 2 sockets on each side and a switch for the light of the ceiling',
          [1, -2],
        ],
        ['Waterproof', [3.2, -5.1]],
      ] as const
    ).map(([text, position], index) => ({
      kind: 'annotation' as const,
      id: `annotation_9${index}`,
      parent: 'level_2',
      text,
      position,
    })),
  )
  for (const request of [{}, ...SHEETS]) {
    const drawing = planOf(scene, request)
    expect(faultsOf(scene, drawing)).toEqual([])
    const [free, wall, bed, bath] = drawing.notes
    // At 1:200 the note is wider than the room.
    if (drawing.layout.ratio !== 200) {
      const [x, y] = drawing.paper.at([3.4, -1.6])
      expect(Math.abs(free.box.x + free.box.width / 2 - x)).toBeLessThan(0.6)
      expect(Math.abs(free.box.y + free.box.height / 2 - y)).toBeLessThan(0.6)
      expect(free.leader).toBeUndefined()
      const corner = drawing.paper.place(bath.box.x, bath.box.y)
      expect(corner[1], 'in the bathroom').toBeLessThan(-4.2)
    }
    expect(wall.leader?.[1]).toEqual(drawing.paper.at([0, -2]))
    expect(bed.leader?.[1]).toEqual(drawing.paper.at([1, -2]))
    expect(bed.box.width).toBeLessThan(50)
    const shown = textsOf(drawing).filter(({ layer }) => layer === 'marks')
    expect(shown.map(({ text }) => text).join(' ')).toContain('Power at the bed, 2 sockets on each')
    expect(drawing.visibleIds).toContain('annotation_90')
  }
})

test('random plans have no faults, square to the sheet or turned', () => {
  for (let seed = 1; seed <= (isLongRun ? 12 : 3); seed++) {
    const scene = zonedPlan(seededRandom(seed), seed % 3 === 0 ? 17 : 0)
    expect(faultsOf(scene, planOf(scene, { format: 'pdf' })), `seed ${seed}`).toEqual([])
  }
}, 120_000)

test('chains run by face: over piers and openings, walls and rooms, and the whole', () => {
  // 8 m by 5 m along the middles of walls 0.2 m thick: 8.2 m by 5.2 m over their faces.
  const scene = wallPlan(
    [
      { start: [0, 0], end: [8, 0] },
      { start: [8, 0], end: [8, 5] },
      { start: [8, 5], end: [0, 5] },
      { start: [0, 5], end: [0, 0] },
      { start: [3, 0], end: [3, 5], thickness: 0.1 },
    ],
    [{ wall: 0, kind: 'window', offset: 1.5, width: 1, height: 1.2, sill: 0.9 }],
  )
  const rounded = (places: number[]) => places.map((place) => Math.round(place * 1e4) / 1e4)
  const of = (side: string, kind: string) =>
    rounded(
      planChains(scene, 'level_2').find((c) => c.side === side && c.kind === kind)?.places ?? [],
    )
  expect(of('north', 'openings')).toEqual([-0.1, 1, 2, 8.1])
  expect(of('north', 'rooms')).toEqual([-0.1, 0.1, 2.95, 3.05, 7.9, 8.1])
  expect(of('north', 'overall')).toEqual([-0.1, 8.1])
  expect(of('south', 'openings')).toEqual([])
  expect(of('south', 'rooms')).toEqual([-0.1, 0.1, 2.95, 3.05, 7.9, 8.1])
  expect(of('east', 'rooms')).toEqual([-0.1, 0.1, 4.9, 5.1])
  expect(of('west', 'overall')).toEqual([-0.1, 5.1])
  const texts = textsOf(planOf(scene, { format: 'pdf', unit: 'ft' })).map(({ text }) => text)
  // 8.2 m are 26.9029 ft: 26 feet, 10 and 6.67 eighths of an inch, rounded to 7.
  expect(texts.filter((text) => text === `26'-10 7/8"`)).toHaveLength(2)
})

test('chains by axis run over the middles of walls and openings, and the sheet states it', () => {
  // A corner cut at 45 degrees: the middles of its walls meet at (8, 3) and (6, 5).
  const scene = wallPlan(
    [
      { start: [0, 0], end: [8, 0] },
      { start: [8, 0], end: [8, 3] },
      { start: [8, 3], end: [6, 5] },
      { start: [6, 5], end: [0, 5] },
      { start: [0, 5], end: [0, 0], thickness: 0.3 },
      { start: [3, 0], end: [3, 5], thickness: 0.1 },
    ],
    [
      { wall: 0, kind: 'window', offset: 1.5, width: 1, height: 1.2, sill: 0.9 },
      { wall: 0, kind: 'door', offset: 5.25, width: 0.9, height: 2.1, sill: 0 },
    ],
  )
  const of = (side: string, kind: string) =>
    planChains(scene, 'level_2', 'axis')
      .find((chain) => chain.side === side && chain.kind === kind)
      ?.places.map((place) => Math.round(place * 1e4) / 1e4)
  expect(of('north', 'openings')).toEqual([0, 1.5, 5.25, 8])
  expect(of('north', 'rooms')).toEqual([0, 3, 8])
  expect(of('north', 'overall')).toEqual([0, 8])
  expect(of('south', 'openings')).toEqual([0, 6, 8])
  expect(of('south', 'rooms')).toEqual([0, 3, 6, 8])
  expect(of('east', 'openings')).toBeUndefined()
  expect(of('east', 'rooms')).toEqual([0, 3, 5])
  expect(of('west', 'overall')).toEqual([0, 5])
  const sheet = planOf(scene, { format: 'pdf', dimensions: 'axis' })
  const texts = textsOf(sheet).map(({ text }) => text)
  expect(texts).toContain('Dimensions by axis, in metres')
  const dimensions = textsOf(sheet).filter(({ layer }) => layer === 'dimensions')
  expect(dimensions.map(({ text }) => text).sort()).toEqual(
    // North, east, south, west: openings, rooms and the whole, without those that repeat the whole.
    ['1.50', '3.75', '2.75', '3.00', '5.00', '8.00']
      .concat(['3.00', '2.00', '5.00'])
      .concat(['6.00', '2.00', '3.00', '3.00', '2.00', '8.00'])
      .concat(['5.00'])
      .sort(),
  )
})

test('of a recess the chain by axis has the middles of its walls', () => {
  const scene = wallPlan([
    { start: [0, 0], end: [4, 0] },
    { start: [4, 0], end: [4, 2] },
    { start: [4, 2], end: [9, 2] },
    { start: [9, 2], end: [9, 6] },
    { start: [9, 6], end: [0, 6] },
    { start: [0, 6], end: [0, 0] },
  ])
  const north = planChains(scene, 'level_2', 'axis').filter(({ side }) => side === 'north')
  expect(north.map(({ kind, places }) => [kind, ...places])).toEqual([
    ['rooms', 0, 4, 9],
    ['overall', 0, 9],
  ])
})

test('a recess is in the chain of its side, with its openings', () => {
  const scene = wallPlan(
    [
      { start: [0, 0], end: [4, 0] },
      { start: [4, 0], end: [4, 2] },
      { start: [4, 2], end: [9, 2] },
      { start: [9, 2], end: [9, 6] },
      { start: [9, 6], end: [0, 6] },
      { start: [0, 6], end: [0, 0] },
    ],
    [{ wall: 2, kind: 'window', offset: 3, width: 1, height: 1.2, sill: 0.9 }],
  )
  const north = planChains(scene, 'level_2').find(
    (c) => c.side === 'north' && c.kind === 'openings',
  )
  expect(north?.places.map((place) => Math.round(place * 1e4) / 1e4)).toEqual([
    -0.1, 4.1, 6.5, 7.5, 9.1,
  ])
})

test('numbers run in the order of making; a new room changes no other number', () => {
  const before = planNumbers(smallHouse())
  const after = planNumbers(
    withNodes(smallHouse(), {
      kind: 'zone',
      id: 'zone_40',
      color: '#ffffff',
      polygon: [
        [20, 4],
        [22, 4],
        [22, 0],
        [20, 0],
      ],
    }),
  )
  expect(before.get('zone_8')).toBe('0.01')
  expect(after.get('zone_8')).toBe('0.01')
  expect(after.get('zone_40')).toBe('0.02')
})

test('a scale that no paper takes is refused with the size of the drawing', () => {
  const request = { format: 'pdf', scale: 10, paper: 'A4' } as const
  expect(() => planOf(exampleScene('school'), request)).toThrow(
    /37\.\d m by .* does not fit at 1:10 on A4/,
  )
})

test('on a sheet at 1:50 a metre is 20 mm', () => {
  const { layout, paper } = planOf(exampleScene('studio'), { format: 'svg', scale: 50 })
  expect(layout.ratio).toBe(50)
  const [x1, y1] = paper.at([0, 0])
  const [x2, y2] = paper.at([1, 2])
  expect([x2 - x1, y2 - y1].map((mm) => Math.round(mm * 1e6) / 1e6)).toEqual([20, 40])
})

test('a plan shows the edge of the roof, with its overhang', () => {
  const drawing = planOf(exampleScene('family-house'), { levelId: 'level_60' })
  const { minX, minZ, maxX, maxZ } = boxOf(linesOf(drawing, 'overhead'))
  // 12.3 by 9.1 m of walls, and 0.5 m on each side.
  expect(maxX - minX).toBeCloseTo(13.3, 6)
  expect(maxZ - minZ).toBeCloseTo(10.1, 6)
})

/** The corners of the thin lines of a layer in plan; dots and arrows are filled in ink. */
function linesOf({ sheet, paper }: PlanDrawing, layer: Layer): Point[] {
  return sheet.marks.flatMap((mark) =>
    mark.kind === 'path' && mark.layer === layer && mark.fill !== INK.text
      ? mark.lines.flat().map(([x, y]) => paper.place(x, y))
      : [],
  )
}
