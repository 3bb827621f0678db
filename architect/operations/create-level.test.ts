import { expect, test } from 'vitest'
import { draftedHouse, isUndone, made, refusedFor } from '../../tests/houses/drafted-house.ts'
import { levelFrames } from '../kernel/levels.ts'
import { nodeOf, nodesOf } from '../scene/scene.ts'

test('new storeys go above and below the others, at their heights', () => {
  const { draft } = draftedHouse()
  expect(made(draft.apply('create_level', { position: 'above' }))).toMatchObject({
    index: 1,
    elevation: 2.8,
  })
  expect(made(draft.apply('create_level', { position: 'below', height: 2.4 }))).toMatchObject({
    index: -1,
    elevation: -2.4,
  })
  expect(nodesOf(draft.scene, 'level').map(({ index, label }) => [index, label])).toEqual(
    expect.arrayContaining([
      [-1, 'Basement'],
      [0, 'Ground floor'],
      [1, 'Floor 1'],
    ]),
  )
})

test('a storey between others moves those beyond it out, with their default names', () => {
  const { draft } = draftedHouse()
  const first = made(draft.apply('create_level', { position: 'above' }))
  const attic = made(draft.apply('create_level', { position: 'above', label: 'Attic' }))
  const between = made(draft.apply('create_level', { position: 1, height: 3 }))
  expect(between.shifted).toEqual([
    { levelId: first.levelId, from: 1, to: 2 },
    { levelId: attic.levelId, from: 2, to: 3 },
  ])
  expect(nodeOf(draft.scene, first.levelId, 'level')).toMatchObject({ index: 2, label: 'Floor 2' })
  expect(nodeOf(draft.scene, attic.levelId, 'level')).toMatchObject({ index: 3, label: 'Attic' })
  expect(levelFrames(draft.scene).get(first.levelId)!.elevation).toBeCloseTo(5.8, 9)
})

test('a stair that led past a new storey leads to it', () => {
  const { draft, level } = draftedHouse()
  const upper = made(draft.apply('create_level', { position: 'above' }))
  const patch = {
    ops: [
      {
        op: 'add',
        kind: 'stair',
        parent: level,
        set: { toLevel: upper.levelId, shape: 'spiral', position: [2, -1.5] },
      },
    ],
  }
  made(draft.apply('apply_patch', patch))
  const [stair] = nodesOf(draft.scene, 'stair')
  const between = made(draft.apply('create_level', { position: 1 }))
  expect(between.retargeted).toEqual([stair.id])
  expect(nodeOf(draft.scene, stair.id, 'stair')!.toLevel).toBe(between.levelId)
})

test('a storey that would leave a gap is refused', () => {
  const { draft } = draftedHouse()
  expect(refusedFor(draft.apply('create_level', { position: 3 }))).toMatchObject({
    code: 'invalid_input',
    param: 'position',
    highest: 1,
  })
})

test('a height in feet is stored in metres, and undo removes the storey', () => {
  const { draft } = draftedHouse()
  const call = { position: 'above', height: 10, unit: 'ft' }
  expect(isUndone(draft, () => draft.apply('create_level', call))).toBe(true)
  expect(nodesOf(draft.scene, 'level').map(({ height }) => height)).toContain(3.048)
})
