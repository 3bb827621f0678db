import { expect, test } from 'vitest'
import { seededRandom } from '../../../random/seeded-random.ts'
import { dividedPlan } from '../../../tests/houses/divided-plan.ts'
import { EXAMPLE_NAMES, exampleScene } from '../../../tests/houses/example-scenes.ts'
import { largeBuilding } from '../../../tests/houses/large-building.ts'
import { wallPlan } from '../../../tests/houses/wall-plan.ts'
import { isLongRun } from '../../../tests/long-run.ts'
import { validateScene } from '../../checks/validate.ts'
import { distance, dot, leftOf, subtract, unit } from '../../geometry/point.ts'
import { area } from '../../geometry/polygon.ts'
import { findRooms, wallSides, zoneInside } from '../../kernel/rooms.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import { childrenOf, fullNode, nodeOf, nodesOf, type Scene } from '../../scene/scene.ts'
import { refuseMisfits } from '../fit/refuse-misfits.ts'
import { Refusal } from '../refusal.ts'
import { SceneEdit } from '../scene-edit.ts'
import { moveWallLine } from './move-line.ts'
import { type WallLine, wallLineOf, wallSegmentOf } from './wall-lines.ts'

/** Rounding of both ends to the grid of 0.1 mm, in metres. */
const GRID_M = 2e-4
/** How far an oblique corner may be from where it was after a move there and back, in metres. */
const BACK_M = 5e-4

/** Walls of each example that are moved: all of them, several times, in the long run. */
const WALLS_TRIED = isLongRun ? 400 : 5
/** Random plans at each angle. */
const PLANS = isLongRun ? 12 : 2
const LARGE_TRIED = isLongRun ? 20 : 6

/** A random plan with a zone and a slab in each room. */
function plannedScene(seed: number, degrees: number): Scene {
  const random = seededRandom(seed)
  const plan = { width: 11, depth: 8.5, divisions: 3 + (seed % 6), degrees, outer: 0.3 }
  const scene = wallPlan(dividedPlan(random, plan))
  const nodes = { ...scene.nodes }
  for (const [index, { loop }] of findRooms(scene, 'level_2').entries()) {
    const polygon = loop.map(([x, z]) => [x, z])
    const common = { parent: 'level_2', polygon }
    for (const kind of ['zone', 'slab'] as const) {
      const id = `${kind}_${index + 5000}`
      nodes[id] = fullNode({ ...common, id, kind, ...(kind === 'zone' && { color: '#aabbcc' }) })
    }
  }
  return { ...scene, nodes }
}

type Wall = NodeOf<'wall'>

/** How far the end of a wall is from the direction of the wall before, in metres. */
function turnedBy(before: Wall, after: Wall): number {
  const [was, now] = [before, after].map(({ start, end }) => subtract(end, start))
  const sine = Math.abs(dot(leftOf(unit(was)), unit(now)))
  // A wall of less than a metre turns by more on the same grid.
  return sine * Math.min(distance(after.start, after.end), distance(before.start, before.end))
}

interface Moved {
  scene: Scene
  line: WallLine
}

function moved(scene: Scene, wallId: string, across: number, isLine: boolean): Moved | null {
  const edit = new SceneEdit(scene)
  try {
    const line = isLine ? wallLineOf(scene, wallId) : wallSegmentOf(scene, wallId)
    moveWallLine(edit, line, across)
    refuseMisfits(scene, edit.scene)
    return { scene: edit.scene, line }
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/** Checks one move of a wall; false where it is refused. */
function checkMove(scene: Scene, wallId: string, across: number, isLine: boolean): boolean {
  const there = moved(scene, wallId, across, isLine)
  if (!there) return false
  const name = `${wallId} ${across} ${isLine ? 'line' : 'segment'}`
  const level = nodeOf(scene, wallId, 'wall')!.parent!
  for (const wall of nodesOf(there.scene, 'wall')) {
    const before = nodeOf(scene, wall.id, 'wall')
    if (before && wall.sagitta === 0)
      expect(turnedBy(before, wall), `${name} turns ${wall.id}`).toBeLessThan(GRID_M)
  }
  expect(validateScene(there.scene).errors, name).toEqual([])
  const zones = childrenOf(scene, level, 'zone').map(({ id }) => id)
  // The polygon of a room that was the loop of walls around it still is.
  for (const id of zones) {
    if (!isLoop(scene, id)) continue
    expect(isLoop(there.scene, id), `${name}: the polygon of ${id} follows`).toBe(true)
  }
  return true
}

/** True where walls enclose a zone and its polygon has the area of the loop. */
function isLoop(scene: Scene, id: string): boolean {
  const { enclosure, grossArea } = zoneInside(scene, id)
  const { polygon } = nodeOf(scene, id, 'zone')!
  return enclosure === 'walls' && Math.abs(area(polygon) - grossArea) < 0.01
}

const sums = (scene: Scene) =>
  (['zone', 'slab'] as const).map((kind) =>
    nodesOf(scene, kind).reduce((sum, { polygon }) => sum + area(polygon), 0),
  )

test.each([0, 17.3, 45])('lines and segments of random plans, turned by %d degrees', (degrees) => {
  let [made, inner] = [0, 0]
  for (let seed = 1; seed <= PLANS; seed++) {
    const scene = plannedScene(seed, degrees)
    const random = seededRandom(seed * 7)
    for (const { id } of nodesOf(scene, 'wall')) {
      const across = Math.round((random() * 2 - 1) * 100) / 100
      const isLine = random() < 0.6
      if (!checkMove(scene, id, across, isLine)) continue
      made++
      const there = moved(scene, id, across, isLine)!
      // An inner line takes from one side what it gives to the other; the outline of the plan is
      // a rectangle, which grows or shrinks by a strip as long as its side.
      const outer = there.line.wallIds.filter((wall) => wallSides(scene, wall).isExterior)
      if (outer.length === 0) inner++
      else if (outer.length < there.line.wallIds.length) continue
      const strip = outer.length === 0 ? 0 : distance(there.line.start, there.line.end) * across
      const [was, now] = [sums(scene), sums(there.scene)]
      for (const [kind, sum] of was.entries())
        expect(Math.abs(now[kind] - sum), `${seed} ${id} ${across}`).toBeCloseTo(Math.abs(strip), 2)
      // There and back: the same walls.
      const back = new SceneEdit(there.scene)
      const line = isLine ? wallLineOf(there.scene, id) : wallSegmentOf(there.scene, id)
      moveWallLine(back, line, -across)
      const name = `${seed} ${id} ${across} ${isLine}: there and back`
      expect(missingWalls(scene, back.scene), name).toEqual([])
      expect(nodesOf(back.scene, 'wall')).toHaveLength(nodesOf(scene, 'wall').length)
      for (const zone of nodesOf(scene, 'zone'))
        expect(area(nodeOf(back.scene, zone.id, 'zone')!.polygon), name).toBeCloseTo(
          area(zone.polygon),
          2,
        )
    }
  }
  expect(made).toBeGreaterThan(PLANS * 5)
  expect(inner).toBeGreaterThan(PLANS * 2.5)
})

/** The walls of a scene that another has not, by their ends: they may have other ids. */
function missingWalls(scene: Scene, other: Scene): string[] {
  const isNear = (a: Wall, b: Wall) =>
    distance(a.start, b.start) < BACK_M && distance(a.end, b.end) < BACK_M
  const turned = (wall: Wall): Wall => ({ ...wall, start: wall.end, end: wall.start })
  return nodesOf(scene, 'wall')
    .filter((a) => !nodesOf(other, 'wall').some((b) => isNear(a, b) || isNear(a, turned(b))))
    .map(({ id }) => id)
}

test.each(EXAMPLE_NAMES)('lines and segments of %s', (name) => {
  const scene = exampleScene(name)
  const random = seededRandom(5)
  let made = 0
  const walls = nodesOf(scene, 'wall').filter(({ sagitta }) => sagitta === 0)
  for (let i = 0; i < WALLS_TRIED; i++) {
    const { id } = walls[Math.floor(random() * walls.length)]
    if (checkMove(scene, id, Math.round((random() - 0.5) * 200) / 100, i % 2 === 0)) made++
  }
  expect(made).toBeGreaterThan(WALLS_TRIED / 4)
})

if (isLongRun)
  test('lines of the large building', () => {
    const scene = largeBuilding(isLongRun ? {} : { storeys: 2 })
    const random = seededRandom(6)
    const walls = childrenOf(scene, 'level_2', 'wall')
    let made = 0
    for (let i = 0; i < LARGE_TRIED; i++) {
      const wall = walls[Math.floor(random() * walls.length)]
      if (checkMove(scene, wall.id, Math.round((random() - 0.5) * 100) / 100, i % 2 === 0)) made++
    }
    expect(made).toBeGreaterThan(LARGE_TRIED / 4)
  })
