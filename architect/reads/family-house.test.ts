import { describe, expect, test } from 'vitest'
import { exampleScene } from '../../tests/houses/example-scenes.ts'
import type { Scene } from '../scene/scene.ts'
import { isFailure, type ReadSuccess, runRead } from './run-read.ts'

/**
 * Figures by hand from `examples/family-house/operations.ndjson`: outer walls 0.3 m from (-6, -4.6)
 * to (6, 4.2), inner walls 0.12 m, storeys 2.8 m with slabs of 0.2 m.
 */
const house = exampleScene('family-house')

// biome-ignore lint/suspicious/noExplicitAny: answers are JSON, compared field by field
type Json = any

function answer(name: string, given: Record<string, unknown> = {}): ReadSuccess & Json {
  const answer = runRead(house, name, given)
  if (isFailure(answer)) throw new Error(answer.error.message)
  return answer
}

const idOf = (label: string): string => answer('get_node', { id: label }).node.id

test('get_scene has the levels with counts, the plot and the count of each kind', () => {
  const scene = answer('get_scene')
  // The plot is 21 m by 20 m.
  expect(scene).toMatchObject({ unit: 'm', name: 'Family house (fictional)', siteArea: 420 })
  expect(scene.counts).toMatchObject({
    site: 1,
    building: 1,
    level: 2,
    zone: 15,
    stair: 1,
    roof: 1,
  })
  const sum = Object.values(scene.counts as Record<string, number>).reduce((a, b) => a + b)
  expect(sum).toBe(scene.nodeCount)
  expect(scene.levels).toMatchObject([
    { label: 'Ground floor', index: 0, elevation: 0, height: 2.8, rooms: 8 },
    { label: 'Upper floor', index: 1, elevation: 2.8, height: 2.8, rooms: 7 },
  ])
})

test('get_scene as a tree has every node once, each after the one above it', () => {
  const { tree } = answer('get_scene', { detail: 'tree', limit: 500 })
  expect(tree).toHaveLength(Object.keys(house.nodes).length)
  const seen = new Set<string | null>([null])
  for (const { id, parent } of tree) {
    expect(seen).toContain(parent)
    expect(seen).not.toContain(id)
    seen.add(id)
  }
  const stairs = answer('get_scene', { detail: 'tree', kinds: ['stair'] }).tree
  expect(stairs).toMatchObject([{ kind: 'stair', depth: 3, parent: 'level_2' }])
})

test('list_levels has the heights of all floors in feet too', () => {
  const [, upper] = answer('list_levels', { unit: 'ft' }).levels
  // 2.8 m are 9.1864 ft.
  expect(upper).toMatchObject({ label: 'Upper floor', elevation: 9.1864, height: 9.1864 })
})

test('get_level_summary counts doors, windows, stairs and issues of the ground floor', () => {
  const ground = answer('get_level_summary')
  // The calls give the ground floor 8 doors and 9 windows (and 2 wide openings).
  expect(ground).toMatchObject({ doors: 8, windows: 9, total: 8 })
  expect(ground.level).toMatchObject({ label: 'Ground floor', openings: 19 })
  expect(ground.stairs).toHaveLength(1)
  expect(ground.issues).toMatchObject({ error: 0 })
  // The outline 2 (12 + 8.8), across 12 less nothing, and the walls between the rooms:
  // 4.6 + 1.8 + 1.9 + 4.6 + 3.8 + 4.2 = 20.9.
  expect(ground.wallLength).toBeCloseTo(41.6 + 12 + 20.9, 4)
})

test('get_zones has areas, perimeter, doors, windows and neighbours of the kitchen', () => {
  const [kitchen] = answer('get_zones', { zoneId: 'kitchen' }).zones
  const [hall, utility, dining] = ['Hall', 'Utility room', 'Dining room'].map(idOf)
  // Inside 3.8 - 0.06 - 0.15 by 2.8 - 0.06 - 0.06 = 3.59 m by 2.68 m; drawn 3.8 m by 2.8 m.
  expect(kitchen).toMatchObject({ netArea: 9.6212, grossArea: 10.64, perimeter: 12.54 })
  expect(kitchen.windows).toHaveLength(1)
  expect(kitchen.exposure).toBe('inside')
  // 10.5 m by 3.25 m, beside the facade and not on it.
  const [terrace] = answer('get_zones', { zoneId: 'Terrace' }).zones
  expect(terrace).toMatchObject({ exposure: 'outside', netArea: 34.125, perimeter: 27.5 })
  expect(kitchen.doors.map(({ to }: Json) => to)).toEqual([utility, dining])
  expect(kitchen.neighbours.map(({ zoneId, by, length }: Json) => [zoneId, by, length])).toEqual([
    [hall, 'wall', 2.8],
    [utility, 'wall', 3.8],
    [dining, 'wall', 3.8],
    [utility, 'door', 0.8],
    [dining, 'opening', 2.4],
  ])
})

test('neighbours are the same from both sides, without a room beyond the outer walls', () => {
  const { zones } = answer('get_zones', { limit: 100 })
  const sides = zones.flatMap(({ id, neighbours }: Json) =>
    neighbours.map(({ zoneId, by, nodeId, length }: Json) => ({ id, zoneId, by, nodeId, length })),
  )
  for (const { id, zoneId, ...rest } of sides)
    expect(sides).toContainEqual({ id: zoneId, zoneId: id, ...rest })
})

test('get_walls has the wall between kitchen and utility room with its door and free stretches', () => {
  const { walls } = answer('get_walls', { zoneId: 'Kitchen' })
  expect(walls).toHaveLength(4)
  const wall = walls.find(({ openings }: Json) => openings[0]?.kind === 'door')
  // From (2.2, -2.8) to (6, -2.8); seen to the east, the north is to the left. The door of 0.8 m is
  // at 1 - 0.8158 = 0.1842 of 3.8 m, moved away from the corner by what its frame needs.
  expect(wall).toMatchObject({
    start: [2.2, -2.8],
    end: [6, -2.8],
    length: 3.8,
    height: 2.6,
    thickness: 0.12,
    left: [idOf('Utility room')],
    right: [idOf('Kitchen')],
    exterior: false,
  })
  const [{ from, to, sill, head }] = wall.openings
  expect(to - from).toBeCloseTo(0.8, 4)
  expect([sill, head]).toEqual([0, 2.1])
  // Half of 0.12 m and of 0.3 m at the ends belong to the walls there.
  expect(wall.freeSpans).toEqual([
    [0.06, from],
    [to, 3.65],
  ])
  const outer = walls.filter(({ exterior }: Json) => exterior)
  expect(outer).toMatchObject([{ left: [idOf('Kitchen')], right: [], thickness: 0.3 }])
})

test('find_nodes finds the doors of a room, and what is nearest to a point', () => {
  const doors = answer('find_nodes', { kind: 'door', zoneId: 'Kitchen' }).nodes
  expect(doors).toMatchObject([{ kind: 'door', levelId: 'level_2' }])
  expect(doors[0].zoneIds).toEqual([idOf('Utility room'), idOf('Kitchen')])
  // The middle of the kitchen is (4.1, -1.4); its window is at (6, -1.4), 1.9 m away.
  const near = answer('find_nodes', {
    kind: 'window',
    levelId: 'Ground floor',
    near: [410, -140],
    radius: 200,
    unit: 'cm',
  })
  expect(near.nodes).toMatchObject([{ distance: 190, position: [600, 105, -140] }])
  expect(answer('find_nodes', { label: 'BEDROOM', kind: 'zone' }).total).toBe(4)
})

test('get_node has size, volume and relations of a wall, in millimetres too', () => {
  const [outer] = answer('get_walls', { zoneId: 'Kitchen' }).walls.filter(
    ({ exterior }: Json) => exterior,
  )
  const wall = answer('get_node', { id: outer.id, unit: 'mm' })
  expect(wall.node).toMatchObject({ start: [6000, 0], end: [6000, -2800], thickness: 300 })
  // 2.8 m by 0.3 m by 2.6 m, less the window of 1.6 m by 1.1 m: 2.184 - 0.528 = 1.656 m³.
  expect(wall.derived).toMatchObject({ length: 2800, height: 2600, volume: 1_656_000_000 })
  expect(wall.derived.bbox.min).toEqual([5850, 0, -2800])
  expect(wall.relations).toMatchObject({ parent: 'level_2', left: [idOf('Kitchen')], right: [] })
  expect(wall.relations.children).toHaveLength(1)
  expect(wall.relations.joins.map(({ end }: Json) => end)).toContain('start')
})

test('get_node has the levels of the stair and leaves degrees as they are', () => {
  const [{ id }] = answer('find_nodes', { kind: 'stair' }).nodes
  const stair = answer('get_node', { id, unit: 'ft' })
  expect(stair.node).toMatchObject({ direction: 270, width: 3.2808 })
  expect(stair.relations).toMatchObject({ fromLevel: 'level_2', toLevel: idOf('Upper floor') })
  // 2.8 m up.
  expect(stair.derived.height).toBe(9.1864)
})

describe('measure', () => {
  test('has the area of a room in square inches, and the gap between walls', () => {
    // 9.6212 m² by 1550.0031 in² a square metre.
    expect(answer('measure', { mode: 'area', fromId: 'Kitchen', unit: 'in' }).area).toBe(14912.89)
    const [west] = answer('get_walls', { zoneId: 'Kitchen' }).walls
    const [east] = answer('get_walls', { zoneId: 'Kitchen' }).walls.filter(
      ({ exterior }: Json) => exterior,
    )
    const gap = answer('measure', { mode: 'clear_gap', fromId: west.id, toId: east.id })
    expect(gap).toMatchObject({ length: 3.59 })
    expect(gap).not.toHaveProperty('area')
  })

  test('states why there is no figure', () => {
    expect(runRead(house, 'measure', { mode: 'centre', fromId: 'Kitchen' })).toMatchObject({
      error: { code: 'unavailable' },
    })
  })
})

test('quantities by room are the areas of get_zones, and by level their sums', () => {
  const { rooms } = answer('quantities', { by: 'room', limit: 100 })
  const { zones } = answer('get_zones', { limit: 100 })
  expect(rooms.map(({ netArea, grossArea }: Json) => [netArea, grossArea])).toEqual(
    zones.map(({ netArea, grossArea }: Json) => [netArea, grossArea]),
  )
  const { levels, figures, siteArea } = answer('quantities')
  expect(siteArea).toBe(420)
  // 12.3 m by 9.1 m out to the faces of the outer walls, twice.
  expect(levels[0].figures.grossFloorArea).toBe(111.93)
  expect(figures.grossFloorArea).toBe(223.86)
  // Rooms within the outline of 12 m by 8.8 m.
  expect(levels[0].figures.roomGrossArea).toBe(105.6)
})

test('quantities by room have heights and light, by material the areas of looks', () => {
  const { rooms } = answer('quantities', { by: 'room', limit: 100 })
  const kitchen = rooms.find(({ label }: Json) => label === 'Kitchen')
  // One window of 1.6 m by 1.1 m, one door of 0.8 m by 2.1 m.
  expect(kitchen).toMatchObject({ windowArea: 1.76, doorArea: 1.68, lightRatio: 0.1829 })
  expect(kitchen.volume).toBeCloseTo(kitchen.netArea * kitchen.clearHeight, 3)
  const { materials } = answer('quantities', { by: 'material', limit: 100 })
  const cover = materials.find(({ preset }: Json) => preset === 'roof_terracotta')
  // 12.3 m by 9.1 m with 0.5 m of overhang on each side, at 35 degrees: 134.33 / cos 35°.
  expect(cover.kinds.find(({ kind }: Json) => kind === 'roof').area).toBeCloseTo(163.99, 2)
})

test('check_collisions refuses a candidate in a wall and has the nearest place', () => {
  expect(answer('check_collisions')).toMatchObject({ clear: true, checked: 112, collisions: [] })
  const { candidate } = answer('check_collisions', {
    levelId: 'Ground floor',
    candidate: { asset: 'armchair', position: [-6, 0, 2] },
  })
  expect(candidate.fits).toBe(false)
  expect(candidate.blockedBy.map(({ kind }: Json) => kind)).toContain('wall')
  expect(candidate.nearestFit.position[0]).toBeGreaterThan(-5.85)
  expect(
    runRead(house, 'check_collisions', { candidate: { asset: 'armchar', position: [0, 0, 0] } }),
  ).toMatchObject({ error: { code: 'asset_not_found', candidates: [{ id: 'armchair' }] } })
})

test('search_assets takes sizes in any unit', () => {
  // Two seats are 1.6 m wide, three are 2.2 m (7.2 ft).
  const names = ({ assets }: Json) => assets.map(({ name }: Json) => name)
  expect(names(answer('search_assets', { query: 'sofa' }))).toEqual([
    'sofa_three_seats',
    'sofa_two_seats',
  ])
  expect(names(answer('search_assets', { query: 'sofa', maxWidth: 7, unit: 'ft' }))).toEqual([
    'sofa_two_seats',
  ])
})

test('validate_scene and verify_scene find nothing wrong, and a planted fault', () => {
  expect(answer('validate_scene')).toMatchObject({ valid: true, faults: [] })
  expect(answer('verify_scene')).toMatchObject({ ok: true, counts: { error: 0 } })
  const kitchen = idOf('Kitchen')
  const moved = { ...house.nodes[kitchen], roomType: 'bedroom' } as Scene['nodes'][string]
  const wrong: Scene = { ...house, nodes: { ...house.nodes, [kitchen]: moved } }
  const { [kitchen]: _, ...others } = house.nodes
  const shell: Scene = {
    ...wrong,
    nodes: { ...others, wall_x: { ...house.nodes.wall_3, id: 'wall_x' } },
  }
  const found = runRead(shell, 'verify_scene') as Json
  expect(found.ok).toBe(false)
  expect(found.issues.map(({ code }: Json) => code)).toContain('wall.duplicate')
})

test('quantities by material list each look once: oak is laid in boards on floors, not in doors', () => {
  const { materials } = answer('quantities', { by: 'material', limit: 100 })
  const looks = materials.map(({ preset, color, texture }: Record<string, string>) =>
    [preset, color, texture].join(' '),
  )
  expect(new Set(looks).size).toBe(looks.length)
  const oak = looks.filter((look: string) => look.includes('#c9a274'))
  expect(oak.sort()).toEqual(['boards_oak #c9a274 boards', 'wood_oak #c9a274 grain'])
})
