import { expect, test } from 'vitest'
import { seededRandom } from '../../../random/seeded-random.ts'
import { FUZZ_SEED } from '../../../tests/fuzz-seed.ts'
import { crossingPlan } from '../../../tests/houses/crossing-plan.ts'
import { dividedPlan } from '../../../tests/houses/divided-plan.ts'
import { NASTY_JOINS } from '../../../tests/houses/nasty-joins.ts'
import { wallPlan } from '../../../tests/houses/wall-plan.ts'
import { isLongRun } from '../../../tests/long-run.ts'
import { closedMeshFaults } from '../../../tests/oracles/closed-mesh.ts'
import { volumeOf } from '../../geometry/mesh-measure.ts'
import { add, degreesOf, type Point } from '../../geometry/point.ts'
import { area, boxOf, contains, distanceToBorder } from '../../geometry/polygon.ts'
import type { Scene } from '../../scene/scene.ts'
import { findRooms } from '../rooms.ts'
import { wallBody } from './wall-body.ts'
import { wallNetwork } from './wall-network.ts'
import { type WallShape, wallShapes } from './wall-shapes.ts'

const shapesOf = (scene: Scene): WallShape[] => [...wallShapes(scene, 'level_2').values()]
/** The number of random plans: a third of those of the long run. */
const plansOf = (full: number): number => (isLongRun ? full : Math.ceil(full / 3))
/** Points nearer than this to a border are of either side, in metres. */
const BORDER_M = 1e-5

/** Number of pieces that contain the point; null on a border. */
function piecesAt(shapes: readonly WallShape[], at: Point): number | null {
  const pieces = shapes.flatMap((shape) => shape.pieces)
  if (pieces.some((piece) => distanceToBorder(piece, at) < BORDER_M)) return null
  return pieces.filter((piece) => contains(piece, at)).length
}

test('every point of a footprint is of one wall and no more, however walls cross', () => {
  for (let seed = 1; seed <= plansOf(50); seed++) {
    const random = seededRandom(FUZZ_SEED + seed)
    const shapes = shapesOf(wallPlan(crossingPlan(random, seed % 2 === 0).walls))
    for (const { footprint } of shapes) {
      const { minX, maxX, minZ, maxZ } = boxOf(footprint)
      for (let i = 0; i < 12; i++) {
        const at: Point = [minX + (maxX - minX) * random(), minZ + (maxZ - minZ) * random()]
        if (contains(footprint, at)) expect([1, null]).toContain(piecesAt(shapes, at))
      }
    }
  }
})

test('around a joint nothing is left open between the walls', () => {
  for (let seed = 1; seed <= plansOf(40); seed++) {
    const random = seededRandom(FUZZ_SEED + seed)
    const degrees = seed % 3 === 0 ? 0 : Math.round(random() * 3600) / 10
    const plan = { width: 9, depth: 7, divisions: 6, degrees, outer: 0.3 }
    const scene = wallPlan(seed % 2 === 0 ? dividedPlan(random, plan) : star(random))
    const shapes = shapesOf(scene)
    for (const { at, ends } of wallNetwork(scene, 'level_2').nodes) {
      if (widestGap(ends.map(({ out }) => out)) > 270.1) continue
      const reach = Math.min(...ends.map(({ half }) => half))
      for (let i = 0; i < 8; i++) {
        const angle = random() * 2 * Math.PI
        const by = reach * random()
        const point = add(at, [Math.cos(angle) * by, Math.sin(angle) * by])
        expect([1, null]).toContain(piecesAt(shapes, point))
      }
    }
  }
})

/** Three to six walls of random thickness from one joint, 45 degrees apart or more. */
function star(random: () => number): object[] {
  const count = 3 + Math.floor(random() * 4)
  return Array.from({ length: count }, (_, index) => {
    const angle = ((index + random() * 0.25) * 2 * Math.PI) / count
    const end = [3 * Math.cos(angle), 3 * Math.sin(angle)]
    return { start: [0, 0], end, thickness: 0.1 + Math.round(random() * 30) / 100 }
  })
}

/** Widest angle in degrees between neighbours around a joint. */
function widestGap(outs: readonly Point[]): number {
  const angles = outs.map(degreesOf).sort((a, b) => a - b)
  return Math.max(
    ...angles.map((angle, index) => {
      const next = angles[(index + 1) % angles.length]
      return next > angle ? next - angle : next - angle + 360
    }),
  )
}

test('every body is closed, however walls cross and wherever openings are', () => {
  // Of 19726 the end of an arc is cut by a wall that runs through its other face.
  for (const seed of [
    19726,
    ...Array.from({ length: plansOf(60) }, (_, index) => FUZZ_SEED + index),
  ]) {
    const { walls, openings } = crossingPlan(seededRandom(seed), seed % 2 === 0)
    const scene = wallPlan(walls, openings)
    for (const { id } of shapesOf(scene)) {
      for (const { mesh } of wallBody(scene, id).parts)
        expect(closedMeshFaults(mesh), `${id}, seed ${seed}`).toEqual([])
    }
  }
})

test('the bodies of nasty joins are closed and as high as their walls', () => {
  for (const walls of Object.values(NASTY_JOINS)) {
    const scene = wallPlan(walls)
    for (const { id, pieces, top, base } of shapesOf(scene)) {
      const volume = wallBody(scene, id).parts.reduce((sum, { mesh }) => {
        expect(closedMeshFaults(mesh)).toEqual([])
        return sum + volumeOf(mesh)
      }, 0)
      const plan = pieces.reduce((sum, piece) => sum + area(piece), 0)
      expect(volume).toBeCloseTo(plan * (top - base), 9)
    }
  }
})

/** Walls shorter than this end within the joints of others, which then have part of their area. */
const STUB_M = 0.3

test('a straight wall has the volume of its area less that of its openings', () => {
  // Of 830 a stub of 0.03 m ends in a joint: there the wall next to it is 2 square millimetres less
  // than its footprint.
  for (const seed of [
    830,
    ...Array.from({ length: plansOf(24) }, (_, index) => FUZZ_SEED + index),
  ]) {
    const random = seededRandom(seed)
    const walls = dividedPlan(random, {
      width: 10,
      depth: 8,
      divisions: 8,
      degrees: Math.round(random() * 3600) / 10,
      outer: 0.3,
    })
    const bare = wallPlan(walls)
    const openings: {
      wall: number
      kind: 'opening'
      width: number
      height: number
      sill: number
      offset: number
    }[] = []
    for (const [wall] of walls.entries()) {
      for (const [from, to] of wallShapes(bare, 'level_2').get(`wall_${wall + 10}`)!.freeSpans) {
        if (to - from < 0.5) continue
        const width = Math.round((0.2 + random() * (to - from - 0.4)) * 1e3) / 1e3
        const offset = Math.round(((from + to) / 2) * 1e3) / 1e3
        const sill = random() < 0.4 ? 0 : Math.round(random() * 1e3) / 1e3
        openings.push({ wall, kind: 'opening', width, height: 1.5, sill, offset })
      }
    }
    const scene = wallPlan(walls, openings)
    const shapes = wallShapes(scene, 'level_2')
    for (const { id, footprint, pieces, path, joins, thickness, base, top } of shapes.values()) {
      const near = [path, ...joins.map(({ wallId }) => shapes.get(wallId)!.path)]
      const isWhole = !near.some(({ length }) => length < STUB_M)
      const own = pieces.reduce((sum, piece) => sum + area(piece), 0)
      if (isWhole) expect(own, `${id}, seed ${seed}`).toBe(area(footprint))
      const cut = openings
        .filter(({ wall }) => id === `wall_${wall + 10}`)
        .reduce((sum, { width, height }) => sum + width * height * thickness, 0)
      const [{ mesh }] = wallBody(scene, id).parts
      const volume = own * (top - base) - cut
      // A piece that was cut has corners on Clipper's grid of 10 nm.
      const most = isWhole ? 1e-9 : 1e-6
      expect(Math.abs(volumeOf(mesh) / volume - 1), `${id}, seed ${seed}`).toBeLessThan(most)
    }
  }
})

test('the order of the nodes in a scene changes no byte', () => {
  for (let seed = 1; seed <= plansOf(12); seed++) {
    const { walls, openings } = crossingPlan(seededRandom(FUZZ_SEED + seed), true)
    const scene = wallPlan(walls, openings)
    const shuffled = { ...scene, nodes: Object.fromEntries(Object.entries(scene.nodes).reverse()) }
    const derived = (of: Scene) =>
      JSON.stringify([
        shapesOf(of),
        findRooms(of, 'level_2'),
        shapesOf(of).map(({ id }) => wallBody(of, id).parts),
      ])
    expect(derived(shuffled)).toBe(derived(scene))
  }
})
