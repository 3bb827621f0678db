import { expect, test } from 'vitest'
import { sceneOf, type TestNode } from '../../../tests/houses/scene-of.ts'
import { box } from '../../../tests/houses/sound-house.ts'
import { type Corner, door, ring, wall, window, zone } from '../../../tests/thresholds/threshold.ts'
import { rotate } from '../../geometry/point.ts'
import type { Scene } from '../../scene/scene.ts'
import { verifyScene } from '../verify.ts'
import { roomGraph } from './room-graph.ts'

const unreachable = (scene: Scene): string[] =>
  verifyScene(scene, { checks: ['room.unreachable'] }).issues.map(({ nodeIds }) => nodeIds[0])

const living = (polygon: Corner[]) => zone('zone_30', polygon, { roomType: 'living' })
const cell = (polygon: Corner[], roomType = 'office') => zone('zone_31', polygon, { roomType })

test('a room without a door is not reached over the chords with which its arc is drawn', () => {
  // Half a circle of 3 m, south of a living room of 6 by 4 m; drawn by its tips and its middle.
  const apse = (...more: TestNode[]) =>
    sceneOf(
      ...ring(box(0, 0, 6, 4), 3),
      wall('wall_8', [0, 0], [6, 0], { sagitta: -3 }),
      door('door_20', 'wall_4', 2),
      living(box(0, 0, 6, 4)),
      cell([
        [0, 0],
        [3, 3],
        [6, 0],
      ]),
      ...more,
    )
  expect(unreachable(apse())).toEqual(['zone_31'])
  expect(unreachable(apse(door('door_21', 'wall_3', 3)))).toEqual([])
  // A door in the arc leads to the part of the apse that is in no zone, and so into the apse.
  expect(unreachable(apse(door('door_21', 'wall_8', 2)))).toEqual([])
  // The other way around, an arc into the living room: its chords are drawn over the wall.
  const bay = (...more: TestNode[]) =>
    sceneOf(
      ...ring(box(0, 0, 6, 4), 3).slice(1),
      wall('wall_8', [0, 0], [6, 0], { sagitta: 1 }),
      ...ring(box(0, 3, 6, 3), 12).filter((_, index) => index !== 2),
      door('door_20', 'wall_4', 2),
      living(box(0, 0, 6, 4)),
      cell(box(0, 3, 6, 3)),
      ...more,
    )
  expect(unreachable(bay())).toEqual(['zone_31'])
  expect(unreachable(bay(door('door_21', 'wall_8', 3)))).toEqual([])
})

test('a room without a door is not reached over an edge that is drawn beside its wall', () => {
  const drawn = (inset: number) =>
    sceneOf(
      ...ring(box(0, 0, 6, 4), 3),
      ...ring(box(6, 0, 3, 4), 12).slice(0, 3),
      door('door_20', 'wall_3', 2),
      living(box(0, 0, 6, 4)),
      cell(box(6 + inset, -inset, 3 - 2 * inset, 4 - 2 * inset)),
    )
  for (const inset of [-0.4, -0.25, 0, 0.2, 0.3, 0.5])
    expect(unreachable(drawn(inset)), `${inset}`).toEqual(['zone_31'])
})

test('nor where nothing is parallel to the axes', () => {
  for (const degrees of [13, 45, 200.5]) {
    const turned = (corners: Corner[]) => corners.map((at) => [...rotate(at, degrees)] as Corner)
    for (const inset of [-0.3, 0.2, 0.4]) {
      const scene = (...more: TestNode[]) =>
        sceneOf(
          ...ring(turned(box(0, 0, 6, 4)), 3),
          ...ring(turned(box(6, 0, 3, 4)), 12).slice(0, 3),
          door('door_20', 'wall_3', 2),
          living(turned(box(0, 0, 6, 4))),
          cell(turned(box(6 + inset, -inset, 3 - 2 * inset, 4 - 2 * inset))),
          ...more,
        )
      expect(unreachable(scene()), `${degrees} ${inset}`).toEqual(['zone_31'])
      expect(unreachable(scene(door('door_21', 'wall_4', 2)))).toEqual([])
    }
  }
})

test('a room whose only opening is a window, or a hole with a high sill, is not reached', () => {
  const scene = (opening: TestNode) =>
    sceneOf(
      ...ring(box(0, 0, 6, 4), 3),
      ...ring(box(6, 0, 3, 4), 12).slice(0, 3),
      door('door_20', 'wall_3', 2),
      living(box(0, 0, 6, 4)),
      cell(box(6, 0, 3, 4)),
      opening,
    )
  expect(unreachable(scene(window('window_21', 'wall_4', 2)))).toEqual(['zone_31'])
  expect(unreachable(scene(window('window_21', 'wall_12', 1.5, { sill: 0 })))).toEqual(['zone_31'])
  const hole = { kind: 'opening' as const, id: 'opening_21', height: 1, sill: 1 }
  expect(unreachable(scene(door('door_21', 'wall_4', 2, hole)))).toEqual(['zone_31'])
})

test('a door into a place between walls without a room is not an entrance', () => {
  const scene = (...more: TestNode[]) =>
    sceneOf(
      ...ring(box(0, 0, 6, 4), 3),
      ...ring(box(6, 0, 3, 4), 12).slice(0, 3),
      door('door_20', 'wall_4', 2),
      living(box(0, 0, 6, 4)),
      ...more,
    )
  expect(unreachable(scene())).toEqual(['zone_30'])
  expect(roomGraph(scene()).entrances).toEqual([])
  const entered = scene(door('door_21', 'wall_12', 1.5))
  expect(unreachable(entered)).toEqual([])
  expect(roomGraph(entered).entrances).toEqual(['door_21'])
})

test('a door to a terrace is an entrance where the terrace is open to the outside', () => {
  const scene = (walls: TestNode[]) =>
    sceneOf(
      ...ring(box(0, 0, 6, 4), 3),
      ...walls,
      door('door_20', 'wall_3', 2),
      living(box(0, 0, 6, 4)),
      zone('zone_31', box(0, 3, 6, 3), { roomType: 'terrace' }),
    )
  expect(roomGraph(scene([])).entrances).toEqual(['door_20'])
  const walled = ring(box(0, 3, 6, 3), 12).filter((_, index) => index !== 2)
  expect(roomGraph(scene(walled)).entrances).toEqual([])
  expect(unreachable(scene(walled))).toEqual(['zone_30'])
})
