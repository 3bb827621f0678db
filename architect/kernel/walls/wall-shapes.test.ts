import { expect, test } from 'vitest'
import { wallPlan } from '../../../tests/houses/wall-plan.ts'
import { area } from '../../geometry/polygon.ts'
import { regionArea, union } from '../../geometry/regions.ts'
import { findRooms, wallSides } from '../rooms.ts'
import { wallShapes } from './wall-shapes.ts'

const box = () =>
  wallPlan([
    { start: [0, 0], end: [4, 0] },
    { start: [4, 0], end: [4, 3] },
    { start: [4, 3], end: [0, 3] },
    { start: [0, 3], end: [0, 0] },
    { start: [2, 0], end: [2, 3], thickness: 0.1 },
  ])

test('a box with a partition: joins leave neither gaps nor overlaps, and areas sum up', () => {
  const scene = box()
  const footprints = [...wallShapes(scene, 'level_2').values()].map(({ footprint }) => footprint)
  const sum = footprints.reduce((total, footprint) => total + area(footprint), 0)
  expect(sum).toBeCloseTo(regionArea(union(footprints)), 6)
  const rooms = findRooms(scene, 'level_2')
  expect(rooms.map(({ netArea }) => netArea)).toEqual([
    expect.closeTo(1.85 * 2.8, 6),
    expect.closeTo(1.85 * 2.8, 6),
  ])
  expect(sum + rooms.reduce((total, { netArea }) => total + netArea, 0)).toBeCloseTo(4.2 * 3.2, 6)
})

test('outer walls are exterior, the partition is not', () => {
  const scene = box()
  const ids = [...wallShapes(scene, 'level_2').keys()]
  expect(ids.filter((id) => wallSides(scene, id).isExterior)).toEqual(ids.slice(0, 4))
})
