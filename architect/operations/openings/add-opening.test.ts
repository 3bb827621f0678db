import { expect, test } from 'vitest'
import { sceneOf, withNodes } from '../../../tests/houses/scene-of.ts'
import { nodeOf, type Scene } from '../../scene/scene.ts'
import { sceneHash } from '../../scene/scene-hash.ts'
import { Draft } from '../draft.ts'
import type { Refused, Success } from '../draft-answer.ts'
import { widestOpening } from './fit-opening.ts'

/**
 * A wall of 6 m from west to east, between walls of 0.2 m that go north, and a room north of it.
 */
const plain = sceneOf(
  { kind: 'wall', id: 'wall_3', start: [0, 0], end: [6, 0], thickness: 0.2 },
  { kind: 'wall', id: 'wall_4', start: [0, 0], end: [0, -4], thickness: 0.2 },
  { kind: 'wall', id: 'wall_5', start: [6, 0], end: [6, -4], thickness: 0.2 },
  {
    kind: 'zone',
    id: 'zone_6',
    polygon: [
      [0, 0],
      [6, 0],
      [6, -4],
      [0, -4],
    ],
    color: '#f2d7a6',
  },
)
const withDoor = withNodes(plain, {
  kind: 'door',
  id: 'door_7',
  parent: 'wall_3',
  offset: 3,
  width: 1,
  height: 2.1,
  sill: 0,
})
const call = (scene: Scene, tool: string, given: object) =>
  new Draft(scene).apply(tool, { wallId: 'wall_3', ...given }) as Success & Refused

test('the answer to a door has its position, the rooms that it connects and its hinges', () => {
  expect(call(plain, 'add_door', { t: 0.25 })).toMatchObject({
    ok: true,
    localX: 1.5,
    t: 0.25,
    worldPosition: [1.5, 0, 0],
    headHeight: 2.1,
    clamped: false,
    connects: ['zone_6', null],
    swing: { clear: true, blockedBy: [], hinge: 'start', swing: 'left' },
  })
})

test('a window too close to a corner is moved to leave a pier, and an issue reports it', () => {
  const answer = call(plain, 'add_window', { offset: 0.6, width: 1.2 })
  // The wall that meets it takes 0.1 m, the pier 0.05 m, half of the window 0.6 m.
  expect(answer).toMatchObject({ clamped: true, localX: 0.75, asked: { offset: 0.6, t: 0.1 } })
  expect(answer.issues).toMatchObject([{ code: 'opening.clamped', severity: 'info' }])
  expect(answer.issues[0].message).toContain('requested at 0.6 m along wall_3 and is at 0.75 m')
})

test('a long move needs force, and an overlap is refused even with force', () => {
  const far = call(plain, 'add_window', { offset: 0, width: 2 })
  expect(far.error).toMatchObject({ code: 'opening_outside_wall', nearestOffset: 1.15 })
  expect(call(plain, 'add_window', { offset: 0, width: 2, force: true })).toMatchObject({
    clamped: true,
    localX: 1.15,
  })
  for (const force of [false, true])
    expect(call(withDoor, 'add_door', { offset: 3.2, force }).error).toMatchObject({
      code: 'opening_overlap',
      blockers: [{ id: 'door_7', from: 2.5, to: 3.5 }],
      nearestOffset: 4,
      nearestT: 0.6667,
    })
})

test('one opening may be above another: a fanlight over a door', () => {
  const light = { offset: 3, width: 1, height: 0.4, sill: 2.2 }
  expect(call(withDoor, 'add_window', light)).toMatchObject({ ok: true, clamped: false })
  expect(call(withDoor, 'add_window', { ...light, sill: 2 }).error.code).toBe('opening_overlap')
})

test('a door may be put under an existing window, up to its sill', () => {
  const window = (sill: number) =>
    withNodes(plain, {
      kind: 'window',
      id: 'window_7',
      parent: 'wall_3',
      offset: 3,
      width: 2,
      height: 0.4,
      sill,
    })
  // A door is 2.1 m high, and two steps of the grid are rounding.
  expect(call(window(2.0999), 'add_door', { offset: 3 })).toMatchObject({
    ok: true,
    clamped: false,
    localX: 3,
  })
  expect(call(window(2.0997), 'add_door', { offset: 3 }).error).toMatchObject({
    code: 'opening_overlap',
    blockers: [{ id: 'window_7', from: 2, to: 4 }],
  })
})

test('the width of an opening over a door is limited by the wall, not by the door', () => {
  const wall = nodeOf(withDoor, 'wall_3', 'wall')!
  const widest = (sill: number, height: number) =>
    widestOpening(withDoor, wall, { width: 1, height, sill })
  // Between the walls at its ends, 0.1 m each, and piers of 0.05 m.
  expect(widest(2.2, 0.4)).toBe(5.7)
  // Next to the door, from 3.5 to 5.9 m.
  expect(widest(0.9, 1.2)).toBe(2.3)
})

test('without a position, the opening goes as close to the middle as it fits', () => {
  expect(call(withDoor, 'add_door', {})).toMatchObject({ clamped: false, localX: 2 })
})

const refused: [what: string, scene: Scene, tool: string, given: object, code: string][] = [
  ['a door on a door', withDoor, 'add_door', { offset: 2.9 }, 'opening_overlap'],
  ['a window over the top', plain, 'add_window', { sill: 2 }, 'opening_too_high'],
  ['a door over the top', plain, 'add_door', { height: 3 }, 'opening_too_high'],
  ['a window wider than the wall', plain, 'add_window', { width: 7 }, 'opening_outside_wall'],
  ['a door beyond the end', plain, 'add_door', { offset: 9 }, 'opening_outside_wall'],
  ['a hole on a door', withDoor, 'cut_opening', { targetId: 'wall_3', t: 0.5 }, 'opening_overlap'],
  [
    'a door that would strike a cupboard',
    withNodes(plain, {
      kind: 'item',
      id: 'item_8',
      asset: 'wardrobe',
      position: [1.5, 0, -0.45],
      rotation: 0,
    }),
    'add_door',
    { offset: 1.5, swing: 'left' },
    'blocks_door',
  ],
]
test.each(refused)(
  '%s is refused, its fix works, and the fix is undone',
  (_, scene, tool, given, code) => {
    const draft = new Draft(scene)
    const before = sceneHash(draft.scene)
    const wall = tool === 'cut_opening' ? {} : { wallId: 'wall_3' }
    const { error } = draft.apply(tool, { ...wall, ...given }) as Refused
    expect(error).toMatchObject({ code, mutationApplied: false })
    expect(sceneHash(draft.scene)).toBe(before)
    expect(draft.apply(error.fix!.tool, error.fix!.arguments)).toMatchObject({ ok: true })
    draft.undo()
    expect(sceneHash(draft.scene)).toBe(before)
  },
)

test.each([
  ['offset', { wallId: 'wall_3', offset: 2.9 }, { wallId: 'wall_3', offset: 1.8 }],
  ['t', { wallId: 'wall_3', t: 0.48 }, { wallId: 'wall_3', offset: 1.8 }],
  ['a point', { wallId: 'wall_3', centre: [2.9, 0] }, { wallId: 'wall_3', centre: [1.8, 0] }],
  ['a point of a room', { zoneId: 'zone_6', centre: [2.9, 0] }, { centre: [1.8, 0] }],
  ['a point alone', { centre: [2.9, 0] }, { centre: [1.8, 0] }],
])('the fix of an opening placed by %s has its width, also where few have it', (_, at, free) => {
  for (const tool of ['add_door', 'add_window']) {
    const draft = new Draft(withDoor)
    const { error } = draft.apply(tool, { ...at, width: 1.3, sill: 0 }) as Refused
    expect(error.code).toBe('opening_overlap')
    // The other door begins at 2.5 m: less a pier of 0.05 m and half of 1.3 m.
    expect(error.message).toContain('It fits with its middle at 1.8 m.')
    expect(error.fix!.arguments).toMatchObject({ ...free, width: 1.3 })
    expect(draft.apply(tool, error.fix!.arguments)).toMatchObject({ ok: true, localX: 1.8 })
  }
})

test('a blocked swing passes with force and is reported; by default the door opens where nothing stands', () => {
  // 0.1 m into the leaf's way, and clear of the 0.65 m before the door.
  const place = { kind: 'item', id: 'item_8', asset: 'wardrobe', rotation: 0 } as const
  const cupboard = withNodes(plain, { ...place, position: [1.5, 0, -1.2] })
  const door = { offset: 1.5, swing: 'left' }
  expect(call(cupboard, 'add_door', { ...door, force: true })).toMatchObject({
    swing: { clear: false, blockedBy: ['item_8'], swing: 'left' },
  })
  expect(call(cupboard, 'add_door', { offset: 1.5 })).toMatchObject({
    swing: { clear: true, swing: 'right' },
  })
})

test('contradictory arguments and nodes that are not walls are refused', () => {
  expect(call(plain, 'add_door', { t: 0.2, offset: 1 }).error.code).toBe('invalid_input')
  expect(call(plain, 'add_door', { wallId: 'zone_6' }).error).toMatchObject({
    code: 'wrong_kind',
    param: 'wallId',
    message: 'zone_6 is a zone, not a wall.',
  })
  expect(call(plain, 'add_door', { wallId: 'wall_33' }).error.message).toContain(
    'did you mean wall_3',
  )
})

test('a double door, a garage door and a door in inches have the default widths of their type', () => {
  const width = (given: object) => {
    const draft = new Draft(plain)
    const { doorId } = draft.apply('add_door', { wallId: 'wall_3', ...given }) as Success
    return nodeOf(draft.scene, doorId as string, 'door')?.width
  }
  expect(width({})).toBe(0.9)
  expect(width({ doorType: 'double' })).toBe(1.6)
  expect(width({ doorType: 'garage' })).toBe(2.5)
  expect(width({ width: 36, height: 80, unit: 'in' })).toBe(0.9144)
})
