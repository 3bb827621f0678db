import { expect, test } from 'vitest'
import { exampleScene } from '../../tests/houses/example-scenes.ts'
import { sceneOf } from '../../tests/houses/scene-of.ts'
import { bodyOf } from './bodies.ts'
import { itemMeshes } from './item-meshes.ts'

const chair = (number: number, rest: object = {}) => ({
  id: `item_${number}`,
  kind: 'item' as const,
  parent: 'level_2',
  asset: 'dining_chair',
  position: [number, 0, 0],
  ...rest,
})

/** A corner turned by degrees about the upward axis (glTF: x' = x cos + z sin), then moved. */
function placed([x, y, z]: number[], rotation: number, [px, py, pz]: readonly number[]): number[] {
  const angle = (rotation * Math.PI) / 180
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  return [x * c + z * s + px, y + py, z * c - x * s + pz]
}

test('the placed meshes of the family house are the bodies of its items', () => {
  const scene = exampleScene('family-house')
  const { meshes, placements } = itemMeshes(scene)
  const items = Object.values(scene.nodes).filter(({ kind }) => kind === 'item')
  expect(placements.map(({ itemId }) => itemId)).toEqual(items.map(({ id }) => id))
  expect(meshes.length).toBeLessThan(placements.length * 0.8)
  for (const { itemId, mesh, position, rotation } of placements) {
    const { parts } = bodyOf(scene, itemId)!
    expect(parts.map(({ name }) => name)).toEqual(meshes[mesh].parts.map(({ name }) => name))
    for (const [index, part] of parts.entries()) {
      const own = meshes[mesh].parts[index]
      expect(part.material).toEqual(own.material)
      expect(`${part.mesh.indices}`).toBe(`${own.mesh.indices}`)
      expect(part.mesh.positions.length).toBe(own.mesh.positions.length)
      let farthest = 0
      for (let i = 0; i < part.mesh.positions.length; i += 3) {
        const at = placed([...own.mesh.positions.slice(i, i + 3)], rotation, position)
        for (let k = 0; k < 3; k++)
          farthest = Math.max(farthest, Math.abs(part.mesh.positions[i + k] - at[k]))
      }
      expect(farthest, `${itemId} ${part.name}`).toBeLessThan(5e-10)
    }
  }
})

test('an asset in another size or another finish is another mesh; finishes share the arrays', () => {
  const scene = sceneOf(
    chair(3),
    chair(4, { rotation: 90 }),
    chair(5, { finishes: { seat: { color: '#123456' } } }),
    chair(6, { size: [0.6, 0.9, 0.6] }),
  )
  const { meshes, placements } = itemMeshes(scene)
  expect(placements.map(({ mesh }) => mesh)).toEqual([0, 0, 1, 2])
  expect(placements[1]).toMatchObject({ position: [4, 0, 0], rotation: 90 })
  expect(meshes[1].parts[0].mesh).toBe(meshes[0].parts[0].mesh)
  expect(meshes[2].size).toEqual({ width: 0.6, height: 0.9, depth: 0.6 })
})

test('heights are those of the level, and an unknown asset has no mesh', () => {
  const upper = { id: 'level_9', kind: 'level' as const, parent: 'building_1', index: 1 }
  const scene = sceneOf(
    upper,
    chair(3, { parent: 'level_9', position: [1, 0.1, 2] }),
    chair(4, { asset: 'no_such_thing' }),
  )
  const { placements } = itemMeshes(scene)
  expect(placements).toHaveLength(1)
  expect(placements[0].position[1]).toBeCloseTo(2.9, 9)
})
