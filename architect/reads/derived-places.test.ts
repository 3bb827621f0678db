import { expect, test } from 'vitest'
import { box, made } from '../../tests/houses/drafted-house.ts'
import { exampleScene } from '../../tests/houses/example-scenes.ts'
import { sceneOf, withNodes } from '../../tests/houses/scene-of.ts'
import type { Polygon } from '../geometry/polygon.ts'
import { Draft } from '../operations/draft.ts'
import { newScene, nodesOf, type Scene } from '../scene/scene.ts'
import { isFailure, type ReadSuccess, runRead } from './run-read.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are JSON, compared field by field
type Json = any

function answer(scene: Scene, name: string, given: Record<string, unknown>): ReadSuccess & Json {
  const answer = runRead(scene, name, given)
  if (isFailure(answer)) throw new Error(`${name}: ${answer.error.message}`)
  return answer
}

const is = (value: number) => expect.closeTo(value, 4)

/** A room from (0, 0) to (6, -4) along the middles of walls of 0.3 m, 2.8 m high. */
function house() {
  const draft = new Draft(newScene('A house', 'k3x9'))
  const room = made(
    draft.apply('create_room', {
      label: 'Room',
      polygon: box(0, 0, 6, 4),
      wallThickness: 0.3,
      windows: [{ edge: 2, width: 2, height: 2, shape: 'round', sill: 0.4 }],
    }),
  )
  return { draft, room }
}

/** The box, height and area of a node that stand in its derived place. */
const derived = (scene: Scene, id: string) => answer(scene, 'get_node', { id }).derived

const figures = (scene: Scene) => answer(scene, 'quantities', {}).levels[0].figures

test('a ceiling of a room is between its walls and under their tops', () => {
  const { draft, room } = house()
  // A board of 0.02 m under 2.8 m, from face to face: 5.7 by 3.7 m.
  const bbox = { min: [is(0.15), is(2.78), is(-3.85)], max: [is(5.85), is(2.8), is(-0.15)] }
  const position = [is(3), is(2.78), is(-2)]
  const ceiling = derived(draft.scene, room.ceilingId)
  expect(ceiling).toMatchObject({ position, bbox, height: is(0.02), area: is(5.7 * 3.7) })
  expect(ceiling.area).toBe(figures(draft.scene).ceilingArea)
  const { nodes } = answer(draft.scene, 'find_nodes', { kind: 'ceiling' })
  expect(nodes).toMatchObject([{ position }])
  const over = { mode: 'height', from: [3, 0, -2], toId: room.ceilingId }
  expect(answer(draft.scene, 'measure', over).length).toBeCloseTo(2.78, 4)
})

test('a slab reaches to the outer faces of the walls on it', () => {
  const { draft, room } = house()
  const slab = derived(draft.scene, room.slabId)
  const bbox = { min: [is(-0.15), is(-0.2), is(-4.15)], max: [is(6.15), 0, is(0.15)] }
  expect(slab).toMatchObject({ position: [is(3), is(-0.2), is(-2)], bbox, area: is(6.3 * 4.3) })
  expect(slab.area).toBe(figures(draft.scene).slabArea)
  expect(slab.volume).toBeCloseTo(slab.area * 0.2, 4)
  const area = answer(draft.scene, 'measure', { mode: 'area', fromId: room.slabId })
  expect(area).toMatchObject({ area: slab.area, method: slab.areaOf })
  // From (8, -2) to the face of the east wall, not to its middle.
  const gap = { mode: 'clear_gap', from: [8, 0, -2], toId: room.slabId }
  expect(answer(draft.scene, 'measure', gap).length).toBeCloseTo(1.85, 4)
  const edge = { mode: 'edge', from: [8, 0, -2], toId: room.slabId }
  expect(answer(draft.scene, 'measure', edge).length).toBeCloseTo(1.85, 4)
})

const slabWithHole = (polygon: Polygon, hole: Polygon): Scene =>
  sceneOf({ kind: 'slab', id: 'slab_3', polygon, holes: [hole] })

test('a slab in two parts is measured from the nearer one', () => {
  const scene = slabWithHole(box(0, 0, 6, 4), box(2, 1, 1, 6))
  expect(derived(scene, 'slab_3')).toMatchObject({
    bbox: { min: [0, is(-0.2), -4], max: [6, 0, 0] },
    area: is(20),
  })
  // In the gap from x = 2 to x = 3, 0.4 m from the east part.
  for (const mode of ['clear_gap', 'edge'])
    expect(
      answer(scene, 'measure', { mode, from: [2.6, 0, -2], toId: 'slab_3' }).length,
    ).toBeCloseTo(0.4, 4)
})

test('a slab of which a hole takes all has no place and no area', () => {
  const scene = slabWithHole(box(0, 0, 2, 2), box(-1, 1, 4, 4))
  const none = derived(scene, 'slab_3')
  expect(none.area).toBe(0)
  expect(none).not.toHaveProperty('position')
  expect(runRead(scene, 'measure', { mode: 'height', fromId: 'slab_3' })).toHaveProperty('error')
})

test('a roof goes from the edge of its overhang to its ridge', () => {
  const { draft } = house()
  const roof = { roofType: 'gable', pitch: 45, overhang: 1 }
  const { roofId } = made(draft.apply('create_roof', roof))
  // Over walls of 6.3 by 4.3 m at 2.8 m: the underside falls 1 m to the eaves and rises 2.15 m to
  // the ridge; 0.2 m of roof at 45 degrees are 0.2828 m plumb.
  const bbox = { min: [is(-1.15), is(1.8), is(-5.15)], max: [is(7.15), is(5.2328), is(1.15)] }
  expect(derived(draft.scene, roofId)).toMatchObject({
    position: [is(3), is(1.8), is(-2)],
    bbox,
    height: is(3.4328),
  })
})

test('a round window has one area in all reads', () => {
  const { draft } = house()
  const [{ id }] = nodesOf(draft.scene, 'window')
  // 2 by 1 m under a half circle of radius 1 m in 16 chords: 8 sin(π/16).
  const area = 2 + 8 * Math.sin(Math.PI / 16)
  expect(derived(draft.scene, id).area).toBeCloseTo(area, 3)
  expect(derived(draft.scene, id).area).toBe(figures(draft.scene).windowArea)
})

test('the slabs and ceilings of the family house sum to the figures of their levels', () => {
  const scene = exampleScene('family-house')
  const { levels } = answer(scene, 'quantities', {})
  for (const { levelId, figures } of levels) {
    const sumOf = (kind: 'slab' | 'ceiling') =>
      nodesOf(scene, kind)
        .filter(({ parent }) => parent === levelId)
        .reduce((sum, { id }) => sum + derived(scene, id).area, 0)
    expect(sumOf('slab')).toBeCloseTo(figures.slabArea, 3)
    expect(sumOf('ceiling')).toBeCloseTo(figures.ceilingArea, 3)
  }
  expect(levels[1].figures.slabArea).toBeCloseTo(106.756, 3)
})

test('slabs and ceilings belong to the rooms that they share floor with', () => {
  // A room around three sides of a court, whose middle lies in the court.
  const draft = new Draft(newScene('A court', 'k3x9'))
  const west = [
    [0, 0],
    [0, 6],
    [2, 6],
    [2, 2],
  ]
  const around = [...west, ...west.map(([x, z]) => [10 - x, z]).reverse()]
  const room = made(draft.apply('create_room', { label: 'Room', polygon: around }))
  const court = made(
    draft.apply('create_room', {
      label: 'Court',
      roomType: 'terrace',
      polygon: box(2, 6, 6, 4),
      createWalls: false,
      createCeiling: false,
    }),
  )
  const rooms = (id: string) => answer(draft.scene, 'get_node', { id }).relations.zoneIds
  expect(rooms(room.slabId)).toEqual([room.zoneId])
  expect(rooms(room.ceilingId)).toEqual([room.zoneId])
  expect(rooms(court.slabId)).toEqual([court.zoneId])
  const { nodes } = answer(draft.scene, 'find_nodes', { zoneId: 'Room', kind: 'slab' })
  expect(nodes).toMatchObject([{ id: room.slabId }])
})

test('a slab drawn to the faces of a wall is not in the room behind it, one with a hole not in the hole', () => {
  const { draft, room } = house()
  const scene = withNodes(
    draft.scene,
    // Past the room at x = 6 by half of its wall.
    { kind: 'slab', id: 'slab_40', polygon: box(5.85, 0, 4, 4) },
    { kind: 'slab', id: 'slab_41', polygon: box(-10, 10, 30, 30), holes: [box(-1, 1, 8, 6)] },
    { kind: 'slab', id: 'slab_42', polygon: box(-0.15, 0.15, 2, 4.3) },
  )
  const rooms = (id: string) => answer(scene, 'get_node', { id }).relations.zoneIds
  expect(['slab_40', 'slab_41', 'slab_42'].map(rooms)).toEqual([[], [], [room.zoneId]])
})
