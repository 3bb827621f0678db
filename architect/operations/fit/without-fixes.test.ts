import { expect, test } from 'vitest'
import { cottage } from '../../../tests/planner/cottage.ts'
import { Draft } from '../draft.ts'
import { isRefused } from '../draft-answer.ts'
import { withoutFixes } from './first-fix.ts'

test('refusals offer no other call within it, and do so again after it throws', () => {
  const scene = cottage()
  const { id } = Object.values(scene.nodes).find(({ label }) => label === 'Bathroom')!
  const refused = () => {
    const answer = new Draft(scene).apply('resize_room', { zoneId: id, side: 'east', by: 40 })
    if (!isRefused(answer)) throw new Error('the call works')
    return answer.error
  }
  expect(refused().fix).toBeTruthy()
  expect(withoutFixes(refused).fix).toBeFalsy()
  expect(withoutFixes(refused).code).toBe(refused().code)
  expect(() =>
    withoutFixes(() => {
      throw new Error('stops')
    }),
  ).toThrow('stops')
  expect(refused().fix).toBeTruthy()
})
