import { describe, expect, test } from 'vitest'
import { PLAN_DEFECTS } from '../../tests/houses/plan-defects.ts'
import { sceneOf, withFields, withNodes, withoutNodes } from '../../tests/houses/scene-of.ts'
import { box, SOUND_HOUSE } from '../../tests/houses/sound-house.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { SITE_THRESHOLDS } from '../../tests/thresholds/site-thresholds.ts'
import { door as doorIn, ring, zone as zoneOf } from '../../tests/thresholds/threshold.ts'
import type { Scene } from '../scene/scene.ts'
import { RULES } from './rules/index.ts'
import { verifyScene } from './verify.ts'

const changed = (id: string, fields: Record<string, unknown>): Scene =>
  withFields(SOUND_HOUSE, id, fields)
const plus = (...nodes: Parameters<typeof withNodes>[1][]): Scene =>
  withNodes(SOUND_HOUSE, ...nodes)
const item = (asset: string, position: number[], rest: object = {}) => ({
  kind: 'item' as const,
  id: 'item_40',
  asset,
  position,
  ...rest,
})
const wall = (start: number[], end: number[]) => ({
  kind: 'wall' as const,
  id: 'wall_40',
  start,
  end,
})
const door = (parent: string, offset: number, rest: object = {}) => ({
  kind: 'door' as const,
  id: 'door_40',
  parent,
  offset,
  width: 0.9,
  height: 2.1,
  sill: 0,
  ...rest,
})
const zone = (polygon: number[][], roomType = 'bedroom') => ({
  kind: 'zone' as const,
  id: 'zone_40',
  polygon,
  roomType,
  color: '#f2d7a6',
})

/** Changes of the sound house, the code of the finding, and the nodes that it names first. */
const defects: [code: string, what: string, scene: Scene, nodeId: string][] = [
  ['wall.duplicate', 'a wall along half of another', plus(wall([1, 0], [4, 0])), 'wall_40'],
  ['wall.duplicate', 'a wall repeated the other way around', plus(wall([5, 0], [0, 0])), 'wall_40'],
  [
    'wall.zero_length',
    'a wall that ends where it starts',
    changed('wall_9', { end: [5, 0] }),
    'wall_9',
  ],
  ['wall.crossing_unjoined', 'a wall through another', plus(wall([4, -2], [6, -2])), 'wall_40'],
  [
    'wall.gap',
    'a wall that stops short of a corner by 3 cm',
    changed('wall_9', { start: [5, -0.03] }),
    'wall_9',
  ],
  [
    'wall.gap',
    'a wall that stops at the face of another',
    plus(wall([2, -0.08], [2, -1])),
    'wall_40',
  ],
  [
    'room.self_intersection',
    'a bow tie',
    changed('zone_15', {
      polygon: [
        [5, 0],
        [8, -5],
        [8, 0],
        [5, -5],
      ],
    }),
    'zone_15',
  ],
  ['room.overlap', 'a room in a room', plus(zone(box(3, -1, 1, 1))), 'zone_40'],
  [
    'room.open_loop',
    'a room without its east wall',
    withoutNodes(SOUND_HOUSE, 'wall_5', 'window_13'),
    'zone_15',
  ],
  ['room.unreachable', 'a bedroom without a door', withoutNodes(SOUND_HOUSE, 'door_11'), 'zone_15'],
  [
    'room.unreachable',
    'an upper floor without a stair',
    withoutNodes(SOUND_HOUSE, 'stair_21'),
    'zone_29',
  ],
  [
    'room.no_window',
    'an office without a window',
    withoutNodes(changed('zone_15', { roomType: 'office' }), 'window_13'),
    'zone_15',
  ],
  [
    'opening.outside_wall',
    'a door past the end of its wall',
    changed('door_11', { offset: 4.8 }),
    'door_11',
  ],
  ['opening.overlap', 'two doors at one place', plus(door('wall_3', 4)), 'door_40'],
  [
    'opening.above_wall',
    'a window over the top of its wall',
    changed('window_12', { sill: 2.2 }),
    'window_12',
  ],
  [
    'opening.near_corner',
    'a door right in the corner',
    changed('door_10', { offset: 4.5 }),
    'door_10',
  ],
  [
    'door.blocked',
    'a bookshelf before the entrance',
    plus(item('bookshelf', [4.2, 0, -0.4])),
    'item_40',
  ],
  [
    'door.blocked',
    'a bed in the swing of a door',
    changed('item_19', { position: [5.7, 0, -3] }),
    'item_19',
  ],
  ['door.to_nowhere', 'a door upstairs into the air', plus(door('wall_22', 5)), 'door_40'],
  [
    'item.outside_room',
    'a sofa in the garden',
    changed('item_17', { position: [-4, 0, -2] }),
    'item_17',
  ],
  [
    'item.overlap',
    'a table in the sofa',
    changed('item_18', { position: [1.2, 0, -0.8] }),
    'item_17',
  ],
  [
    'item.overlap',
    'a table under the foot of the stair',
    changed('item_18', { position: [1.8, 0, -4.4] }),
    'item_18',
  ],
  ['item.in_wall', 'a bookshelf through the wall', plus(item('bookshelf', [2, 0, -5])), 'item_40'],
  [
    'item.floating',
    'a table that hovers',
    changed('item_18', { position: [1.2, 0.5, -2.2] }),
    'item_18',
  ],
  [
    'circulation.narrow',
    'a table that leaves half a metre',
    plus(item('dining_table_8', [3.35, 0, -2.4], { rotation: 90, size: [2.4, 0.75, 1.6] })),
    'item_17',
  ],
  ['stair.riser', 'ten risers for 2.8 m', changed('stair_21', { risers: 10 }), 'stair_21'],
  ['stair.going', 'treads of 20 cm', changed('stair_21', { going: 0.2 }), 'stair_21'],
  [
    'stair.headroom',
    'a stair under a closed floor',
    changed('stair_21', { cuts: false }),
    'stair_21',
  ],
  [
    'stair.no_hole',
    'a stair under a closed floor',
    changed('stair_21', { cuts: false }),
    'stair_21',
  ],
  [
    'stair.no_floor',
    'a hole in the floor before a stair',
    changed('slab_16', { holes: [box(0.25, -3.75, 0.5, 1)] }),
    'stair_21',
  ],
  [
    'column.no_floor',
    'a column in the hole of a stair',
    plus({ kind: 'column', id: 'column_40', parent: 'level_20', position: [3.5, -4.4] }),
    'column_40',
  ],
  [
    'level.empty',
    'a level with nothing on it',
    plus({ kind: 'level', id: 'level_40', parent: 'building_1', index: 2 }),
    'level_40',
  ],
  [
    'level.height_mismatch',
    'a wall that ends under the floor above',
    changed('wall_9', { height: 2.3 }),
    'wall_9',
  ],
  [
    'level.height_mismatch',
    'a wall through the floor above',
    changed('wall_9', { height: 3.2 }),
    'wall_9',
  ],
  [
    'slab.missing_under_room',
    'a floor under one room only',
    changed('slab_16', { polygon: box(0, 0, 5, 5) }),
    'zone_15',
  ],
  [
    'roof.uncovered_area',
    'half a roof',
    changed('roof_32', { polygon: box(0, 0, 6, 5) }),
    'zone_30',
  ],
  [
    'node.orphan',
    'a wall under a level that does not exist',
    changed('wall_9', { parent: 'level_99' }),
    'wall_9',
  ],
  [
    'node.unknown_asset',
    'a thing of no catalog',
    plus(item('flying_carpet', [3, 0, -2])),
    'item_40',
  ],
  ...PLAN_DEFECTS,
  ...SITE_THRESHOLDS.flatMap(({ code, rule, found, nodeIds }): typeof defects =>
    nodeIds ? [[code, `not so: ${rule}`, found, nodeIds[0]]] : [],
  ),
]

test('a sound house has no issues', () => {
  expect(verifyScene(SOUND_HOUSE).issues).toEqual([])
})

describe('each defect is found', () => {
  test.each(defects)('%s: %s', (code, _, scene, nodeId) => {
    const { issues, ok } = verifyScene(scene)
    const found = issues.filter((issue) => issue.code === code)
    expect(found.map(({ nodeIds }) => nodeIds[0])).toContain(nodeId)
    expect(ok).toBe(!issues.some(({ severity }) => severity === 'error'))
  })
})

test('every code of every rule is in the table of defects', () => {
  const codes = RULES.flatMap((rule) => Object.keys(rule.codes))
  const shown = new Set(defects.map(([code]) => code))
  expect(codes.filter((code) => !shown.has(code))).toEqual([])
  expect(new Set(codes).size).toBe(codes.length)
})

test('a scene is verified to the same answer twice, from the same bytes', () => {
  for (const [, , scene] of defects.filter((_, nth) => isLongRun || nth % 4 === 0))
    expect(JSON.stringify(verifyScene(structuredClone(scene)))).toBe(
      JSON.stringify(verifyScene(scene)),
    )
})

test('requesting warnings leaves out what is less severe, and never an error', () => {
  const scene = withoutNodes(SOUND_HOUSE, 'door_11', 'window_13')
  const { ok, counts, issues } = verifyScene(scene, { minSeverity: 'error' })
  expect(ok).toBe(false)
  expect(counts).toMatchObject({ error: 1, warning: 1 })
  expect(issues.map(({ code }) => code)).toEqual(['room.unreachable'])
})

test('issues of the least requested severity are listed, the severest first', () => {
  const crossed = plus(wall([4, -2], [6, -2]))
  const office = withFields(crossed, 'zone_15', { roomType: 'office' })
  const scene = withoutNodes(office, 'door_11', 'window_13')
  const severities = (minSeverity?: 'error' | 'warning' | 'info') =>
    verifyScene(scene, { minSeverity, checks: ['room', 'wall'] }).issues.map(
      ({ code, severity }) => `${severity} ${code}`,
    )
  const [error, warning, info] = [
    'error room.unreachable',
    'warning wall.crossing_unjoined',
    'info room.no_window',
  ]
  expect(severities('error')).toEqual([error])
  expect(severities('warning')).toEqual([error, warning])
  expect(severities('info')).toEqual([error, warning, info])
  expect(severities()).toEqual([error, warning, info])
})

test('a building with warnings only is in order', () => {
  const scene = plus(wall([4, -2], [6, -2]))
  expect(verifyScene(scene, { checks: ['wall'] })).toMatchObject({
    ok: true,
    counts: { error: 0, warning: 1, info: 0 },
  })
})

test('500 findings of a rule are listed, and one more states that there may be more', () => {
  const things = (count: number) =>
    sceneOf(
      ...Array.from({ length: count }, (_, index) => ({
        kind: 'item' as const,
        id: `item_${10 + index}`,
        asset: 'flying_carpet',
        position: [0, 0, 0],
      })),
    )
  const listed = (count: number) =>
    verifyScene(things(count), { checks: ['node.unknown_asset'] }).issues
  expect(listed(499)).toHaveLength(499)
  const many = listed(520)
  expect(many).toHaveLength(501)
  expect(many[500]).toMatchObject({ nodeIds: [], message: expect.stringContaining('500') })
})

test('a window is offered where 1.4 m of an outer wall are free, and a door where 1 m is', () => {
  // A room between walls of 0.2 m: 0.1 m at either end of each wall are the corners'.
  const office = (side: number) =>
    sceneOf(
      ...ring(box(0, 0, side, side), 3),
      zoneOf('zone_7', box(0, 0, side, side), { roomType: 'office' }),
    )
  const offered = (scene: Scene, code: string) =>
    verifyScene(scene, { checks: [code] }).issues.map(({ fix }) => fix?.tool)
  expect(offered(office(1.601), 'room.no_window')).toEqual(['add_window'])
  expect(offered(office(1.599), 'room.no_window')).toEqual([undefined])
  // A second room behind the first, whose wall to it is as long as both are wide.
  const cell = (width: number) =>
    sceneOf(
      ...ring(box(0, 0, width, 3), 3),
      ...ring(box(0, -3, width, 3), 10).slice(1),
      doorIn('door_20', 'wall_4', 1.5),
      zoneOf('zone_21', box(0, 0, width, 3)),
      zoneOf('zone_22', box(0, -3, width, 3)),
    )
  expect(offered(cell(1.201), 'room.unreachable')).toEqual(['add_door'])
  expect(offered(cell(1.199), 'room.unreachable')).toEqual([undefined])
})

test('a level and a subject can be requested alone, and the answer lists what was checked', () => {
  const scene = withoutNodes(plus(door('wall_22', 5)), 'door_11')
  expect(verifyScene(scene, { levelId: 'level_20' }).issues.map(({ code }) => code)).toEqual([
    'door.to_nowhere',
  ])
  const { ok, checksRun } = verifyScene(scene, { checks: ['stair', 'item.overlap'] })
  expect(ok).toBe(true)
  expect(checksRun).toEqual([
    'valid',
    'stair.riser',
    'stair.going',
    'stair.headroom',
    'stair.no_hole',
    'stair.no_floor',
    'item.overlap',
  ])
})

test('an invalid scene has no other issues', () => {
  const scene = withFields(withoutNodes(SOUND_HOUSE, 'door_11'), 'wall_9', { end: [5, 0] })
  const { ok, checksRun, issues } = verifyScene(scene)
  expect({ ok, checksRun }).toEqual({ ok: false, checksRun: ['valid'] })
  expect(issues.map(({ code }) => code)).toEqual(['wall.zero_length'])
})
