import { NodeIO } from '@gltf-transform/core'
import { ALL_EXTENSIONS } from '@gltf-transform/extensions'
import { MeshoptDecoder } from 'meshoptimizer'
import type { MeshStandardMaterial } from 'three'
import { beforeAll, expect, test } from 'vitest'
import { everyKind } from '../../tests/houses/every-kind.ts'
import { exampleScene } from '../../tests/houses/example-scenes.ts'
import { cornersOf, loadedGlb, meshesOf, nodeNamed, playTo } from '../../tests/houses/loaded-glb.ts'
import { sceneOf } from '../../tests/houses/scene-of.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { bakeScene } from './bake-scene.ts'
import { readGlbJson } from './glb-file.ts'
import { webCopy } from './web-copy.ts'

const scene = everyKind()
/** Half a step of the ground, the largest mesh, which is 60 m. */
const NEAR_M = 0.0005
/** Half a step of what is smaller than 16 m, turned in plan by half a right angle. */
const NEAR_SMALL_M = 0.00018

let glb: Uint8Array
let copy: Uint8Array
beforeAll(async () => {
  const baked = await bakeScene(scene)
  if (baked.kind === 'empty') throw new Error('nothing was baked')
  glb = baked.glb
  copy = await webCopy(glb)
})

test('a copy is smaller, and the same bytes again', async () => {
  expect(copy.length).toBeLessThan(glb.length * 0.8)
  expect(Buffer.compare(await webCopy(glb), copy)).toBe(0)
  if (!isLongRun) return
  const house = await bakeScene(exampleScene('family-house'))
  if (house.kind === 'empty') throw new Error('nothing was baked')
  expect((await webCopy(house.glb)).length).toBeLessThan(house.glb.length * 0.55)
})

test('decoded, it has every node with its extras, and every clip', async () => {
  await MeshoptDecoder.ready
  const read = await new NodeIO()
    .registerExtensions(ALL_EXTENSIONS)
    .registerDependencies({ 'meshopt.decoder': MeshoptDecoder })
    .readBinary(copy)
  const before = readGlbJson(glb)
  const nodes = new Map(
    read
      .getRoot()
      .listNodes()
      .map((node) => [node.getName(), node]),
  )
  for (const { name, extras = {}, translation = [0, 0, 0], rotation } of before.nodes!) {
    const node = nodes.get(name!)!
    expect(node.getExtras(), name).toEqual(extras)
    expect(node.getTranslation(), name).toEqual(translation)
    expect(node.getRotation(), name).toEqual(rotation ?? [0, 0, 0, 1])
    expect(node.getScale(), name).toEqual([1, 1, 1])
  }
  expect(
    read
      .getRoot()
      .listAnimations()
      .map((clip) => clip.getName()),
  ).toEqual(before.animations!.map(({ name }) => name))
  expect(readGlbJson(copy).extensionsRequired!.sort()).toEqual([
    'EXT_meshopt_compression',
    'KHR_mesh_quantization',
  ])
  expect(Buffer.from(copy).includes('"duration":1.0')).toBe(true)
})

const boxOf = (corners: number[][]) =>
  [Math.min, Math.max].flatMap((of) =>
    [0, 1, 2].map((k) => corners.reduce((found, at) => of(found, at[k]), corners[0][k])),
  )

test('three.js draws the same corners and texture coordinates from it, and plays its clips', async () => {
  const [one, other] = await Promise.all([loadedGlb(glb), loadedGlb(copy)])
  for (const share of [0, 1]) {
    for (const { name } of one.animations) {
      playTo(one, name, share)
      playTo(other, name, share)
    }
    for (const { name, mesh } of readGlbJson(glb).nodes!) {
      if (mesh === undefined) continue
      const [a, b] = [one, other].map((gltf) => boxOf(cornersOf(meshesOf(nodeNamed(gltf, name!)))))
      for (const [k, value] of a.entries())
        expect(Math.abs(value - b[k]), name).toBeLessThan(NEAR_M)
    }
  }
  // Repeats of the bricks, with the transform of the texture.
  const repeats = [one, other].map((gltf) => {
    const [mesh] = meshesOf(nodeNamed(gltf, 'wall_11'))
    const { map } = mesh.material as MeshStandardMaterial
    const { uv } = mesh.geometry.attributes
    map!.updateMatrix()
    const us = Array.from({ length: uv.count }, (_, i) => {
      const [x, y] = [uv.getX(i), uv.getY(i)]
      const { elements: m } = map!.matrix
      return [m[0] * x + m[3] * y + m[6], m[1] * x + m[4] * y + m[7]]
    })
    return [0, 1].flatMap((k) => [
      Math.min(...us.map((place) => place[k])),
      Math.max(...us.map((place) => place[k])),
    ])
  })
  // Walls of 30 m and bricks that repeat every 2 m.
  expect(repeats[0][1] - repeats[0][0]).toBeGreaterThan(14)
  for (const [k, value] of repeats[0].entries()) expect(repeats[1][k]).toBeCloseTo(value, 2)
})

test('it is as exact 9.9 km from the origin, and corners that meet still do', async () => {
  const far = 9900
  const { glb: file } = (await bakeScene(
    sceneOf(
      { kind: 'wall', id: 'wall_3', start: [far, far], end: [far + 4.1, far + 2.3] },
      { kind: 'wall', id: 'wall_4', start: [far + 4.1, far + 2.3], end: [far + 3, far + 7] },
      { kind: 'item', id: 'item_5', asset: 'dining_chair', position: [far + 1, 0, far + 3] },
      {
        kind: 'item',
        id: 'item_6',
        asset: 'bedside_table',
        position: [far + 2, 0, far],
        rotation: 33,
      },
    ),
  )) as { glb: Uint8Array }
  const [one, other] = await Promise.all([loadedGlb(file), loadedGlb(await webCopy(file))])
  const cornersIn = (gltf: typeof one, name: string) => cornersOf(meshesOf(nodeNamed(gltf, name)))
  for (const name of ['wall_3', 'wall_4', 'item_5', 'item_6']) {
    const [a, b] = [one, other].map((gltf) => boxOf(cornersIn(gltf, name)))
    for (const [k, value] of a.entries())
      expect(Math.abs(value - b[k]), name).toBeLessThan(NEAR_SMALL_M)
  }
  const shared = [one, other].map((gltf) => {
    const [a, b] = ['wall_3', 'wall_4'].map((name) => new Set(cornersIn(gltf, name).map(String)))
    return [...a].filter((corner) => b.has(corner)).length
  })
  expect(shared).toEqual([4, 4])
})
