import { beforeAll, expect, test } from 'vitest'
import { largeBuilding } from '../../../tests/houses/large-building.ts'
import { loadedGlb } from '../../../tests/houses/loaded-glb.ts'
import { bakeScene } from '../../bake/bake-scene.ts'
import { levelFrames } from '../../kernel/levels.ts'
import { stairShape } from '../../kernel/stairs/stair-shape.ts'
import { nodesOf } from '../../scene/scene.ts'
import { type Building, newBuilding } from './building.ts'
import { openWalkMode, type WalkMode } from './walk-mode.ts'

const FRAME_S = 1 / 30
const scene = largeBuilding({ storeys: 2, roomsPerSide: 2, isFurnished: false })
const opened: string[] = []
let building: Building
let walk: WalkMode

beforeAll(async () => {
  const baked = await bakeScene(scene)
  if (baked.kind === 'empty') throw new Error('nothing was baked')
  building = newBuilding(await loadedGlb(baked.glb), true)
  building.show({ level: null, covers: true })
})

/** A walker in the corridor of the ground floor. */
function enter(): void {
  opened.length = 0
  walk = openWalkMode(building, (id) => {
    opened.push(id)
    building.doors.set(id, true, true)
  })
  const corridor = nodesOf(scene, 'zone').find(({ label }) => label === 'Corridor')!
  walk.enter(null, building.bounds, corridor.id)
}

/** Turns the walker to a compass direction. */
function turnTo(heading: number): void {
  walk.look((walk.walker.heading - heading) / 80, 0)
}

function walkFor(seconds: number): void {
  walk.press({ forward: 1, right: 0 }, 0)
  for (let at = 0; at < seconds; at += FRAME_S) walk.advance(FRAME_S)
  walk.press({ forward: 0, right: 0 }, 0)
}

test('a walker starts on the floor of the chosen room, or of the largest one', () => {
  enter()
  expect(walk.walker.feet[1]).toBeCloseTo(0, 1)
  expect(Math.abs(walk.walker.feet[2])).toBeLessThan(1.2)
  walk.enter('level_2', building.bounds, 'wall_1')
  expect(Math.abs(walk.walker.feet[2])).toBeGreaterThan(1.2)
})

test('a wall stops, and lets along it what leads along it', () => {
  enter()
  turnTo(0)
  const [x, , z] = walk.walker.feet
  walkFor(4)
  // The faces of the walls of the corridor are 1.2 m from its middle.
  expect(walk.walker.feet[2]).toBeLessThan(z)
  expect(walk.walker.feet[2]).toBeGreaterThan(-1.2)
  turnTo(45)
  walkFor(1)
  expect(walk.walker.feet[0]).toBeGreaterThan(x + 0.5)
  expect(walk.walker.feet[2]).toBeGreaterThan(-1.2)
})

test('a closed door opens for who walks to it, and the room behind is entered', () => {
  enter()
  const door = nodesOf(scene, 'door').find(({ id, parent }) => {
    const box = building.boundsOf(id)!
    return building.nodes.get(parent!)!.levelId === 'level_2' && box.max[2] < 0 && box.min[0] > 4
  })!
  const { min, max } = building.boundsOf(door.id)!
  turnTo(90)
  const way = (min[0] + max[0]) / 2 - walk.walker.feet[0]
  if (way < 0) turnTo(270)
  walkFor(Math.abs(way) / 1.8)
  turnTo(0)
  walkFor(3)
  expect(opened).toContain(door.id)
  expect(walk.walker.feet[2]).toBeLessThan(min[2] - 0.5)
})

test('a stair carries to the level above', () => {
  enter()
  const [stair] = nodesOf(scene, 'stair')
  const line = stairShape(scene, stair.id)!.walkline
  const above = levelFrames(scene).get(stair.toLevel)!.elevation
  for (const [x, z] of [[line[0][0] - 0.6, line[0][1]] as const, ...line]) {
    // Towards each point of the line of walk in turn.
    for (let steps = 0; steps < 300; steps++) {
      const [dx, dz] = [x - walk.walker.feet[0], z - walk.walker.feet[2]]
      if (Math.hypot(dx, dz) < 0.15) break
      turnTo((Math.atan2(dx, -dz) * 180) / Math.PI)
      walkFor(FRAME_S)
    }
  }
  expect(walk.walker.feet[1]).toBeGreaterThan(above - 0.4)
})
