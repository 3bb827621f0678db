import { type DataTexture, type Mesh, MeshPhysicalMaterial, type MeshStandardMaterial } from 'three'
import { expect, test } from 'vitest'
import { exampleScene } from '../../tests/houses/example-scenes.ts'
import { cornersOf, loadedGlb, meshesOf, nodeNamed, playTo } from '../../tests/houses/loaded-glb.ts'
import { textureImage } from '../assets/textures/texture-image.ts'
import { materialOf } from '../scene/materials.ts'
import { bakeScene } from './bake-scene.ts'

test('three.js opens the family house: nodes by their names, textures, glass, a clip', async () => {
  const scene = exampleScene('family-house')
  const baked = await bakeScene(scene)
  if (baked.kind === 'empty') throw new Error('nothing was baked')
  const gltf = await loadedGlb(baked.glb)
  for (const { id, kind, parent } of Object.values(scene.nodes)) {
    const node = nodeNamed(gltf, id)
    expect(node.userData).toMatchObject({ svcId: id, kind })
    if (parent !== null) expect(node.parent!.name).toBe(parent)
  }
  const materials = new Map<string, MeshStandardMaterial>()
  gltf.scene.traverse((each) => {
    const { material } = each as Mesh
    if (material) materials.set((material as MeshStandardMaterial).name, material as never)
  })
  const glass = materials.get('glass')!
  expect(glass).toBeInstanceOf(MeshPhysicalMaterial)
  expect(glass).toMatchObject({ transmission: 0.95, ior: 1.5, transparent: false })
  // The pixels are those of the texture, in the colours of its palette.
  const { map } = materials.get('roof_terracotta')!
  const image = textureImage(materialOf(undefined, 'roof_terracotta'), 256)!
  const { data, width } = (map as DataTexture).image
  expect(width).toBe(image.width)
  const off = Array.from(data!, (value, i) => Math.abs(value - image.rgba[i]))
  expect(off.filter((bytes) => bytes > 1)).toEqual([])
  expect(map!.repeat.toArray()).toEqual(image.metres.map((metres) => expect.closeTo(1 / metres, 5)))
  // The front door turns out of its place and back into it.
  const door = Object.values(scene.nodes).find(({ kind }) => kind === 'door')!
  const leaf = () => cornersOf(meshesOf(nodeNamed(gltf, `${door.id}_leaf_1`)))
  const closed = leaf()
  playTo(gltf, `${door.id}: open`, 1)
  const moved = leaf().map((corner, i) => Math.hypot(...corner.map((at, k) => at - closed[i][k])))
  expect(Math.max(...moved)).toBeGreaterThan(0.5)
  playTo(gltf, `${door.id}: open`, 0)
  expect(leaf()).toEqual(closed)
})
