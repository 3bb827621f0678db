import { expect, test } from 'vitest'
import { coversOf, isShown, levelBelow, nextLevel } from './level-filter.ts'

const wall = { kind: 'wall', levelId: 'level_1' }
const roof = { kind: 'roof', levelId: 'level_1' }
const site = { kind: 'site', levelId: null }

test('one level is drawn with the site and without the others', () => {
  const shown = { level: 'level_1', covers: true }
  expect([wall, roof, site].map((each) => isShown(each, shown))).toEqual([true, true, true])
  expect(isShown({ ...wall, levelId: 'level_2' }, shown)).toBe(false)
  expect(isShown({ ...wall, levelId: 'level_2' }, { level: null, covers: true })).toBe(true)
})

test('floors on the ground stay under an upper level, and nothing else of theirs', () => {
  const level = (id: string, height: number) =>
    [id, { id, kind: 'level', label: id, parentId: null, levelId: id, height }] as const
  const nodes = new Map([level('level_1', 0), level('level_2', 2.9), level('level_3', -2.6)])
  expect(levelBelow(nodes, 'level_2')).toBe('level_1')
  // They would hide a cellar.
  expect(['level_1', 'level_3', null].map((each) => levelBelow(nodes, each))).toEqual([
    null,
    null,
    null,
  ])
  const shown = { level: 'level_2', covers: false }
  expect(isShown({ ...wall, kind: 'slab' }, shown, 'level_1')).toBe(true)
  expect(isShown(wall, shown, 'level_1')).toBe(false)
})

test('a level by itself is open from above, unless a person wants its ceilings', () => {
  expect([coversOf(null, null), coversOf('level_1', null)]).toEqual([true, false])
  expect([coversOf(null, false), coversOf('level_1', true)]).toEqual([false, true])
  expect(coversOf('level_1', false, true)).toBe(true)
  expect(isShown(roof, { level: null, covers: false })).toBe(false)
  expect(isShown(wall, { level: null, covers: false })).toBe(true)
})

test('levels follow each other from the lowest up, with all of them at the ends', () => {
  const ids = ['a', 'b']
  expect([nextLevel(ids, null, 1), nextLevel(ids, 'a', 1), nextLevel(ids, 'b', 1)]).toEqual([
    'a',
    'b',
    null,
  ])
  expect([nextLevel(ids, null, -1), nextLevel(ids, 'a', -1)]).toEqual(['b', null])
  expect(nextLevel([], null, 1)).toBeNull()
})
