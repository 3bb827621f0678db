import { expect, test } from 'vitest'
import { seededRandom } from '../../random/seeded-random.ts'
import { FUZZ_SEED } from '../../tests/fuzz-seed.ts'
import { draftedHouse, made } from '../../tests/houses/drafted-house.ts'
import { largeBuilding } from '../../tests/houses/large-building.ts'
import { moveWallCall } from '../../tests/houses/move-wall-call.ts'
import { ROOM_CALLS } from '../../tests/houses/room-calls.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { verifyScene } from '../checks/verify.ts'
import { Draft } from '../operations/draft.ts'
import { findRooms } from './rooms.ts'
import { wallNetwork } from './walls/wall-network.ts'
import { wallShapes } from './walls/wall-shapes.ts'

test('walls that stand as before are joined once, whatever else an edit changes', () => {
  const { draft, level } = draftedHouse()
  const before = draft.scene
  made(draft.apply('set_finishes', { target: 'facade', facade: { color: '#aa3311' } }))
  expect(wallNetwork(draft.scene, level)).toBe(wallNetwork(before, level))
  expect(findRooms(draft.scene, level)).toBe(findRooms(before, level))
})

test('a wall that moved, or became thicker, is joined anew', () => {
  const { draft, level, walls } = draftedHouse()
  const before = findRooms(draft.scene, level)
  made(draft.apply('move_wall', { wallId: walls.between, by: [0.5, 0] }))
  expect(findRooms(draft.scene, level)).not.toEqual(before)
  made(draft.apply('move_wall', { wallId: walls.between, by: [-0.5, 0] }))
  expect(findRooms(draft.scene, level)).toEqual(before)
  made(draft.apply('edit_wall', { id: walls.between, thickness: 0.3 }))
  expect(findRooms(draft.scene, level)[0].netArea).toBeLessThan(before[0].netArea)
})

test('a new opening makes a new shape of its wall, and leaves those of the others', () => {
  const { draft, level, walls } = draftedHouse()
  const before = wallShapes(draft.scene, level)
  const { openings } = before.get(walls.between)!
  made(draft.apply('add_window', { wallId: walls.between, t: 0.5, width: 0.8 }))
  const after = wallShapes(draft.scene, level)
  expect(after.get(walls.between)!.openings).toHaveLength(openings.length + 1)
  const others = [...before.keys()].filter((id) => id !== walls.between)
  for (const id of others) expect(after.get(id)).toBe(before.get(id))
})

/** Edits of rooms in a row, and a limit of time far above what they take, in milliseconds. */
const EDITS = isLongRun ? 8 : 4
const EDITS_MS = 120_000

test('what is cached from earlier scenes is what a scene without caches gives', {
  timeout: EDITS_MS,
}, () => {
  const draft = new Draft(largeBuilding({ storeys: 2, roomsPerSide: isLongRun ? 3 : 2 }))
  const random = seededRandom(FUZZ_SEED)
  const calls = { ...ROOM_CALLS, move_wall: moveWallCall }
  const tools = Object.keys(calls) as (keyof typeof calls)[]
  for (let i = 0; i < EDITS; i++) {
    const tool = tools[i % tools.length]
    const given = calls[tool](draft.scene, random)
    const fresh = new Draft(structuredClone(draft.scene))
    // The version counts the edits of each draft.
    const [own, other] = [draft, fresh].map((one) => ({
      ...one.apply(tool, given),
      draftVersion: 0,
    }))
    expect(own, `${tool} ${JSON.stringify(given)}`).toEqual(other)
    const anew = verifyScene(structuredClone(draft.scene))
    expect({ ...verifyScene(draft.scene) }, `${tool} ${JSON.stringify(given)}`).toEqual({ ...anew })
  }
})
