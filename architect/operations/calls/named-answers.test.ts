import { expect, test } from 'vitest'
import { readOperationLines } from '../../commands/operation-lines.ts'
import { newScene } from '../../scene/scene.ts'
import { NamedAnswers } from './named-answers.ts'

function named() {
  const names = new NamedAnswers(newScene('A house', 'k3x9'))
  names.set('kitchen', { zoneId: 'zone_3', wallIds: ['wall_4', 'wall_5'] })
  return names
}

test('a reference to an earlier answer is replaced, also deep in the arguments', () => {
  expect(
    named().resolve({
      ids: ['$kitchen.wallIds.1', '$kitchen.zoneId'],
      width: 2,
      at: { on: '$project.levelId' },
    }),
  ).toEqual({ ids: ['wall_5', 'zone_3'], width: 2, at: { on: 'level_2' } })
})

test('a reference may replace a list, and a text may begin with a dollar sign', () => {
  expect(named().resolve('$kitchen.wallIds')).toEqual(['wall_4', 'wall_5'])
  expect(named().resolve('$$kitchen.wallIds')).toBe('$kitchen.wallIds')
  expect(named().resolve('costs $5')).toBe('costs $5')
})

test('an unknown name or field is reported with the existing ones', () => {
  expect(() => named().resolve('$kitchn.zoneId')).toThrow(
    'no earlier call is named "kitchn"; did you mean "kitchen"?',
  )
  expect(() => named().resolve('$kitchen.slabId')).toThrow(
    'the answer has no slabId here, only zoneId, wallIds',
  )
  expect(() => named().resolve('$kitchen.wallIds.7')).toThrow('the answer has no 7 here, only 0, 1')
})

test('a line that is not a call is reported with its number', () => {
  const good = '{"tool": "create_wall", "as": "w"}'
  expect(readOperationLines(`${good}\n\n{"tool": "add_door"}\n`).map(({ line }) => line)).toEqual([
    1, 3,
  ])
  expect(() => readOperationLines(`${good}\n{`)).toThrow('Line 2 is not JSON')
  expect(() => readOperationLines(`${good}\n${good}`)).toThrow(
    'Line 2: the name "w" is used already',
  )
  expect(() => readOperationLines('{"tool": "create_wall", "args": {}}')).toThrow('Line 1: it:')
})
