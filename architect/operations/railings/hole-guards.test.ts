import { describe, expect, test } from 'vitest'
import { box, made } from '../../../tests/houses/drafted-house.ts'
import { sceneOf } from '../../../tests/houses/scene-of.ts'
import { closedMeshFaults } from '../../../tests/oracles/closed-mesh.ts'
import { lowTreads } from '../../checks/low-treads.ts'
import { verifyScene } from '../../checks/verify.ts'
import { bodyOf } from '../../kernel/bodies.ts'
import { openSides } from '../../kernel/stairs/handrails.ts'
import { stairShape } from '../../kernel/stairs/stair-shape.ts'
import { type NodeOf, STAIR_SHAPES } from '../../scene/nodes.ts'
import { newScene, nodeOf } from '../../scene/scene.ts'
import { Draft } from '../draft.ts'

const ring: [number, number][] = [
  [0, 0],
  [8, 0],
  [8, -5],
  [0, -5],
]
const storey = (level: string, first: number) => [
  ...ring.map((start, i) => ({
    kind: 'wall' as const,
    id: `wall_${first + i}`,
    parent: level,
    thickness: 0.2,
    start,
    end: ring[(i + 1) % 4],
  })),
  { kind: 'slab' as const, id: `slab_${first + 4}`, parent: level, polygon: ring },
]
/** Two storeys of 8 by 5 m, 2.8 m high, with floors of 0.2 m. */
const house = sceneOf(
  { kind: 'level', id: 'level_3', parent: 'building_1', index: 1, height: 2.8 },
  ...storey('level_2', 10),
  ...storey('level_3', 20),
)
function build(more: object) {
  const draft = new Draft(house)
  const call = { fromLevelId: 'level_2', position: [2, -2], width: 1, ...more }
  const answer = made(draft.apply('create_stair_between_levels', call))
  const stair = nodeOf(draft.scene, answer.stairId, 'stair') as NodeOf<'stair'>
  const paths = (answer.railingIds as string[]).map(
    (id) => nodeOf(draft.scene, id, 'railing')!.path,
  )
  return { draft, stair, paths }
}
const corners = (path: readonly (readonly number[])[]) =>
  path.map((at) => at.map((value) => Number(value.toFixed(2))))

/**
 * Sixteen risers of 0.175 m: treads over 0.6 m, from the fourth on, need the hole. It goes from
 * 2 + 3 x 0.26 - 0.1 = 2.68 to 2 + 15 x 0.26 = 5.9 m and from z = -2.5 to -1.5.
 */
test('a stair in the open has guards on three sides of its hole, and none on the way off it', () => {
  const { paths } = build({ direction: 0 })
  expect(paths).toHaveLength(1)
  // 0.05 m out: it ends where the hole does, at the corners towards the arrival.
  const [path] = paths.map(corners)
  expect([path[0], path[path.length - 1]].map(([x]) => x)).toEqual([5.95, 5.95])
  for (const corner of [
    [2.63, -1.45],
    [2.63, -2.55],
    [5.95, -1.45],
    [5.95, -2.55],
  ])
    expect(path).toContainEqual(corner)
  // Two sides of 3.32 m and one of 1.1 m, and no more than 0.05 m next to each end of the gap.
  const length = path.slice(1).reduce((sum, [x, z], i) => {
    const [u, v] = path[i]
    return sum + Math.hypot(x - u, z - v)
  }, 0)
  expect(length).toBeGreaterThan(7.73)
  expect(length).toBeLessThan(7.85)
})

test('no guard and no handrail stands where a wall does', () => {
  // The south side of the stair is 0.1 m from z = 0: at the face of the south wall.
  const { draft, stair, paths } = build({ direction: 0, position: [2, -0.6] })
  expect(paths).toHaveLength(1)
  const path = corners(paths[0])
  expect(path).toContainEqual([2.63, -1.15])
  // From the wall along the west and the north side only.
  for (const [, z] of path) expect(z).toBeLessThan(-0.04)
  expect(path.filter(([x, z]) => z > -1 && x > 2.7)).toEqual([])
  const sides = openSides(draft.scene, stair)
  // Fifteen treads, each open to the north.
  expect(sides).toHaveLength(15)
  for (const { from } of sides) expect(from[1]).toBeCloseTo(-1.06, 6)
})

test('handrails rise with the treads, on both open sides, and are closed solids', () => {
  const { draft, stair } = build({ direction: 0 })
  const sides = openSides(draft.scene, stair)
  expect(sides).toHaveLength(30)
  const south = sides.filter(({ from }) => from[1] > -2).sort((a, b) => a.tread - b.tread)
  // The first tread is 0.175 m high, and the line rises by a riser on each tread.
  expect(Math.min(south[0].low, south[0].high)).toBeCloseTo(0.175, 9)
  expect(Math.max(south[14].low, south[14].high)).toBeCloseTo(2.8, 9)
  const { parts } = bodyOf(draft.scene, stair.id)!
  expect(parts.map(({ name }) => name)).toEqual(['tread', 'body', 'rail', 'bars'])
  for (const { mesh } of parts) expect(closedMeshFaults(mesh)).toEqual([])
  // 0.9 m over the floor above, where the last tread ends.
  const [rail] = parts.filter(({ name }) => name === 'rail')
  const heights = rail.mesh.positions.filter((_, i) => i % 3 === 1)
  expect(Math.max(...heights)).toBeCloseTo(3.7, 5)
})

test.each(STAIR_SHAPES)('a %s stair has closed handrails and guards', (shape) => {
  const position = shape === 'spiral' ? [4, -2.5] : [2, -2]
  const { draft, stair, paths } = build({ shape, position, direction: 0 })
  expect(paths.length).toBeGreaterThan(0)
  for (const { mesh } of bodyOf(draft.scene, stair.id)!.parts)
    expect(closedMeshFaults(mesh)).toEqual([])
})

test('without railings there are neither, and undo takes all of them back', () => {
  const { paths, stair } = build({ direction: 0, railings: false })
  expect(paths).toEqual([])
  expect(stair.handrails).toBeUndefined()
  const { draft } = build({ direction: 0 })
  draft.undo()
  expect(Object.keys(draft.scene.nodes).filter((id) => id.startsWith('railing'))).toEqual([])
})

test('a hole cut by hand has an offered guard, which stands around it', () => {
  const draft = new Draft(house)
  const polygon = [
    [3, -2],
    [5, -2],
    [5, -3],
    [3, -3],
  ]
  const { issues } = made(draft.apply('cut_opening', { targetId: 'slab_24', polygon }))
  const [issue] = issues.filter(({ code }) => code === 'hole.no_guard')
  expect(issue.severity).toBe('warning')
  // 2.1 and 1.1 m, twice.
  expect(made(draft.apply(issue.fix!.tool, issue.fix!.arguments)).length).toBeCloseTo(6.4, 6)
  const ground = made(draft.apply('cut_opening', { targetId: 'slab_14', polygon }))
  expect(ground.issues).toEqual([])
})

describe('the guards of a stair', () => {
  const guardsOn = (draft: Draft) =>
    Object.values(draft.scene.nodes).filter((node) => node.kind === 'railing')
  /** The guards as a new stair at this position has them. */
  const pathsAt = (position: number[]) => build({ direction: 0, position }).paths.map(corners)

  test('move with it, and are as those of a new stair there', () => {
    const { draft, stair, paths } = build({ direction: 0 })
    const answer = made(draft.apply('edit_stair', { id: stair.id, move: [1, -1] }))
    const [guard] = guardsOn(draft)
    expect(answer.railings).toEqual({ moved: [guard.id], added: [], removed: [] })
    expect(corners(guard.path)).toEqual(corners(paths[0].map(([x, z]) => [x + 1, z - 1])))
    draft.undo()
    // At the south wall, two sides are open instead of three.
    made(draft.apply('edit_stair', { id: stair.id, move: [0, 1.4] }))
    expect(guardsOn(draft).map(({ path }) => corners(path))).toEqual(pathsAt([2, -0.6]))
  })

  test.each([
    ['edit_level', { id: 'level_2', height: 3.5 }],
    ['set_building', { storeyHeight: 3.5, apply: 'existing' }],
  ])('follow the hole when %s makes the storey higher', (tool, call) => {
    const { draft, stair, paths } = build({ direction: 0, position: [1, -2] })
    made(draft.apply(tool, call))
    const hole = Math.max(...stairShape(draft.scene, stair.id)!.opening.map(([x]) => x))
    const [path] = guardsOn(draft).map((guard) => guard.path)
    expect(path).not.toEqual(paths[0])
    expect(Math.max(...path.map(([x]) => x))).toBeCloseTo(hole + 0.05, 3)
  })

  test('go with it, and other railings stay', () => {
    const { draft, stair } = build({ direction: 0 })
    const path = [
      [1, -4],
      [6, -4],
    ]
    const other = made(
      draft.apply('create_fence', { levelId: 'level_3', path, style: 'railing' }),
    ).railingId
    const [guard] = guardsOn(draft).filter(({ id }) => id !== other)
    const { wouldDelete } = made(draft.apply('delete_node', { ids: [stair.id], dryRun: true }))
    expect(wouldDelete).toEqual([stair.id, guard.id])
    expect(made(draft.apply('delete_node', { ids: [stair.id] })).deleted).toEqual(wouldDelete)
    expect(guardsOn(draft).map(({ id }) => id)).toEqual([other])
  })
})

test('a slab that is laid with a hole, or gets one, has an offered guard', () => {
  const hole = [
    [3, -2],
    [5, -2],
    [5, -3],
    [3, -3],
  ]
  const draft = new Draft(house)
  made(draft.apply('delete_node', { ids: ['slab_24'] }))
  const slab = made(
    draft.apply('create_slab', { levelId: 'level_3', polygon: ring, holes: [hole] }),
  )
  expect(slab.issues.map(({ code }) => code)).toEqual(['hole.no_guard'])
  const [{ fix }] = slab.issues
  expect(made(draft.apply(fix!.tool, fix!.arguments)).length).toBeCloseTo(6.4, 6)
  const other = hole.map(([x, z]) => [x - 2.5, z - 1])
  const edited = made(draft.apply('edit_slab', { id: slab.slabId, holes: [hole, other] }))
  // The hole that was there has no second offer.
  expect(edited.issues.map(({ code }) => code)).toEqual(['hole.no_guard'])
})

describe('stairs over one another', () => {
  const three = sceneOf(
    { kind: 'level', id: 'level_3', parent: 'building_1', index: 1, height: 2.8 },
    { kind: 'level', id: 'level_4', parent: 'building_1', index: 2, height: 2.8 },
    ...storey('level_2', 10),
    ...storey('level_3', 20),
    ...storey('level_4', 30),
    {
      kind: 'zone',
      id: 'zone_40',
      parent: 'level_3',
      polygon: ring,
      roomType: 'hall',
      color: '#ffffff',
    },
  )
  const call = { position: [2, -2], direction: 0 }
  const unguarded = (draft: Draft) =>
    verifyScene(draft.scene).issues.filter(({ code }) => code === 'floor.no_guard')
  const guards = (draft: Draft) =>
    Object.values(draft.scene.nodes).flatMap((node) =>
      node.kind === 'railing' && node.parent === 'level_3' ? [corners(node.path)] : [],
    )

  test('leave the foot of the upper one free, in either order, until it is gone', () => {
    const draft = new Draft(three)
    made(draft.apply('create_stair_between_levels', { ...call, fromLevelId: 'level_2' }))
    const alone = guards(draft)
    expect(alone).toHaveLength(1)
    const upper = made(
      draft.apply('create_stair_between_levels', { ...call, fromLevelId: 'level_3' }),
    )
    // The third tread, 0.525 m high, is over the western edge of the hole at 2.68 m.
    const free = [
      [
        [5.95, -2.5],
        [5.95, -2.55],
        [2.63, -2.55],
        [2.63, -2.5],
      ],
      [
        [2.63, -1.5],
        [2.63, -1.45],
        [5.95, -1.45],
        [5.95, -1.5],
      ],
    ]
    expect(guards(draft)).toEqual(free)
    // Seven treads of 0.175 m are under 1.25 m: a guard stands under the others.
    expect(lowTreads(draft.scene, 'level_3')).toHaveLength(7)
    expect(upper.railings).toMatchObject({ moved: [expect.any(String)], removed: [] })
    expect(unguarded(draft)).toEqual([])
    made(draft.apply('delete_node', { ids: [upper.stairId] }))
    expect(guards(draft)).toEqual(alone)

    const other = new Draft(three)
    for (const fromLevelId of ['level_3', 'level_2'])
      made(other.apply('create_stair_between_levels', { ...call, fromLevelId }))
    expect(guards(other)).toEqual(free)
  })
})

const lengthOf = (path: readonly (readonly number[])[]) =>
  path.slice(1).reduce((sum, [x, z], i) => sum + Math.hypot(x - path[i][0], z - path[i][1]), 0)

test.each([10, 20, 30, 45, 60, 75])('a stair turned by %i degrees has the same guards', (turn) => {
  for (const shape of ['straight', 'l_shaped', 'u_shaped']) {
    // A larger floor, on which it may be turned.
    const [square, turned] = [0, turn].map((direction) => {
      const draft = new Draft(newScene('A house', 'k3x9'))
      const polygon = box(-8, 8, 16, 16)
      made(draft.apply('create_room', { label: 'Hall', roomType: 'hall', polygon }))
      made(draft.apply('duplicate_level', { levelId: 'level_2', position: 'above' }))
      const call = { fromLevelId: 'level_2', position: [0, 0], shape, direction, railings: false }
      made(draft.apply('create_stair_between_levels', call))
      const fixes = verifyScene(draft.scene)
        .issues.filter(({ code }) => code === 'floor.no_guard')
        .map(({ fix }) => fix!.arguments.path as [number, number][])
      draft.undo()
      const { railingIds } = made(
        draft.apply('create_stair_between_levels', { ...call, railings: true }),
      ) as never as { railingIds: string[] }
      const own = railingIds.map((id) => nodeOf(draft.scene, id, 'railing')!.path)
      return { own, fixes }
    })
    for (const paths of ['own', 'fixes'] as const) {
      const [one, other] = [square, turned].map((all) =>
        all[paths].reduce((sum, path) => sum + lengthOf(path), 0),
      )
      // Stretches are looked at every 0.05 or 0.1 m.
      expect(Math.abs(one - other), `${shape} ${paths}`).toBeLessThan(0.25)
      for (const path of turned[paths])
        for (const [index, at] of path.slice(1).entries())
          expect(lengthOf([path[index], at])).toBeGreaterThan(1e-3)
    }
  }
})

test('the landing of a spiral is no edge of its floor', () => {
  const { draft } = build({ shape: 'spiral', position: [4, -2.5], direction: 0 })
  made(draft.apply('set_zone', { levelId: 'level_3', polygon: ring, roomType: 'hall' }))
  expect(verifyScene(draft.scene).issues.filter(({ code }) => code === 'floor.no_guard')).toEqual(
    [],
  )
})
