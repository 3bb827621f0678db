import { expect, test } from 'vitest'
import { closedMeshFaults } from '../../tests/oracles/closed-mesh.ts'
import { MeshBuilder, prism, rectangle } from './mesh.ts'
import { volumeOf } from './mesh-measure.ts'
import type { Polygon } from './polygon.ts'

test('a prism with a hole is closed, faces outward and has the volume of its area', () => {
  const mesh = prism(rectangle([3, -2], 4, 3), -0.2, 0.5, [rectangle([3, -2], 1, 1)])
  expect(closedMeshFaults(mesh)).toEqual([])
  expect(volumeOf(mesh)).toBeCloseTo((12 - 1) * 0.7, 9)
})

test('a prism with a clockwise outline is the same solid', () => {
  const corners = rectangle([0, 0], 2, 1)
  expect(volumeOf(prism([...corners].reverse(), 0, 1))).toBeCloseTo(2, 9)
})

test('the upper face of a prism looks up', () => {
  const { positions, normals } = prism(rectangle([0, 0], 1, 1), 0, 2)
  for (let i = 0; i < 4; i++) expect(positions[i * 3 + 1] * normals[i * 3 + 1]).toBe(2)
})

test('a mesh with a face missing is reported as open', () => {
  const builder = new MeshBuilder()
  builder.face([
    [0, 0, 0],
    [1, 0, 0],
    [0, 0, -1],
  ])
  expect(closedMeshFaults(builder.build())).toHaveLength(3)
})

test('a corner on a straight side is a corner of the adjacent faces too', () => {
  const sides: Polygon = [
    [0, 0],
    [1, 0],
    [2, 0],
    [3, 0],
    [3, -1],
    [0, -1],
  ]
  const mesh = prism(sides, 0, 1)
  expect(closedMeshFaults(mesh)).toEqual([])
  expect(volumeOf(mesh)).toBeCloseTo(3, 9)
})
