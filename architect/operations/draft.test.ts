import { expect, test } from 'vitest'
import { sceneOf } from '../../tests/houses/scene-of.ts'
import { newScene } from '../scene/scene.ts'
import { readScene, writeScene } from '../scene/scene-file.ts'
import { sceneHash } from '../scene/scene-hash.ts'
import { Draft } from './draft.ts'
import type { Refused, Success } from './draft-answer.ts'

const draft = () => new Draft(newScene('A house', 'k3x9'))
const wall = (x: number) => ({ start: [x, 0], end: [x, -4] })

test('undo restores the scene before an edit, and redo the scene after it', () => {
  const house = draft()
  const hashes = [sceneHash(house.scene)]
  for (const x of [0, 2, 4]) {
    house.apply('create_wall', wall(x))
    hashes.push(sceneHash(house.scene))
  }
  expect(house.undo(2)).toMatchObject({ draftVersion: 4, undone: { length: 2 }, remaining: 1 })
  expect(sceneHash(house.scene)).toBe(hashes[1])
  expect(house.redo()).toMatchObject({ draftVersion: 5, remaining: 1 })
  expect(sceneHash(house.scene)).toBe(hashes[2])
  expect(house.undo(9)).toMatchObject({ undone: { length: 2 }, remaining: 0 })
  expect(sceneHash(house.scene)).toBe(hashes[0])
  expect(house.undo()).toMatchObject({ error: { code: 'nothing_to_undo' } })
  expect(house.undo(0)).toMatchObject({ error: { code: 'invalid_input', param: 'steps' } })
})

test('undone edits cannot be redone after another edit, and their ids are not used again', () => {
  const house = draft()
  const first = house.apply('create_wall', wall(0)) as Success
  house.undo()
  const second = house.apply('create_wall', wall(0)) as Success
  expect(second.wallIds).not.toEqual(first.wallIds)
  expect(house.redo()).toMatchObject({ error: { code: 'nothing_to_undo' } })
})

test('a repeat with the same operationId returns the first answer and edits nothing', () => {
  const house = draft()
  const first = house.apply('create_wall', wall(0), { operationId: 'a' })
  const repeat = house.apply('create_wall', wall(0), { operationId: 'a', expectedVersion: 0 })
  expect(repeat).toEqual({ ...first, repeated: true, isUndone: false })
  expect(house.version).toBe(1)
  house.undo()
  expect(house.apply('create_wall', wall(0), { operationId: 'a' })).toMatchObject({
    isUndone: true,
  })
  house.redo()
  expect(house.apply('create_wall', wall(0), { operationId: 'a' })).toMatchObject({
    isUndone: false,
  })
  house.undo()
  house.apply('create_wall', wall(7))
  expect(house.apply('create_wall', wall(0), { operationId: 'a' })).toMatchObject({
    isUndone: true,
  })
})

test('an operationId belongs to one call: another call is refused, a refused one may be repeated', () => {
  const house = draft()
  const code = (answer: object) => (answer as Refused).error?.code
  house.apply('create_wall', wall(0), { operationId: 'a' })
  expect(code(house.apply('create_wall', wall(1), { operationId: 'a' }))).toBe('operation_mismatch')
  const none = { start: [0, 0], end: [0, 0] }
  expect(code(house.apply('create_wall', none, { operationId: 'b' }))).toBe('wall_too_short')
  expect(house.apply('create_wall', wall(2), { operationId: 'b' })).toMatchObject({ ok: true })
  expect(code(house.apply('create_wall', wall(1), { operationId: 'a b' }))).toBe('invalid_input')
})

test('an edit of an outdated version is refused with both versions', () => {
  const house = draft()
  house.apply('create_wall', wall(0))
  expect(house.apply('create_wall', wall(2), { expectedVersion: 0 })).toMatchObject({
    error: { code: 'version_conflict', expected: 0, actual: 1, mutationApplied: false },
  })
  expect(house.undo(1, { expectedVersion: 0 })).toMatchObject({ error: { expected: 0 } })
  expect(house.apply('create_wall', wall(2), { expectedVersion: 1 })).toMatchObject({ ok: true })
})

test('an edit that changes nothing makes neither a version nor an undo step', () => {
  const house = draft()
  house.apply('create_wall', wall(0))
  const again = house.apply('create_wall', wall(0))
  expect(again).toMatchObject({ ok: true, draftVersion: 1, changes: { created: [], updated: [] } })
  expect(house.undo()).toMatchObject({ remaining: 0 })
})

test('unknown tools and arguments are refused with the nearest name', () => {
  const house = draft()
  const refusal = (tool: string, given: unknown) =>
    (house.apply(tool, given as Record<string, unknown>) as Refused).error
  expect(refusal('creat_wall', {}).message).toContain('create_wall')
  expect(refusal('create_wall', { ...wall(0), thicknes: 1 })).toMatchObject({
    code: 'invalid_input',
    param: 'thicknes',
    message: 'create_wall has no argument thicknes; did you mean thickness?',
  })
  expect(refusal('create_room', { label: 'A', polygon: [], doors: [{ egde: 1 }] }).param).toBe(
    'polygon',
  )
  expect(refusal('create_wall', { ...wall(0), end: [0, '1'] }).param).toBe('end.1')
  expect(refusal('create_wall', { ...wall(0), unit: 'mile' }).param).toBe('unit')
  expect(refusal('create_wall', []).code).toBe('invalid_input')
  expect(refusal('create_wall', null).code).toBe('invalid_input')
})

test('the oldest edits and answers are dropped when there are too many; the newest can be undone', () => {
  const house = new Draft(newScene('A house', 'k3x9'), { limits: { edits: 2, answers: 2 } })
  for (const x of [0, 2, 4]) house.apply('create_wall', wall(x), { operationId: `x${x}` })
  expect(house.state).toMatchObject({ undo: { length: 2 }, answers: { length: 2 } })
  expect(house.undo(3)).toMatchObject({ undone: [{ operationId: 'x4' }, { operationId: 'x2' }] })
  const small = new Draft(newScene('A house', 'k3x9'), { limits: { characters: 1 } })
  for (const x of [0, 2]) small.apply('create_wall', wall(x))
  expect(small.undo(2)).toMatchObject({ undone: { length: 1 }, remaining: 0 })
})

test('a draft restored from its scene and state continues as the original', () => {
  const house = draft()
  const empty = sceneHash(house.scene)
  house.apply('create_wall', wall(0), { operationId: 'a' })
  house.apply('create_wall', wall(2))
  house.undo()
  const read = readScene(writeScene(house.scene))
  if (!('scene' in read)) throw new Error('the scene could not be parsed')
  const later = new Draft(read.scene, { state: JSON.parse(JSON.stringify(house.state)) })
  expect(later.version).toBe(3)
  expect(later.apply('create_wall', wall(0), { operationId: 'a' })).toMatchObject({
    repeated: true,
  })
  expect(later.redo()).toMatchObject({ ok: true, draftVersion: 4 })
  later.undo(2)
  expect(sceneHash(later.scene)).toBe(empty)
})

test('an edited scene has its nodes in the order of its file', () => {
  const house = draft()
  for (let x = 0; x < 12; x++) house.apply('create_wall', wall(x))
  house.undo()
  const read = readScene(writeScene(house.scene))
  expect('scene' in read && Object.keys(read.scene.nodes)).toEqual(Object.keys(house.scene.nodes))
})

test('a scene with a fault from its file can still be edited', () => {
  const twice = { kind: 'door', parent: 'wall_3', offset: 2, width: 1, height: 2, sill: 0 } as const
  const scene = sceneOf(
    { kind: 'wall', id: 'wall_3', start: [0, 0], end: [4, 0] },
    { ...twice, id: 'door_4' },
    { ...twice, id: 'door_5' },
  )
  expect(new Draft(scene).apply('create_wall', wall(8))).toMatchObject({ ok: true })
})

test('a counter that is too low never reuses an id, and an exhausted counter is refused', () => {
  const house = draft()
  for (const x of [0, 2, 4]) house.apply('create_wall', wall(x))
  const behind = new Draft({ ...house.scene, lastId: 2 })
  expect(behind.apply('create_wall', wall(6))).toMatchObject({ wallIds: ['wall_6'] })
  expect(behind.scene.nodes.wall_3).toEqual(house.scene.nodes.wall_3)
  const text = writeScene(house.scene).replace('"lastId": 5', '"lastId": 1000000000000')
  const read = readScene(text)
  if (!('scene' in read)) throw new Error(JSON.stringify(read.faults))
  expect(new Draft(read.scene).apply('create_wall', wall(6))).toMatchObject({
    error: { code: 'limit_exceeded' },
  })
  expect(readScene(text.replace('1000000000000', '1000000000001'))).toHaveProperty('faults')
})
