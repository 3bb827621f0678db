import { expect, test } from 'vitest'
import { sceneOf } from '../../tests/houses/scene-of.ts'
import { nodeOf } from '../scene/scene.ts'
import { Draft } from './draft.ts'
import type { Refused, Success } from './draft-answer.ts'

const square = (x: number, z: number, side: number): [number, number][] => [
  [x, z],
  [x + side, z],
  [x + side, z - side],
  [x, z - side],
]
const scene = sceneOf(
  { kind: 'wall', id: 'wall_3', start: [0, 0], end: [6, 0] },
  { kind: 'slab', id: 'slab_4', polygon: square(0, 0, 6) },
  { kind: 'column', id: 'column_5', position: [0.5, -0.5] },
)
const cut = (draft: Draft, given: object) =>
  draft.apply('cut_opening', { ...given }) as Success & Refused

test('a passage is cut through a wall, a well through a slab', () => {
  const draft = new Draft(scene)
  expect(cut(draft, { targetId: 'wall_3', t: 0.5, shape: 'arch' })).toMatchObject({
    openingId: 'opening_6',
    worldPosition: [3, 0, 0],
  })
  expect(cut(draft, { targetId: 'slab_4', polygon: square(1, -1, 2) })).toMatchObject({
    openingId: 'slab_4',
    holeIndex: 0,
  })
  expect(nodeOf(draft.scene, 'slab_4', 'slab')?.holes).toEqual([square(1, -1, 2)])
})

test('a well that reaches out of its slab is refused, and the fix is the part inside', () => {
  const draft = new Draft(scene)
  const { error } = cut(draft, { targetId: 'slab_4', polygon: square(5, -1, 2) })
  expect(error).toMatchObject({ code: 'invalid_polygon', reason: 'outside' })
  expect(draft.apply(error.fix!.tool, error.fix!.arguments)).toMatchObject({ ok: true })
  const again = cut(draft, { targetId: 'slab_4', polygon: square(4.5, -1, 1) })
  expect(again.error).toMatchObject({ code: 'opening_overlap' })
  expect(draft.apply(again.error.fix!.tool, again.error.fix!.arguments)).toMatchObject({ ok: true })
})

test('a polygon in a wall, an offset in a slab and a hole in a column are refused', () => {
  const code = (given: object) => cut(new Draft(scene), given).error.code
  expect(code({ targetId: 'wall_3', polygon: square(0, 0, 1) })).toBe('invalid_input')
  expect(code({ targetId: 'slab_4', t: 0.5 })).toBe('invalid_input')
  expect(code({ targetId: 'slab_4' })).toBe('invalid_input')
  expect(code({ targetId: 'column_5', polygon: square(0, 0, 1) })).toBe('wrong_kind')
  expect(code({ targetId: 'slab_4', polygon: square(1, -1, 0.01) })).toBe('invalid_polygon')
})
