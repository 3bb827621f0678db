import { expect, test } from 'vitest'
import { sceneOf } from '../../../tests/houses/scene-of.ts'
import { Draft } from '../draft.ts'
import type { Refused, Success } from '../draft-answer.ts'

/** An arc on a chord of 6 m that it leaves by 1 m: its radius is (36 / 4 + 1) / 2 = 5 m. */
const plain = sceneOf({
  kind: 'wall',
  id: 'wall_3',
  start: [0, 0],
  end: [6, 0],
  sagitta: 1,
  thickness: 0.3,
})
const add = (tool: string, given: object) =>
  new Draft(plain).apply(tool, { wallId: 'wall_3', t: 0.5, ...given }) as Success & Refused

test('windows and doors go into an arc as wide as their flat frames stand within the wall', () => {
  expect(add('add_window', { width: 2.4 })).toMatchObject({ ok: true, clamped: false })
  const hole = new Draft(plain).apply('cut_opening', { targetId: 'wall_3', width: 5 })
  expect(hole).toMatchObject({ ok: true })
  // A frame needs 0.08 m of 0.3 m, so the arc may leave its chord by 0.22 m:
  // 2 x 5 x acos(1 - 0.22 / 5) = 2.9774 m along the arc.
  const { error } = add('add_window', { width: 3 })
  expect(error).toMatchObject({ code: 'opening_outside_wall', param: 'width', widestOnArc: 2.977 })
  expect(error.message).toContain('Up to 2.977 m fits')
  expect(error.fix?.arguments).toMatchObject({ width: 2.977, t: 0.5 })
})
