import { expect, test } from 'vitest'
import { made, refusedFor } from '../../../tests/houses/drafted-house.ts'
import { verifyScene } from '../../checks/verify.ts'
import { area } from '../../geometry/polygon.ts'
import { findRooms } from '../../kernel/rooms.ts'
import { newScene, nodeOf, nodesOf } from '../../scene/scene.ts'
import { Draft } from '../draft.ts'

/** 6 by 4 m, from west to east along the south first. */
const polygon = [
  [0, 0],
  [6, 0],
  [6, -4],
  [0, -4],
]
/** The south edge bulges out by 1 m: to the right, seen along it. */
const bow = { edge: 0, sagitta: -1 }
const draft = () => new Draft(newScene('A house', 'k3x9'))
const room = { label: 'Bay', polygon, wallThickness: 0.3, arcs: [bow] }

/**
 * The radius is (3^2 / 1 + 1) / 2 = 5 m, the angle 2 asin(3 / 5) = 1.2870, and the segment beyond
 * the chord 25 / 2 (1.2870 - sin 1.2870) = 4.0876 m².
 */
const GROSS_M2 = 24 + 4.0876
/**
 * Between the faces: the inner arc has a radius of 4.85 m about [3, -4], and u runs from -2.85 to
 * 2.85. The area under the arc is 2.85 sqrt(4.85^2 - 2.85^2) + 4.85^2 asin(2.85 / 4.85) =
 * 11.1844 + 14.7745 = 25.9589, less the 5.7 by 0.15 m of half the north wall.
 */
const NET_M2 = 25.9589 - 0.855
/** Chords leave an arc by 5 mm at most, so two thirds of that along its 6.435 m are missing. */
const CHORDS_M2 = (2 / 3) * 0.005 * 6.435

test('a room with an arc has the area of the arc, gross and net, and its loop agrees', () => {
  const house = draft()
  const { zoneId, netArea, wallIds } = made(house.apply('create_room', room))
  expect(wallIds).toHaveLength(4)
  const { polygon: stored } = nodeOf(house.scene, zoneId, 'zone')!
  const within = (value: number, whole: number) => {
    expect(value).toBeLessThanOrEqual(whole + 1e-3)
    expect(value).toBeGreaterThan(whole - CHORDS_M2 - 1e-3)
  }
  within(area(stored), GROSS_M2)
  within(netArea as number, NET_M2)
  const [loop] = findRooms(house.scene, 'level_2')
  expect(loop.grossArea).toBeCloseTo(area(stored), 3)
  expect(loop.netArea).toBeCloseTo(netArea as number, 3)
  const { issues } = verifyScene(house.scene, { checks: ['room.open_loop', 'wall.gap'] })
  expect(issues).toEqual([])
})

test('a door and a window go onto the edge that is an arc', () => {
  const house = draft()
  const { doorIds, windowIds, wallIds } = made(
    house.apply('create_room', {
      ...room,
      doors: [{ edge: 0, t: 0.25 }],
      windows: [{ edge: 0, t: 0.75, width: 2 }],
    }),
  )
  // An arc of 5 m and 1.2870 is 6.4350 m long.
  expect(nodeOf(house.scene, (doorIds as string[])[0], 'door')).toMatchObject({
    parent: wallIds[0],
    offset: 1.6088,
  })
  expect(nodeOf(house.scene, (windowIds as string[])[0], 'window')?.offset).toBe(4.8263)
})

test('a neighbour beyond the arc uses its wall: the two share it and leave nothing between', () => {
  const house = draft()
  const { wallIds } = made(house.apply('create_room', room))
  const south = [
    [6, 0],
    [0, 0],
    [0, 5],
    [6, 5],
  ]
  // Seen from east to west, the arc is to the left.
  const answer = made(
    house.apply('create_room', {
      label: 'South',
      polygon: south,
      wallThickness: 0.3,
      arcs: [{ edge: 0, sagitta: 1 }],
    }),
  )
  expect(answer.reusedWallIds).toEqual([wallIds[0]])
  const areas = nodesOf(house.scene, 'zone').map((zone) => area(zone.polygon))
  expect(areas[0] + areas[1]).toBeCloseTo(6 * 9, 3)
  expect(findRooms(house.scene, 'level_2')).toHaveLength(2)
})

test('a smaller neighbour uses the part of an arc that it borders, which is cut there', () => {
  const house = draft()
  const { wallIds } = made(house.apply('create_room', room))
  // The middle of the arc is [3, 1]; the half of it from there to [6, 0] leaves its chord by
  // 5 (1 - cos(1.2870 / 4)) = 0.2566 m.
  const answer = made(
    house.apply('create_room', {
      label: 'South east',
      polygon: [
        [6, 0],
        [3, 1],
        [3, 5],
        [6, 5],
      ],
      wallThickness: 0.3,
      arcs: [{ edge: 0, sagitta: 0.2566 }],
    }),
  )
  expect(answer.splitWalls).toMatchObject([{ from: wallIds[0], into: { length: 2 } }])
  const [{ into }] = answer.splitWalls as { into: string[] }[]
  expect(into).toContain((answer.wallIdsByEdge as string[][])[0][0])
  expect(findRooms(house.scene, 'level_2')).toHaveLength(2)
})

test('shells and zones are drawn on arcs as well', () => {
  const house = draft()
  const arcs = [bow]
  const shell = made(
    house.apply('create_story_shell', { footprint: polygon, wallThickness: 0.3, arcs }),
  )
  expect(shell.wallIds).toHaveLength(4)
  const { zoneId, netArea } = made(
    house.apply('set_zone', { polygon, arcs, label: 'Hall', roomType: 'hall' }),
  )
  expect(netArea as number).toBeGreaterThan(NET_M2 - CHORDS_M2 - 1e-3)
  expect(zoneId).toBeDefined()
})

test('an arc on no edge, two on one, and one that crosses the room are refused', () => {
  const call = (arcs: object[]) => refusedFor(draft().apply('create_room', { ...room, arcs }))
  expect(call([{ edge: 4, sagitta: 1 }])).toMatchObject({
    code: 'invalid_input',
    param: 'arcs.0.edge',
  })
  expect(call([bow, bow])).toMatchObject({ code: 'invalid_input', param: 'arcs.1.edge' })
  expect(call([{ edge: 0, sagitta: 4.5 }])).toMatchObject({ code: 'invalid_polygon' })
})
