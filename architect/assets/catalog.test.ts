import { describe, expect, test } from 'vitest'
import { closedMeshFaults } from '../../tests/oracles/closed-mesh.ts'
import { flickering } from '../../tests/oracles/flickering-faces.ts'
import { volumeOf } from '../geometry/mesh-measure.ts'
import type { Asset, AssetPart, Size } from './asset.ts'
import { assetParts } from './asset-body.ts'
import { CATALOG, searchAssets } from './catalog.ts'

/** Triangles of one item: a school has hundreds of them, and each is drawn in every view. */
const TRIANGLES_MAX = 1_500
const SIDES = ['width', 'height', 'depth'] as const

function extent(parts: AssetPart[]): number[][] {
  const [min, max] = [
    [1e9, 1e9, 1e9],
    [-1e9, -1e9, -1e9],
  ]
  for (const { mesh } of parts)
    for (const [index, value] of mesh.positions.entries()) {
      min[index % 3] = Math.min(min[index % 3], value)
      max[index % 3] = Math.max(max[index % 3], value)
    }
  return [min, max]
}

/** Its own size, and the least and the greatest of what it is made in, where those differ. */
function sizesOf({ dimensions, resizable = {} }: Asset): Size[] {
  const end = (which: 0 | 1): Size => {
    const size = { ...dimensions }
    for (const side of SIDES) size[side] = resizable[side]?.[which] ?? size[side]
    return size
  }
  const ends = Object.keys(resizable).length > 0 ? [end(0), end(1)] : []
  return [dimensions, ...ends]
}

describe.each(CATALOG.map((asset) => [asset.name, asset] as const))('%s', (_, asset) => {
  test('is closed solids that fill its size from the floor up, in every size it is made in', () => {
    for (const size of sizesOf(asset)) {
      const parts = asset.parts(size)
      for (const { name, mesh } of parts) {
        expect({ name, faults: closedMeshFaults(mesh) }).toEqual({ name, faults: [] })
        expect(volumeOf(mesh)).toBeGreaterThan(0)
      }
      const [min, max] = extent(parts)
      const whole = [size.width, size.height, size.depth]
      const low = [-size.width / 2, 0, -size.depth / 2]
      for (const axis of [0, 1, 2]) {
        expect(Math.abs(min[axis] - low[axis])).toBeLessThan(0.001)
        expect(Math.abs(max[axis] - low[axis] - whole[axis])).toBeLessThan(0.001)
      }
    }
  })

  test('is made of few triangles, and of the same ones again', () => {
    const parts = asset.parts(asset.dimensions)
    const triangles = parts.reduce((sum, { mesh }) => sum + mesh.indices.length / 3, 0)
    expect(triangles).toBeLessThanOrEqual(TRIANGLES_MAX)
    expect(JSON.stringify(asset.parts(asset.dimensions))).toBe(JSON.stringify(parts))
  })

  test('states what is needed to place it', () => {
    for (const side of Object.values(asset.clearance)) expect(side).toBeGreaterThanOrEqual(0)
    expect(asset.mountHeight !== undefined).toBe(asset.attach === 'wall')
    if (asset.surfaceHeight)
      expect(asset.surfaceHeight).toBeLessThanOrEqual(asset.dimensions.height)
    for (const side of SIDES) {
      const [least, greatest] = asset.resizable?.[side] ?? [0, 50]
      expect(asset.dimensions[side]).toBeGreaterThanOrEqual(least)
      expect(asset.dimensions[side]).toBeLessThanOrEqual(greatest)
    }
  })
})

test('no two assets have one name', () => {
  expect(new Set(CATALOG.map(({ name }) => name)).size).toBe(CATALOG.length)
})

test('an item in a size that nobody makes is its usual self, stretched', () => {
  const bed = CATALOG.find(({ name }) => name === 'bed_double')!
  const parts = assetParts(bed, { width: 2, height: 1.2, depth: 2.5 })
  const [min, max] = extent(parts)
  expect(max[0] - min[0]).toBeCloseTo(2, 3)
  expect(max[1]).toBeCloseTo(1.2, 3)
  for (const { mesh } of parts) {
    expect(closedMeshFaults(mesh)).toEqual([])
    expect(Math.hypot(...mesh.normals.slice(0, 3))).toBeCloseTo(1, 9)
  }
})

test('a search finds by words, category and the least size that is made', () => {
  const names = (query: Parameters<typeof searchAssets>[0]) =>
    searchAssets(query).map(({ name }) => name)
  expect(names({ query: 'double bed' })).toEqual(['bed_small_double', 'bed_double', 'bed_queen'])
  expect(names({ category: 'bath', maxWidth: 0.5 })).toEqual([
    'toilet',
    'hand_basin',
    'bidet',
    'bath_mirror',
    'towel_radiator',
  ])
  expect(names({ query: 'bath tub', maxWidth: 1.5 })).toEqual(['bath_tub'])
  expect(names({ query: 'throne' })).toEqual([])
})

test('no faces of two looks lie on one another, or they would flicker', () => {
  for (const { name, parts, dimensions } of CATALOG) {
    const solids = parts(dimensions).map(({ mesh, preset }) => ({ mesh, look: preset }))
    expect({ [name]: [...flickering(solids)] }).toEqual({ [name]: [] })
  }
})

test('the highest leaf of a plant has a breadth from every side', () => {
  for (const name of ['plant_large', 'plant_small']) {
    const { parts, dimensions } = CATALOG.find((asset) => asset.name === name)!
    const leaves = parts(dimensions).find((part) => part.name === 'leaves')!.mesh
    const { height, width } = dimensions
    for (let degrees = 0; degrees < 180; degrees += 15) {
      const [x, z] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
      const across: number[] = []
      for (let t = 0; t < leaves.indices.length; t += 3) {
        const corners = [0, 1, 2].map((k) => leaves.indices[t + k] * 3)
        if (!corners.some((at) => leaves.positions[at + 1] > height * 0.98)) continue
        for (const at of corners)
          across.push(leaves.positions[at] * x + leaves.positions[at + 2] * z)
      }
      // A leaf is 0.17 of the plant's width across; two that cross are 0.7 of it or more.
      expect(Math.max(...across) - Math.min(...across)).toBeGreaterThan(width * 0.11)
    }
  }
})
