import { expect, test } from 'vitest'
import { boxOf } from '../geometry/polygon.ts'
import { fullNode, newScene, type Scene } from '../scene/scene.ts'
import { itemBody } from './item-body.ts'
import { itemShape } from './item-shape.ts'
import { prismOverlap } from './prism.ts'

function withItem(fields: object): Scene {
  const scene = newScene('A room', 't')
  const item = fullNode({ id: 'item_3', kind: 'item', parent: 'level_2', ...fields })
  return { ...scene, nodes: { ...scene.nodes, [item.id]: item } }
}

test('a wardrobe turned by a quarter looks east, and its doors want the floor there', () => {
  const scene = withItem({ asset: 'wardrobe', position: [1, 0, 2], rotation: 90 })
  const { prism, clearance } = itemShape(scene, 'item_3')!
  expect(boxOf(prism.outline)).toEqual({ minX: 0.7, maxX: 1.3, minZ: 1.25, maxZ: 2.75 })
  expect(clearance.map(boxOf)).toEqual([{ minX: 1.3, maxX: 2, minZ: 1.25, maxZ: 2.75 }])
  expect(prism).toMatchObject({ bottom: 0, top: 2.2 })
})

test('the body of an item stands where its outline is, as high as its level', () => {
  const scene = withItem({
    asset: 'wardrobe',
    position: [1, 0.5, 2],
    rotation: 90,
    size: [2, 2, 0.5],
  })
  const raised = {
    ...scene,
    nodes: { ...scene.nodes, building_1: fullNode({ ...scene.nodes.building_1, elevation: 3 }) },
  }
  const { prism } = itemShape(raised, 'item_3')!
  const body = itemBody(raised, 'item_3')!
  const points = body.parts.flatMap(({ mesh }) =>
    Array.from({ length: mesh.positions.length / 3 }, (_, i) => [
      ...mesh.positions.slice(i * 3, i * 3 + 3),
    ]),
  )
  const found = boxOf(points.map(([x, , z]) => [x, z]))
  const outlined = boxOf(prism.outline)
  for (const side of ['minX', 'maxX', 'minZ', 'maxZ'] as const)
    expect(Math.abs(found[side] - outlined[side])).toBeLessThan(0.001)
  expect(Math.min(...points.map(([, y]) => y))).toBeCloseTo(3.5, 6)
  expect(Math.max(...points.map(([, y]) => y))).toBeCloseTo(5.5, 3)
})

test('a finish is of the part that it names', () => {
  const scene = withItem({
    asset: 'armchair',
    position: [0, 0, 0],
    finishes: { legs: { color: '#102030' } },
  })
  const parts = itemBody(scene, 'item_3')!.parts
  expect(parts.find(({ name }) => name === 'legs')!.material.color).toBe('#102030')
  expect(parts.find(({ name }) => name === 'body')!.material.color).not.toBe('#102030')
})

test('an unknown asset has no shape', () => {
  const scene = withItem({ asset: 'throne', position: [0, 0, 0] })
  expect(itemShape(scene, 'item_3')).toBeNull()
  expect(itemBody(scene, 'item_3')).toBeNull()
})

test('an item that hangs above a thing does not stand in it', () => {
  const at = (bottom: number, top: number) => ({
    outline: [
      [0, 0],
      [1, 0],
      [1, -1],
      [0, -1],
    ] as const,
    bottom,
    top,
  })
  expect(prismOverlap(at(0, 0.9), at(1.4, 2.1))).toBe(0)
  expect(prismOverlap(at(0, 1.5), at(1.4, 2.1))).toBeCloseTo(1, 9)
})
