import { expect, test } from 'vitest'
import { sceneOf } from '../../tests/houses/scene-of.ts'
import { ITEM_THRESHOLDS } from '../../tests/thresholds/item-thresholds.ts'
import { LEVEL_THRESHOLDS } from '../../tests/thresholds/level-thresholds.ts'
import { OPENING_THRESHOLDS } from '../../tests/thresholds/opening-thresholds.ts'
import { PLAN_THRESHOLDS } from '../../tests/thresholds/plan-thresholds.ts'
import { ROOM_THRESHOLDS } from '../../tests/thresholds/room-thresholds.ts'
import { WALL_THRESHOLDS } from '../../tests/thresholds/wall-thresholds.ts'
import { verifyScene } from '../checks/verify.ts'
import { newScene, type Scene } from '../scene/scene.ts'
import { Draft } from './draft.ts'
import { LISTED_OPERATIONS } from './index.ts'
import { withWorkingFixes } from './working-fixes.ts'

const THRESHOLDS = [
  ...ITEM_THRESHOLDS,
  ...LEVEL_THRESHOLDS,
  ...OPENING_THRESHOLDS,
  ...PLAN_THRESHOLDS,
  ...ROOM_THRESHOLDS,
  ...WALL_THRESHOLDS,
]

const room = (x: number) => ({
  label: 'A',
  polygon: [
    [x, 0],
    [x + 3, 0],
    [x + 3, -3],
    [x, -3],
  ],
})

test('a roof over one house is offered; a roof over two separate houses, which is refused, is not', () => {
  const draft = new Draft(newScene('A house', 'k3x9'))
  draft.apply('create_room', room(0))
  const fixes = () => {
    const issues = withWorkingFixes(draft.scene, verifyScene(draft.scene).issues)
    return issues.filter(({ code }) => code === 'roof.uncovered_area').map(({ fix }) => fix?.tool)
  }
  expect(fixes()).toEqual(['create_roof'])
  draft.apply('create_room', room(8))
  expect(fixes()).toEqual([undefined])
})

test('fixes of the checks of plans resolve what they are offered for', () => {
  const resolved: Record<string, number> = {}
  for (const { code, found } of PLAN_THRESHOLDS) {
    const before = withWorkingFixes(found, verifyScene(found, { checks: [code] }).issues)
    const { fix } = before[0]
    if (!fix) continue
    const draft = new Draft(found)
    draft.apply(fix.tool, fix.arguments)
    const after = verifyScene(draft.scene, { checks: [code] }).issues
    expect(after.length, `${code} ${JSON.stringify(fix)}`).toBeLessThan(before.length)
    // Named, a space between walls turns out to be a room without a door.
    const least = code === 'space.unnamed' ? 1 : 0
    const errors = (scene: Scene) => verifyScene(scene).counts.error
    expect(errors(draft.scene), code).toBeLessThanOrEqual(errors(found) + least)
    resolved[code] = (resolved[code] ?? 0) + 1
  }
  // A room that is too narrow, and a house off its plot, have no fix: something must give way.
  expect(resolved).toEqual({
    'space.unnamed': 1,
    'entrance.missing': 1,
    'entrance.into_room': 1,
    'room.through_private': 2,
    'bedroom.daylight': 1,
    'bedroom.one_way_out': 5,
    'window.below_ground': 1,
    'floor.no_guard': 5,
  })
})

test('fixes of checks call edits that lists of tools show, with arguments that they take', () => {
  const tools = new Map(LISTED_OPERATIONS.map((operation) => [operation.name, operation]))
  const called = new Set<string>()
  for (const { code, found } of THRESHOLDS)
    for (const { fix } of verifyScene(found, { checks: [code] }).issues) {
      if (!fix) continue
      const call = JSON.stringify(fix)
      const { success, error } = tools.get(fix.tool)?.input.safeParse(fix.arguments) ?? {}
      expect(success, `${code}: ${call} ${error}`).toBe(true)
      called.add(fix.tool)
    }
  const changing = [...called].filter((tool) => tool.startsWith('edit_'))
  expect(changing.sort()).toEqual(['edit_item', 'edit_opening', 'edit_stair', 'edit_wall'])
})

test('a slab that would overlap another is not offered', () => {
  const polygon = room(0).polygon
  const half = polygon.map(([x, z]) => [x / 2, z])
  const scene = sceneOf(
    { kind: 'zone', id: 'zone_3', polygon, color: '#aabbcc' },
    { kind: 'slab', id: 'slab_4', polygon: half },
  )
  const { issues } = verifyScene(scene, { checks: ['slab'] })
  expect(issues).toMatchObject([{ fix: { tool: 'set_element', arguments: { kind: 'slab' } } }])
  expect(withWorkingFixes(scene, issues)).toMatchObject([{ code: 'slab.missing_under_room' }])
  expect(withWorkingFixes(scene, issues)[0]).not.toHaveProperty('fix')
})
