import { expect, test } from 'vitest'
import { newScene } from '../scene/scene.ts'
import { NamedAnswers } from './named-answers.ts'
import { readOperationLines } from './operation-lines.ts'

const named = () => {
  const names = new NamedAnswers(newScene('A house', 'k3x9'))
  names.keep('kitchen', { zoneId: 'zone_3', wallIds: ['wall_4', 'wall_5'] })
  return names
}

test('what an earlier line answered is taken by its name, also deep in the arguments', () => {
  expect(
    named().fill({
      ids: ['$kitchen.wallIds.1', '$kitchen.zoneId'],
      width: 2,
      at: { on: '$project.levelId' },
    }),
  ).toEqual({ ids: ['wall_5', 'zone_3'], width: 2, at: { on: 'level_2' } })
})

test('a whole list may be taken, and a text may begin with a dollar', () => {
  expect(named().fill('$kitchen.wallIds')).toEqual(['wall_4', 'wall_5'])
  expect(named().fill('$$kitchen.wallIds')).toBe('$kitchen.wallIds')
  expect(named().fill('costs $5')).toBe('costs $5')
})

test('a name that was not given, or a field that is not there, is told with what there is', () => {
  expect(() => named().fill('$kitchn.zoneId')).toThrow(
    'no earlier line is called "kitchn"; "kitchen" is',
  )
  expect(() => named().fill('$kitchen.slabId')).toThrow(
    'there is no slabId; there is zoneId, wallIds',
  )
  expect(() => named().fill('$kitchen.wallIds.7')).toThrow('there is no 7; there is 0, 1')
})

test('a line that is no call is named by its number', () => {
  const good = '{"tool": "create_wall", "as": "w"}'
  expect(readOperationLines(`${good}\n\n{"tool": "add_door"}\n`).map(({ line }) => line)).toEqual([
    1, 3,
  ])
  expect(() => readOperationLines(`${good}\n{`)).toThrow('Line 2 is not JSON')
  expect(() => readOperationLines(`${good}\n${good}`)).toThrow(
    'Line 2: another answer is called "w"',
  )
  expect(() => readOperationLines('{"tool": "create_wall", "args": {}}')).toThrow('Line 1: it:')
})
