import { expect, test } from 'vitest'
import { closedMeshFaults } from '../../../tests/oracles/closed-mesh.ts'
import { rectangle } from '../../geometry/mesh.ts'
import { rotate } from '../../geometry/point.ts'
import { boxOf, type Polygon } from '../../geometry/polygon.ts'
import { type Region, regionArea } from '../../geometry/regions.ts'
import { materialOf } from '../../scene/materials.ts'
import { untouchingRegions } from './clean-regions.ts'
import { boardPart } from './slab-body.ts'

const CONCRETE = materialOf(undefined, 'concrete')
/** A step of Clipper, in metres. */
const STEP = 1e-8

/** Two squares of 4 m with a corner in common, as one ring that comes back there but for a step. */
const TWO_SQUARES: Polygon = [
  [0, 0],
  [4, 0],
  [4, -4],
  [0, -4],
  [0, -STEP],
  [-4, 0],
  [-4, 4],
  [0, 4],
]
const hole = (x: number, z: number): Polygon => [...rectangle([x, z], 1, 1)].reverse()

/** The regions at an angle without their touches, which are closed solids as boards. */
function untouching(region: Region, degrees: number): Region[] {
  const turn = (ring: Polygon): Polygon => ring.map((corner) => rotate(corner, degrees))
  const turned = { outer: turn(region.outer), holes: region.holes.map(turn) }
  const regions = untouchingRegions([turned])
  const { mesh } = boardPart('board', CONCRETE, [turned], 0, 0.01)
  expect(closedMeshFaults(mesh), `at ${degrees} degrees`).toEqual([])
  return regions
}

test.each([0, 40, 130, 220, 311])('rings that touch are taken apart, at %i degrees', (degrees) => {
  const two = untouching({ outer: TWO_SQUARES, holes: [] }, degrees)
  expect(two.map(({ holes }) => holes.length)).toEqual([0, 0])
  expect(regionArea(two)).toBeCloseTo(32, 4)

  // A hole stays in the part that it is in.
  const holed = untouching({ outer: TWO_SQUARES, holes: [hole(3, -1)] }, degrees)
  expect(holed.map(({ holes }) => holes.length).sort()).toEqual([0, 1])
  expect(holed.find(({ holes }) => holes.length > 0)!.outer).toHaveLength(4)
})

test.each([0, 40, 90, 180, 270])('a hole at the border is a notch, at %i degrees', (degrees) => {
  const outer = rectangle([0, 0], 6, 6)
  for (const past of [-STEP, 0, STEP]) {
    const notched = untouching({ outer, holes: [hole(0, 2.5 + past)] }, degrees)
    expect(notched.map(({ holes }) => holes.length)).toEqual([0])
    expect(notched[0].outer).toHaveLength(8)
    expect(regionArea(notched)).toBeCloseTo(35, 4)

    const holed = untouching({ outer, holes: [hole(0, 2.5 + past), hole(1, -1)] }, degrees)
    expect(holed.map(({ holes }) => holes.length)).toEqual([1])
    expect(regionArea(holed)).toBeCloseTo(34, 4)
  }
})

test('a needle that is thinner than two micrometres at its end alone leaves no stub', () => {
  const outer: Polygon = [
    [-3.49997639, 4.501],
    [-3.28547725, 4.3042],
    [-2.99585486, 4.3042],
    [-3.20926407, 4.5],
    [4.5, 4.5],
    [4.5, -4.5],
    [-4.5, -4.5],
    [-4.5, 4.5],
    [-3.78850885, 4.5],
    [-3.57509964, 4.3042],
    [-3.28548045, 4.3042],
    [-3.49997774, 4.501],
  ]
  const [board, ...rest] = untouching({ outer, holes: [] }, 0)
  expect(rest).toEqual([])
  expect(boxOf(board.outer).maxZ).toBeLessThan(4.5)
})

test('regions that do not touch themselves stay as they are', () => {
  const region = { outer: rectangle([0, 0], 6, 6), holes: [hole(0, 2.4999), hole(1, -1)] }
  expect(untouchingRegions([region])).toEqual([region])
})
