import { expect, test } from 'vitest'
import { newScene, nodeOf, nodesOf } from '../scene/scene.ts'
import { Draft } from './draft.ts'
import type { Refused, Success } from './draft-answer.ts'

type Point = [number, number]
function walls(...lines: [start: Point, end: Point, more?: object][]) {
  const draft = new Draft(newScene('A house', 'k3x9'))
  const answers = lines.map(
    ([start, end, more]) =>
      draft.apply('create_wall', { start, end, ...more }) as Success & Refused,
  )
  return { draft, answers, last: answers[answers.length - 1] }
}

test('a wall that ends on another cuts it there, and ends near it snap onto it', () => {
  const { draft, last } = walls(
    [
      [0, 0],
      [6, 0],
    ],
    [
      [2.02, -0.05],
      [2, -3],
    ],
  )
  expect(last).toMatchObject({
    splitWalls: [{ from: 'wall_3', into: ['wall_3', 'wall_4'] }],
    joins: [
      { wallId: 'wall_3', type: 'T', at: [2.02, 0] },
      { wallId: 'wall_4', type: 'T' },
    ],
    snapped: [{ index: 0, to: [2.02, 0] }],
  })
  expect(nodesOf(draft.scene, 'wall').map(({ start, end }) => [start, end])).toEqual([
    [
      [0, 0],
      [2.02, 0],
    ],
    [
      [2.02, 0],
      [6, 0],
    ],
    [
      [2.02, 0],
      [2, -3],
    ],
  ])
})

test('two crossing walls become four that meet at one point', () => {
  const { last } = walls(
    [
      [0, 0],
      [6, 0],
    ],
    [
      [3, 2],
      [3, -2],
    ],
  )
  expect(last.wallIds).toHaveLength(2)
  expect(last.joins).toMatchObject([{ type: 'X' }, { type: 'X' }])
})

test('a door goes to the part of the wall that carries it, and does not move', () => {
  const { draft } = walls([
    [0, 0],
    [8, 0],
  ])
  const door = draft.apply('add_door', {
    wallId: 'wall_3',
    offset: 6,
    hinge: 'end',
  }) as Success
  draft.apply('create_wall', { start: [3, 0], end: [3, -4] })
  expect(nodeOf(draft.scene, door.doorId as string, 'door')).toMatchObject({
    parent: 'wall_5',
    offset: 3,
    hinge: 'end',
  })
})

test('a wall along another uses it and adds the rest', () => {
  const { draft, last } = walls(
    [
      [2, 0],
      [4, 0],
    ],
    [
      [2, 0],
      [2, -3],
    ],
    [
      [4, 0],
      [4, -3],
    ],
    [
      [6, 0],
      [0, 0],
    ],
  )
  expect(last.reusedWallIds).toEqual(['wall_3'])
  expect(last.wallIds).toHaveLength(3)
  expect((last.wallIds as string[])[1]).toBe('wall_3')
  expect(nodesOf(draft.scene, 'wall')).toHaveLength(5)
})

test('a wall that continues a similar wall from its free end becomes one wall with it, and doors stay', () => {
  const { draft } = walls([
    [4, 0],
    [8, 0],
  ])
  const door = draft.apply('add_door', { wallId: 'wall_3', offset: 1 }) as Success
  const answer = draft.apply('create_wall', { start: [0, 0], end: [4, 0] })
  expect(answer).toMatchObject({ wallIds: ['wall_3'], lengthenedWallIds: ['wall_3'] })
  expect(nodesOf(draft.scene, 'wall')).toMatchObject([{ start: [0, 0], end: [8, 0] }])
  expect(nodeOf(draft.scene, door.doorId as string, 'door')?.offset).toBe(5)
  draft.apply('create_wall', { start: [8, 0], end: [10, 0], thickness: 0.3 })
  expect(nodesOf(draft.scene, 'wall')).toHaveLength(2)
})

test('an arc can be met at its ends, or by the end of a straight wall, which cuts it in two', () => {
  const { draft, last } = walls(
    [[0, 0], [4, 0], { sagitta: 1 }],
    [
      [2, -1],
      [2, -4],
    ],
  )
  expect(last.splitWalls).toHaveLength(1)
  const arcs = nodesOf(draft.scene, 'wall').filter(({ sagitta }) => sagitta !== 0)
  expect(arcs.map(({ sagitta }) => sagitta)).toEqual([0.2639, 0.2639])
  expect(draft.apply('create_wall', { start: [0, -2], end: [4, 1] })).toMatchObject({
    error: { code: 'wall_curved' },
  })
})

test('a wall that overlaps another, is too short or meets a door is refused, and its fix works', () => {
  const { draft } = walls([
    [0, 0],
    [8, 0],
  ])
  draft.apply('add_door', { wallId: 'wall_3', offset: 4 })
  const refused: [code: string, start: Point, end: Point][] = [
    ['wall_overlaps', [1, -0.1], [7, -0.1]],
    ['wall_overlaps', [0, 0], [7, -0.3]],
    ['wall_too_short', [7.88, 1], [7.88, -2]],
    ['opening_overlap', [4.1, 0], [4.1, -3]],
    ['opening_overlap', [3.5, 0], [3.5, -3]],
  ]
  for (const [code, start, end] of refused) {
    const { error } = draft.apply('create_wall', { start, end }) as Refused
    expect(error).toMatchObject({ code, mutationApplied: false, fix: { tool: 'create_wall' } })
    expect(draft.apply(error.fix!.tool, error.fix!.arguments)).toMatchObject({ ok: true })
    draft.undo()
  }
  expect(draft.apply('create_wall', { start: [0, 3], end: [0.1, 3] })).toMatchObject({
    error: { code: 'wall_too_short', length: 0.1 },
  })
  expect(
    draft.apply('create_wall', { start: [0, 3], end: [1, 3], levelId: 'wall_3' }),
  ).toMatchObject({
    error: { code: 'wrong_kind', param: 'levelId' },
  })
})
