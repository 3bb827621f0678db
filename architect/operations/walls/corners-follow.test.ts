import { describe, expect, test } from 'vitest'
import { box, made, refusedFor } from '../../../tests/houses/drafted-house.ts'
import { verifyScene } from '../../checks/verify.ts'
import { area } from '../../geometry/polygon.ts'
import { findRooms } from '../../kernel/rooms.ts'
import { newScene, nodeOf, nodesOf, type Scene } from '../../scene/scene.ts'
import { sceneHash } from '../../scene/scene-hash.ts'
import { Draft } from '../draft.ts'

type Room = { polygon: number[][]; arcs?: object[] }

function drafted(rooms: Room[]): Draft {
  const draft = new Draft(newScene('A house', 'k3x9'))
  for (const [index, room] of rooms.entries())
    made(draft.apply('create_room', { label: `Room ${index}`, wallThickness: 0.2, ...room }))
  return draft
}

const sorted = (areas: number[]) => areas.sort((a, b) => a - b)
const areasOf = (scene: Scene, kind: 'zone' | 'slab' | 'ceiling') =>
  sorted(nodesOf(scene, kind).map(({ polygon }) => area(polygon)))

/** Every zone, slab and ceiling has the area of a loop of walls, and no loop is open. */
function expectFollowed(scene: Scene): void {
  const loops = sorted(findRooms(scene, 'level_2').map(({ grossArea }) => grossArea))
  for (const kind of ['zone', 'slab', 'ceiling'] as const) {
    const areas = areasOf(scene, kind)
    expect(areas).toHaveLength(loops.length)
    for (const [index, loop] of loops.entries()) expect(areas[index]).toBeCloseTo(loop, 2)
  }
  const checks = ['room.open_loop', 'wall.gap']
  expect(verifyScene(scene, { checks }).issues).toEqual([])
}

describe('a corner between two walls that end at the moved line', () => {
  const plan = () =>
    drafted([
      {
        polygon: [
          [0, 0],
          [6, 0],
          [4, -5],
          [0, -5],
        ],
      },
      {
        polygon: [
          [6, 0],
          [10, 0],
          [10, -5],
          [4, -5],
        ],
      },
      {
        polygon: [
          [0, -5],
          [10, -5],
          [10, -9],
          [3, -9],
        ],
      },
    ])

  test('is cut off where the line moves over it', () => {
    const draft = plan()
    // The wall from [3, -9] to [0, -5] moves across by 0.3 m.
    const { id } = nodesOf(draft.scene, 'wall').find(({ start }) => String(start) === '3,-9')!
    const before = sceneHash(draft.scene)
    made(draft.apply('move_wall', { wallId: id, by: [0.24, 0.18] }))
    const { polygon } = nodesOf(draft.scene, 'zone').find(({ label }) => label === 'Room 0')!
    expect(polygon).toEqual([
      [0, 0],
      [6, 0],
      [4, -5],
      [0.375, -5],
      [0, -4.5],
    ])
    expectFollowed(draft.scene)
    made(draft.apply('move_wall', { wallId: id, by: [-0.24, -0.18] }))
    expect(sceneHash(draft.scene)).toBe(before)
  })

  test('refuses a line away from it, where both would cross', () => {
    const draft = plan()
    const { id } = nodesOf(draft.scene, 'wall').find(({ start }) => String(start) === '3,-9')!
    const error = refusedFor(draft.apply('move_wall', { wallId: id, by: [-0.24, -0.18] }))
    expect(error.code).toBe('wall_overlaps')
  })

  test('is cut off of a slab under several rooms', () => {
    const draft = plan()
    const [level] = nodesOf(draft.scene, 'level')
    const slabs = nodesOf(draft.scene, 'slab').map(({ id }) => id)
    made(draft.apply('delete_node', { ids: slabs }))
    const under = [
      [0, 0],
      [10, 0],
      [10, -5],
      [0, -5],
    ]
    const { slabId } = made(draft.apply('create_slab', { levelId: level.id, polygon: under }))
    const { id } = nodesOf(draft.scene, 'wall').find(({ start }) => String(start) === '3,-9')!
    made(draft.apply('move_wall', { wallId: id, by: [0.24, 0.18] }))
    expect(area(nodeOf(draft.scene, slabId, 'slab')!.polygon)).toBeCloseTo(50 - 0.09375, 4)
  })
})

describe('a segment that ends at an arc', () => {
  // Two rooms of 6 m and 4 m side by side; the border north of both bulges north by 1 m.
  const arc = { edge: 2, sagitta: -1 }
  const plan = () =>
    drafted([
      { polygon: box(0, 0, 6, 4), arcs: [arc] },
      { polygon: box(0, -4, 6, 4), arcs: [{ edge: 0, sagitta: 1 }] },
      { polygon: box(6, 0, 4, 8) },
    ])

  test.each([-1.5, 1.5])('slides along it by %d m, and no loop is open', (by) => {
    const draft = plan()
    const { id } = nodesOf(draft.scene, 'wall').find(
      ({ start, end }) => [String(start), String(end)].sort().join(' ') === '6,-4 6,-8',
    )!
    const walls = nodesOf(draft.scene, 'wall').length
    made(draft.apply('move_wall', { wallId: id, by: [by, 0], scope: 'segment' }))
    expectFollowed(draft.scene)
    made(draft.apply('move_wall', { wallId: id, by: [-by, 0], scope: 'segment' }))
    expectFollowed(draft.scene)
    expect(nodesOf(draft.scene, 'wall')).toHaveLength(walls)
  })

  test.each([-0.6, 0.6])('trims the arc that meets it by %d m', (by) => {
    // The straight wall south of the eastern room meets the arc and the wall between the rooms.
    const draft = drafted([
      { polygon: box(0, 0, 6, 4), arcs: [{ edge: 0, sagitta: -1 }] },
      { polygon: box(6, 0, 4, 4) },
    ])
    const { id } = nodesOf(draft.scene, 'wall').find(({ end }) => String(end) === '10,0')!
    made(draft.apply('move_wall', { wallId: id, by: [0, by], scope: 'segment' }))
    expectFollowed(draft.scene)
  })

  test('makes more than half a circle of half a circle', () => {
    const draft = drafted([
      { polygon: box(0, 0, 4, 4), arcs: [{ edge: 0, sagitta: -2 }] },
      { polygon: box(4, 0, 6, 4) },
    ])
    const { id } = nodesOf(draft.scene, 'wall').find(({ end }) => String(end) === '10,0')!
    made(draft.apply('move_wall', { wallId: id, by: [0, -1], scope: 'segment' }))
    const arcs = nodesOf(draft.scene, 'wall').filter(({ sagitta }) => sagitta !== 0)
    // Its end is 30 degrees past half of the circle of 2 m: 2 (1 + sin 15 degrees).
    expect(arcs.map(({ sagitta }) => Math.abs(sagitta))).toEqual([expect.closeTo(2.5176, 3)])
    expectFollowed(draft.scene)
  })
})

describe('a wall moved there and back leaves the scene as it was', () => {
  test.each([
    ['segment', 0.6],
    ['segment', -0.6],
    ['line', 0.6],
    ['line', -0.6],
  ])('a %s by %d m, with an open plan beside it', (scope, by) => {
    // Two zones share an area of 8 by 4 m without a wall between them; two rooms are north of it.
    const draft = drafted([{ polygon: box(0, -4, 4, 3) }, { polygon: box(4, -4, 4, 3) }])
    const footprint = box(0, 0, 8, 4)
    made(draft.apply('create_story_shell', { footprint, wallThickness: 0.2 }))
    for (const [label, x] of [
      ['Kitchen', 0],
      ['Living', 3],
    ] as const)
      made(draft.apply('set_zone', { polygon: box(x, 0, x === 0 ? 3 : 5, 4), label }))
    const before = sceneHash(draft.scene)
    for (const { id, start, end } of nodesOf(draft.scene, 'wall')) {
      const isAcross = start[0] === end[0]
      const way = (sign: number) => (isAcross ? [sign * by, 0] : [0, sign * by])
      made(draft.apply('move_wall', { wallId: id, by: way(1), scope }))
      made(draft.apply('move_wall', { wallId: id, by: way(-1), scope }))
      expect(sceneHash(draft.scene), `${id} from ${start} to ${end}`).toBe(before)
    }
  })
})
