import { expect, test } from 'vitest'
import { box, draftedHouse, made, refusedFor } from '../../tests/houses/drafted-house.ts'
import { newScene } from '../scene/scene.ts'
import { sceneHash } from '../scene/scene-hash.ts'
import { Draft } from './draft.ts'

const drafts = () => [new Draft(newScene('A', 'k3x9')), new Draft(newScene('A', 'k3x9'))] as const

test('without its zone a room is the shell of a storey', () => {
  const [now, then] = drafts()
  const outline = { arcs: [{ edge: 0, sagitta: -1 }], reference: 'outer', wallHeight: 3 }
  const made1 = made(
    now.apply('create_room', { polygon: box(0, 0, 9, 6), createZone: false, ...outline }),
  )
  const made2 = made(then.apply('create_story_shell', { footprint: box(0, 0, 9, 6), ...outline }))
  expect(sceneHash(now.scene)).toBe(sceneHash(then.scene))
  expect(made1).toMatchObject({ wallIds: made2.wallIds, grossArea: made2.grossArea })
  expect(made1.zoneId).toBeUndefined()
})

test('without walls a room is a named area, of a terrace or between walls that stand', () => {
  const [now, then] = drafts()
  const area = { polygon: box(0, 0, 4, 3), roomType: 'terrace', label: 'Terrace' }
  made(now.apply('create_room', { ...area, createWalls: false, createSlab: false }))
  made(then.apply('set_zone', area))
  expect(sceneHash(now.scene)).toBe(sceneHash(then.scene))
  // A terrace has no ceiling where none is requested.
  const { slabId, ceilingId } = made(
    now.apply('create_room', { polygon: box(9, 0, 4, 3), createWalls: false }),
  )
  expect(slabId).toBeDefined()
  expect(ceilingId).toBeUndefined()
})

test('a refused shell is offered as a room without its zone', () => {
  const { draft } = draftedHouse()
  const polygon = box(0.2, -0.05, 4, 3)
  const refused = refusedFor(draft.apply('create_room', { polygon, createZone: false }))
  expect(refused.fix).toMatchObject({ tool: 'create_room', arguments: { createZone: false } })
  made(draft.apply(refused.fix!.tool, refused.fix!.arguments))
})

test('a room without what it needs is refused', () => {
  const [draft] = drafts()
  const refused = (given: object) =>
    refusedFor(draft.apply('create_room', { polygon: box(0, 0, 4, 3), ...given }))
  expect(refused({})).toMatchObject({ code: 'invalid_input', param: 'label' })
  expect(refused({ createZone: false, doors: [{ edge: 0 }] }).param).toBe('doors')
  expect(refused({ label: 'A', createWalls: false, windows: [{ edge: 0 }] }).param).toBe('windows')
})

test('a door of the type opening is a hole without a leaf, in every call with doors', () => {
  const [now, then] = [draftedHouse(), draftedHouse()]
  const { between } = now.walls
  const place = { t: 0.5, width: 1.6, height: 2.3, label: 'Passage' }
  const answer = made(
    now.draft.apply('add_door', { wallId: between, ...place, doorType: 'opening' }),
  )
  made(then.draft.apply('cut_opening', { targetId: between, ...place }))
  expect(sceneHash(now.draft.scene)).toBe(sceneHash(then.draft.scene))
  expect(answer).toMatchObject({ openingId: expect.stringMatching(/^opening_/) })

  const room = made(
    now.draft.apply('create_room', {
      label: 'Bay',
      polygon: box(0, 3, 4, 3),
      doors: [{ edge: 2, doorType: 'opening' }, { edge: 0 }],
    }),
  )
  expect(room).toMatchObject({ openingIds: [expect.any(String)], doorIds: [expect.any(String)] })
  const leaf = { doorType: 'opening', hinge: 'start' }
  const alone = refusedFor(now.draft.apply('add_door', { wallId: between, ...leaf }))
  expect(alone.param).toBe('hinge')
  const bay = { label: 'B', polygon: box(9, 3, 4, 3), doors: [{ edge: 0 }, { ...leaf, edge: 1 }] }
  expect(refusedFor(now.draft.apply('create_room', bay)).param).toBe('doors.1.hinge')
  // The fix of one that overlaps another is an opening too.
  const second = { wallId: now.walls.south, offset: 1, width: 1, doorType: 'opening' }
  made(now.draft.apply('add_door', second))
  const { fix } = refusedFor(now.draft.apply('add_door', second))
  expect(fix).toMatchObject({ tool: 'add_door', arguments: { doorType: 'opening' } })
  expect(made(now.draft.apply(fix!.tool, fix!.arguments))).toHaveProperty('openingId')
})
