import { expect, test } from 'vitest'
import { sceneOf } from '../../../tests/houses/scene-of.ts'
import { PARCEL, SURVEY, surveyedSite } from '../../../tests/houses/surveyed-site.ts'
import { closedMeshFaults } from '../../../tests/oracles/closed-mesh.ts'
import { volumeOf } from '../../geometry/mesh-measure.ts'
import type { Point } from '../../geometry/point.ts'
import { nodesOf } from '../../scene/scene.ts'
import { bodyOf } from '../bodies.ts'
import { contoursOf, gradeUnder, groundOf } from './ground.ts'

/** Ground that rises by `rise` from the west of the parcel to its east. */
function slope(rise: number, columns = 5) {
  const step = 40 / (columns - 1)
  const rows = Math.ceil(60 / step) + 1
  const heights = Array.from(
    { length: columns * rows },
    (_, node) => ((node % columns) / (columns - 1)) * rise - rise / 2,
  )
  return {
    ...SURVEY.ground!,
    grid: { corner: [-20, -30] as [number, number], step, columns, heights },
  }
}
const on = (ground: typeof SURVEY.ground, ...more: Parameters<typeof sceneOf>) =>
  sceneOf(surveyedSite({ ground }), ...more)
const box = (x: number, z: number, width: number, depth: number) =>
  [
    [x, z],
    [x + width, z],
    [x + width, z - depth],
    [x, z - depth],
  ] as [number, number][]

test('heights between the nodes are even, and outside of the grid those of its border', () => {
  const ground = groundOf(on(slope(4)))!
  expect(ground.heightAt([0, 0])).toBeCloseTo(0, 9)
  expect(ground.heightAt([5, 7])).toBeCloseTo(0.5, 9)
  expect(ground.heightAt([500, 0])).toBeCloseTo(2, 9)
  expect(groundOf(on({ ...SURVEY.ground! }))).toBeNull()
})

test('contours are at whole steps above the datum, across the whole slope', () => {
  const [site] = nodesOf(on(slope(4)), 'site')
  const contours = contoursOf(site)
  // From -0.5 to 3.5 m above NAVD88, in steps of 0.25 m.
  expect(contours.map(({ elevation }) => elevation)).toContain(1.5)
  const middle = contours.find(({ elevation }) => elevation === 1.5)!
  for (const [x] of middle.lines.flat()) expect(x).toBeCloseTo(0, 6)
  const length = middle.lines.reduce((sum, [a, b]) => sum + Math.hypot(b[0] - a[0], b[1] - a[1]), 0)
  expect(length).toBeCloseTo(60, 6)
  expect(contours.length).toBeLessThanOrEqual(25)
})

test.each([
  ['nothing', []],
  ['a floor on it', [{ kind: 'slab' as const, id: 'slab_9', polygon: box(-7.3, 3.1, 9.7, 6.2) }]],
  [
    'a floor that is turned',
    [
      {
        kind: 'slab' as const,
        id: 'slab_9',
        polygon: [
          [0, 9],
          [7.1, 1.3],
          [1.2, -6],
          [-6.4, 2.2],
        ] as Point[],
      },
    ],
  ],
])('the ground with %s is a closed solid of its volume', (_, nodes) => {
  const scene = on(slope(4), ...(nodes as never[]))
  const parts = bodyOf(scene, 'site_k3x9')!.parts
  for (const { name, mesh } of parts) {
    expect(name).toBe('ground')
    expect(closedMeshFaults(mesh)).toEqual([])
  }
  // Floors are 0.2 m thick, about the middle of the slope: under them the ground ends at them.
  const whole = parts.reduce((sum, { mesh }) => sum + volumeOf(mesh), 0)
  const depth = 0.2 + 2
  const built = nodes.length === 0 ? 0 : areaOf(nodes[0].polygon as Point[])
  expect(whole).toBeLessThan(2_400 * depth * 1.001)
  expect(whole).toBeGreaterThan(2_400 * depth * 0.999 - built * 0.6)
  const xs = parts.flatMap(({ mesh }) => [...mesh.positions].filter((_, index) => index % 3 === 0))
  expect([Math.min(...xs), Math.max(...xs)]).toEqual([PARCEL[0][0], PARCEL[1][0]])
})

function areaOf(ring: Point[]): number {
  return Math.abs(
    ring.reduce((sum, [x, z], index) => {
      const [u, v] = ring[(index + 1) % ring.length]
      return sum + (x * v - u * z) / 2
    }, 0),
  )
}

test('the grade of a building is the mean ground at its corners', () => {
  const scene = on(slope(4), { kind: 'slab', id: 'slab_9', polygon: box(5, 2, 10, 4) })
  expect(gradeUnder(scene, ['level_2'])).toBeCloseTo(1, 6)
  expect(gradeUnder(on(slope(4)), ['level_2'])).toBe(0)
})

test('where the ground is lower than a floor it goes on under it, and a basement is free of it', () => {
  const floor = { kind: 'slab' as const, id: 'slab_9', polygon: box(-18, 0, 4, 4) }
  const parts = bodyOf(on(slope(4), floor), 'site_k3x9')!.parts
  expect(parts).toHaveLength(2)
  // Under the floor the ground is 1.4 to 1.8 m below its height 0.
  const heights = [...parts[1].mesh.positions].filter((_, index) => index % 3 === 1)
  expect(Math.max(...heights)).toBeCloseTo(-1.42, 2)
  const basement = [
    { kind: 'level' as const, id: 'level_8', parent: 'building_1', index: -1, height: 3 },
    { ...floor, parent: 'level_8' },
  ]
  expect(bodyOf(on(slope(4), ...basement), 'site_k3x9')!.parts).toHaveLength(1)
})
