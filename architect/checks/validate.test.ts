import { describe, expect, test } from 'vitest'
import { sceneOf, withFields, withNodes } from '../../tests/houses/scene-of.ts'
import { quantized, type Scene } from '../scene/scene.ts'
import { validateScene } from './validate.ts'

/**
 * A room of four walls with a door and a window, a slab with a hole, a lamp on a table, a stair.
 */
const sound = sceneOf(
  { kind: 'wall', id: 'wall_3', start: [0, 0], end: [5, 0] },
  { kind: 'wall', id: 'wall_4', start: [5, 0], end: [5, -4], sagitta: 0.4 },
  { kind: 'wall', id: 'wall_5', start: [5, -4], end: [0, -4] },
  { kind: 'wall', id: 'wall_6', start: [0, -4], end: [0, 0] },
  { kind: 'door', id: 'door_7', parent: 'wall_3', offset: 1, width: 0.9, height: 2.1, sill: 0 },
  { kind: 'window', id: 'window_8', parent: 'wall_3', offset: 3, width: 1, height: 1, sill: 1 },
  { kind: 'window', id: 'window_9', parent: 'wall_3', offset: 3, width: 2, height: 0.4, sill: 2 },
  { kind: 'zone', id: 'zone_10', polygon: square(0, 0, 5), color: '#f2d7a6' },
  {
    kind: 'slab',
    id: 'slab_11',
    polygon: square(0, 0, 5),
    holes: [square(1, -1, 1), square(3, -1, 1)],
  },
  { kind: 'item', id: 'item_12', asset: 'table', position: [2, 0, -2] },
  { kind: 'item', id: 'item_13', asset: 'lamp', position: [2, 0.75, -2], host: 'item_12' },
  { kind: 'level', id: 'level_14', parent: 'building_1', index: 1 },
  { kind: 'stair', id: 'stair_15', toLevel: 'level_14', position: [1, -1] },
  {
    kind: 'fence',
    id: 'fence_16',
    parent: 'site_k3x9',
    path: [
      [-9, -9],
      [9, -9],
    ],
  },
)

/** Counter-clockwise, from its south-western corner. */
function square(x: number, z: number, side: number): [number, number][] {
  return [
    [x, z],
    [x + side, z],
    [x + side, z - side],
    [x, z - side],
  ]
}

/** Counter-clockwise, from its south-western corner. */
function rectangle(x: number, z: number, width: number, depth: number): [number, number][] {
  const corners: [number, number][] = [
    [x, z],
    [x + width, z],
    [x + width, z - depth],
    [x, z - depth],
  ]
  return quantized(corners)
}

const window = { kind: 'window', parent: 'wall_3', width: 1, height: 1, sill: 1 } as const
const bowTie = [
  [0, 0],
  [4, -4],
  [4, 0],
  [0, -4],
]

/** A change of the sound scene, the code of its fault, and where. */
const faults: [what: string, scene: Scene, code: string, path: string][] = [
  [
    'a thickness that is a word',
    changed('wall_3', { thickness: 'thin' }),
    'node.form',
    'nodes.wall_3.thickness',
  ],
  [
    'a field that its kind does not have',
    changed('wall_3', { color: 'red' }),
    'node.form',
    'nodes.wall_3',
  ],
  [
    'a number between the steps of the grid',
    changed('wall_3', { end: [5.00004, 0] }),
    'node.off_grid',
    'nodes.wall_3.end.0',
  ],
  [
    'a zero with a sign',
    changed('wall_3', { start: [-0, 0] }),
    'node.off_grid',
    'nodes.wall_3.start.0',
  ],
  [
    'a wall that ends where it starts',
    changed('wall_3', { end: [0, 0] }),
    'wall.zero_length',
    'nodes.wall_3.end',
  ],
  [
    'an arc tighter than the wall is thick',
    changed('wall_4', { end: [5, -0.05], sagitta: 0.03 }),
    'wall.arc_too_tight',
    'nodes.wall_4.sagitta',
  ],
  [
    'a bow tie for a room',
    changed('zone_10', { polygon: bowTie }),
    'room.self_intersection',
    'nodes.zone_10.polygon',
  ],
  [
    'a bow tie for a slab',
    changed('slab_11', { polygon: bowTie, holes: [] }),
    'polygon.self_intersection',
    'nodes.slab_11.polygon',
  ],
  [
    'a repeated corner',
    changed('zone_10', { polygon: [...square(0, 0, 5), [0, -5]] }),
    'polygon.duplicate',
    'nodes.zone_10.polygon',
  ],
  [
    'a room of a square centimetre',
    changed('zone_10', { polygon: square(0, 0, 0.01) }),
    'polygon.tiny',
    'nodes.zone_10.polygon',
  ],
  [
    'corners that go clockwise',
    changed('zone_10', { polygon: square(0, 0, 5).reverse() }),
    'polygon.clockwise',
    'nodes.zone_10.polygon',
  ],
  [
    'a hole outside its slab',
    changed('slab_11', { holes: [square(4.5, -1, 1)] }),
    'slab.hole_outside',
    'nodes.slab_11.holes.0',
  ],
  [
    'two holes in one another',
    changed('slab_11', { holes: [square(1, -1, 1), square(1.5, -1, 1)] }),
    'slab.hole_overlap',
    'nodes.slab_11.holes.1',
  ],
  [
    'a hole as large as its slab',
    changed('slab_11', { holes: [square(0, 0, 5)] }),
    'polygon.tiny',
    'nodes.slab_11.holes',
  ],
  [
    'a fence that stands still',
    changed('fence_16', {
      path: [
        [1, 1],
        [1, 1],
      ],
    }),
    'path.zero_length',
    'nodes.fence_16.path',
  ],
  [
    'another format',
    { ...sound, format: 'plat-scene/0' as Scene['format'] },
    'scene.format',
    'format',
  ],
  ['a counter under an id in use', { ...sound, lastId: 15 }, 'scene.last_id', 'lastId'],
  [
    'a second site',
    withNodes(
      sound,
      { kind: 'site', id: 'site_b', parent: null as never, polygon: square(0, 0, 9) },
      { kind: 'building', id: 'building_17', parent: 'site_b' },
    ),
    'site.count',
    'nodes',
  ],
  [
    'a node under another name',
    { ...sound, nodes: { ...sound.nodes, wall_17: sound.nodes.wall_3 } },
    'node.id',
    'nodes.wall_17.id',
  ],
  [
    'a wall that is called a door',
    { ...sound, nodes: { ...sound.nodes, door_16: { ...sound.nodes.wall_3, id: 'door_16' } } },
    'node.id',
    'nodes.door_16.id',
  ],
  [
    'a parent that does not exist',
    changed('wall_3', { parent: 'level_99' }),
    'node.orphan',
    'nodes.wall_3.parent',
  ],
  [
    'a wall under nothing',
    changed('wall_5', { parent: null }),
    'node.orphan',
    'nodes.wall_5.parent',
  ],
  [
    'a wall under a building',
    changed('wall_5', { parent: 'building_1' }),
    'node.parent_kind',
    'nodes.wall_5.parent',
  ],
  [
    'a level under itself',
    changed('level_14', { parent: 'level_14' }),
    'node.cycle',
    'nodes.level_14.parent',
  ],
  [
    'two ground floors',
    changed('level_14', { index: 0 }),
    'level.index_taken',
    'nodes.level_14.index',
  ],
  [
    'a window past the end of its wall',
    changed('window_9', { offset: 4.5 }),
    'opening.outside_wall',
    'nodes.window_9.offset',
  ],
  [
    'two windows at one place',
    withNodes(sound, { ...window, id: 'window_17', offset: 3.5 }),
    'opening.overlap',
    'nodes.window_17.offset',
  ],
  [
    'a stair to nowhere',
    changed('stair_15', { toLevel: 'level_99' }),
    'stair.to_level',
    'nodes.stair_15.toLevel',
  ],
  [
    'a stair to its own level',
    changed('stair_15', { toLevel: 'level_2' }),
    'stair.to_level',
    'nodes.stair_15.toLevel',
  ],
  ['a lamp on nothing', changed('item_13', { host: 'item_99' }), 'item.host', 'nodes.item_13.host'],
  ['a lamp on a zone', changed('item_13', { host: 'zone_10' }), 'item.host', 'nodes.item_13.host'],
  [
    'a table on the lamp that is on it',
    changed('item_12', { host: 'item_13' }),
    'item.host',
    'nodes.item_12.host',
  ],
]

function changed(id: string, fields: Record<string, unknown>): Scene {
  return withFields(sound, id, fields)
}

test('a room with all that belongs to it is valid', () => {
  expect(validateScene(sound)).toEqual({ valid: true, errors: [], warnings: [] })
})

describe('an invalid scene is reported by code and place', () => {
  test.each(faults)('%s', (_, scene, code, path) => {
    const { valid, errors } = validateScene(scene)
    expect(valid).toBe(false)
    expect(errors).toContainEqual(expect.objectContaining({ code, path }))
  })
})

/**
 * Limits by two scenes on their two sides; figures are literals, never the constants that they
 * guard.
 */
const limits: [rule: string, code: string, accepted: Scene, refused: Scene][] = [
  [
    'a room encloses 0.001 m²',
    'polygon.tiny',
    changed('zone_10', { polygon: rectangle(0, 0, 1, 0.0011) }),
    changed('zone_10', { polygon: rectangle(0, 0, 1, 0.0009) }),
  ],
  [
    'a stretch of a fence is a step of the grid long',
    'path.zero_length',
    changed('fence_16', {
      path: [
        [0, 0],
        [0.0001, 0],
      ],
    }),
    changed('fence_16', {
      path: [
        [0, 0],
        [0, 0],
      ],
    }),
  ],
  [
    'a hole leaves its slab by a sliver of 0.1 cm² at most',
    'slab.hole_outside',
    changed('slab_11', { holes: [rectangle(4.9, 0.0001, 0.09, 1)] }),
    changed('slab_11', { holes: [rectangle(4.8, 0.0001, 0.11, 1)] }),
  ],
  [
    'holes share a sliver of 0.1 cm² at most',
    'slab.hole_overlap',
    changed('slab_11', { holes: [rectangle(1, -1, 0.09, 1), rectangle(1, -1.9999, 0.09, 1)] }),
    changed('slab_11', { holes: [rectangle(1, -1, 0.11, 1), rectangle(1, -1.9999, 0.11, 1)] }),
  ],
  [
    'holes leave 0.001 m² of their slab',
    'polygon.tiny',
    changed('slab_11', { polygon: rectangle(0, 0, 1, 1), holes: [rectangle(0, 0, 1, 0.9989)] }),
    changed('slab_11', { polygon: rectangle(0, 0, 1, 1), holes: [rectangle(0, 0, 1, 0.9991)] }),
  ],
  [
    'an arc has a radius of half the thickness of its wall',
    'wall.arc_too_tight',
    // A half circle about a chord of twice the radius.
    changed('wall_4', { start: [9, 0], end: [9, -0.1502], sagitta: 0.0751 }),
    changed('wall_4', { start: [9, 0], end: [9, -0.1498], sagitta: 0.0749 }),
  ],
  [
    'an opening passes the start of its wall by two steps of the grid',
    'opening.outside_wall',
    changed('door_7', { offset: 0.4499 }),
    changed('door_7', { offset: 0.4497 }),
  ],
  [
    'an opening passes the end of its wall by two steps of the grid',
    'opening.outside_wall',
    changed('door_7', { offset: 4.5501 }),
    changed('door_7', { offset: 4.5503 }),
  ],
  [
    'windows side by side share two steps of the grid',
    'opening.overlap',
    withNodes(sound, { ...window, id: 'window_17', offset: 3.9999, height: 0.9 }),
    withNodes(sound, { ...window, id: 'window_17', offset: 3.9997, height: 0.9 }),
  ],
  [
    'a window over a door shares two steps of the grid with it',
    'opening.overlap',
    withNodes(sound, { ...window, id: 'window_17', offset: 1, sill: 2.0999, height: 0.4 }),
    withNodes(sound, { ...window, id: 'window_17', offset: 1, sill: 2.0997, height: 0.4 }),
  ],
]

describe('each limit of validity is where it is', () => {
  test.each(limits)('%s', (_, code, accepted, refused) => {
    expect(validateScene(accepted).errors).toEqual([])
    expect(validateScene(refused).errors).toMatchObject([{ code }])
  })
})

test('a project has 20,000 nodes at most', () => {
  const node = sound.nodes.fence_16
  const full = (count: number): Scene => ({
    ...sound,
    lastId: 1e6,
    nodes: Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`fence_${index}`, node]),
    ),
  })
  const isReported = (scene: Scene) =>
    validateScene(scene).errors.some(({ code }) => code === 'scene.limit')
  expect([isReported(full(20_000)), isReported(full(20_001))]).toEqual([false, true])
})

test('a wall as short as it is thick has a warning, one longer by a step does not', () => {
  const short = (length: number) =>
    validateScene(
      withNodes(sound, {
        kind: 'wall',
        id: 'wall_17',
        start: [0, 9],
        end: [length, 9],
        thickness: 0.2,
      }),
    ).warnings.map(({ code }) => code)
  expect([short(0.1999), short(0.2)]).toEqual([['wall.short'], []])
})

test('a wall shorter than it is thick is valid, with a warning', () => {
  const scene = withNodes(sound, { kind: 'wall', id: 'wall_17', start: [9, 9], end: [9.1, 9] })
  const { valid, warnings } = validateScene(scene)
  expect(valid).toBe(true)
  expect(warnings).toMatchObject([{ code: 'wall.short', nodeId: 'wall_17' }])
})
