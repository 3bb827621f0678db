import {
  type Accessor,
  type Document,
  type Mesh,
  type Node,
  NodeIO,
  type Primitive,
} from '@gltf-transform/core'
import { ALL_EXTENSIONS, type IOR, type Transform, type Volume } from '@gltf-transform/extensions'
import { beforeAll, describe, expect, test } from 'vitest'
import { everyKind } from '../../tests/houses/every-kind.ts'
import { exampleScene } from '../../tests/houses/example-scenes.ts'
import { sceneOf } from '../../tests/houses/scene-of.ts'
import { TEXTURES } from '../assets/textures/index.ts'
import { cross, dot3, minus, type Point3 } from '../geometry/vector.ts'
import { bodyOf, sceneBodies } from '../kernel/bodies.ts'
import { itemMeshes } from '../kernel/item-meshes.ts'
import { lightOf } from '../scene/light.ts'
import { materialOf } from '../scene/materials.ts'
import { nodesOf, type Scene } from '../scene/scene.ts'
import { bakeScene } from './bake-scene.ts'
import { withoutHiddenFaces } from './hidden-faces.ts'
import { TEXTURES_MAX } from './shared-materials.ts'

async function documentOf(scene: Scene): Promise<Document> {
  const baked = await bakeScene(scene)
  if (baked.kind === 'empty') throw new Error('nothing was baked')
  return new NodeIO().registerExtensions(ALL_EXTENSIONS).readBinary(baked.glb)
}

const house = exampleScene('family-house')
let file: Document
beforeAll(async () => {
  file = await documentOf(house)
})

const nodeNamed = (document: Document, name: string): Node =>
  document
    .getRoot()
    .listNodes()
    .find((node) => node.getName() === name)!
/** The mesh of a node, and those of its leaves, which have no id. */
function primitivesOf(node: Node): { node: Node; primitive: Primitive }[] {
  const leaves = node.listChildren().filter((child) => child.getExtras().svcId === undefined)
  const own = node.getMesh()?.listPrimitives() ?? []
  return [...own.map((primitive) => ({ node, primitive })), ...leaves.flatMap(primitivesOf)]
}
const pointAt = (accessor: Accessor, index: number) =>
  accessor.getElement(index, []) as unknown as Point3
function inWorld(node: Node, [x, y, z]: Point3): Point3 {
  const m = node.getWorldMatrix()
  return [0, 1, 2].map(
    (k) => m[k] * x + m[4 + k] * y + m[8 + k] * z + m[12 + k],
  ) as unknown as Point3
}

test('every triangle is where the kernel has it, shown to the same side', () => {
  let triangles = 0
  for (const { nodeId, parts } of sceneBodies(house)) {
    const expected = withoutHiddenFaces(house, nodeId, parts)
      .flatMap(({ mesh }) =>
        Array.from({ length: mesh.indices.length / 3 }, (_, t) => {
          const [a, b, c] = [0, 1, 2].map((k) => {
            const corner = mesh.indices[t * 3 + k] * 3
            return [...mesh.positions.slice(corner, corner + 3)] as unknown as Point3
          })
          return shapeOf(a, b, c)
        }),
      )
      .sort((one, other) => one.order - other.order)
    let found = 0
    for (const { node, primitive } of primitivesOf(nodeNamed(file, nodeId))) {
      const positions = primitive.getAttribute('POSITION')!
      const indices = primitive.getIndices()!.getArray()!
      for (let i = 0; i < indices.length; i += 3, found++) {
        const [a, b, c] = [0, 1, 2].map((k) => inWorld(node, pointAt(positions, indices[i + k])))
        if (!hasNear(expected, shapeOf(a, b, c))) expect([nodeId, a, b, c]).toBe('in the body')
      }
    }
    expect(found, nodeId).toBe(expected.length)
    triangles += found
  }
  expect(triangles).toBeGreaterThan(40_000)
})

interface Shape {
  middle: Point3
  /** Where it shows, as long as twice its area. */
  out: Point3
  /** Near for shapes that are near. */
  order: number
}

/** Single precision at 20 m, over four frames. */
const NEAR_M = 2e-5

function hasNear(sorted: readonly Shape[], { middle, out, order }: Shape): boolean {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const at = (low + high) >> 1
    if (sorted[at].order < order - 2 * NEAR_M) low = at + 1
    else high = at
  }
  for (let i = low; i < sorted.length && sorted[i].order <= order + 2 * NEAR_M; i++)
    if (
      Math.hypot(...minus(sorted[i].middle, middle)) < NEAR_M &&
      Math.hypot(...minus(sorted[i].out, out)) < NEAR_M * (1 + Math.sqrt(Math.hypot(...out)) * 9)
    )
      return true
  return false
}

function shapeOf(a: Point3, b: Point3, c: Point3): Shape {
  const middle = [0, 1, 2].map((k) => (a[k] + b[k] + c[k]) / 3) as unknown as Point3
  const order = dot3(middle, [0.51, 0.63, 0.58])
  return { middle, out: cross(minus(b, a), minus(c, a)), order }
}

test('normals have length 1 and show out of their triangles; edges of boards and boxes are hard', () => {
  const round = ['item', 'railing', 'stair', 'column', 'fence']
  let flat = 0
  for (const { nodeId } of sceneBodies(house))
    for (const { primitive } of primitivesOf(nodeNamed(file, nodeId))) {
      const [positions, normals] = ['POSITION', 'NORMAL'].map(
        (name) => primitive.getAttribute(name)!,
      )
      const indices = primitive.getIndices()!.getArray()!
      for (let i = 0; i < indices.length; i += 3) {
        const [a, b, c] = [0, 1, 2].map((k) => pointAt(positions, indices[i + k]))
        const { out } = shapeOf(a, b, c)
        const size = Math.hypot(...out)
        const own = [0, 1, 2].map((k) => pointAt(normals, indices[i + k]))
        const least = Math.min(...own.map((normal) => dot3(normal, out) / size))
        const long = Math.hypot(...own[0])
        if (Math.abs(long - 1) > 1e-5) expect([nodeId, own[0]]).toBe('of length 1')
        // Slivers have no direction in single precision.
        if (size < 1e-6) continue
        const isFlat = !round.includes(house.nodes[nodeId].kind)
        if (least < (isFlat ? 0.999 : 0.2)) expect([nodeId, a, b, c, own]).toBe('outward')
        if (isFlat) flat++
      }
    }
  expect(flat).toBeGreaterThan(5000)
})

test('equal items share one mesh, in two finishes the corners', async () => {
  const { meshes, placements } = itemMeshes(house)
  const used = new Map<number, unknown>()
  for (const { itemId, mesh } of placements) {
    const found = nodeNamed(file, itemId).getMesh()
    expect(used.get(mesh) ?? found).toBe(found)
    used.set(mesh, found)
  }
  expect(used.size).toBe(meshes.length)
  expect(new Set(used.values()).size).toBeLessThan(placements.length * 0.8)
  const chair = { kind: 'item', asset: 'dining_chair' } as const
  const two = await documentOf(
    sceneOf(
      { ...chair, id: 'item_3', position: [0, 0, 0] },
      { ...chair, id: 'item_4', position: [2, 0, 0], finishes: { seat: { color: '#123456' } } },
    ),
  )
  const [one, other] = ['item_3', 'item_4'].map((id) => nodeNamed(two, id).getMesh()!)
  expect(one).not.toBe(other)
  const cornersOf = (mesh: Mesh) =>
    mesh.listPrimitives().map((primitive) => primitive.getAttribute('POSITION'))
  const others = cornersOf(other)
  expect(others.length).toBeGreaterThan(1)
  for (const [index, corners] of cornersOf(one).entries()) expect(others[index]).toBe(corners)
})

test('windows of one size share their meshes, whichever way their walls go', () => {
  const windows = nodesOf(house, 'window')
  const meshes = new Set(windows.map(({ id }) => nodeNamed(file, id).getMesh()))
  expect(meshes.size).toBeLessThan(windows.length)
})

test('walls that meet have the same numbers at their joint, so that no light comes through', () => {
  const levels = new Map<string, Map<string, Set<string>>>()
  for (const { id, parent } of nodesOf(house, 'wall')) {
    const node = nodeNamed(file, id)
    expect(node.getTranslation()).toEqual([0, 0, 0])
    expect(node.getRotation()).toEqual([0, 0, 0, 1])
    const corners = levels.get(parent!) ?? new Map<string, Set<string>>()
    levels.set(parent!, corners)
    for (const primitive of node.getMesh()!.listPrimitives()) {
      const positions = primitive.getAttribute('POSITION')!
      for (let i = 0; i < positions.getCount(); i++) {
        const key = `${pointAt(positions, i)}`
        corners.set(key, (corners.get(key) ?? new Set()).add(id))
      }
    }
  }
  const shared = [...levels.values()].flatMap((corners) =>
    [...corners.values()].filter(({ size }) => size > 1),
  )
  // Four corners of each joint at least, two of them of three walls or more.
  expect(shared.length).toBeGreaterThan(4 * 20)
})

test('a house 10 km from the origin has the corners of one at it, to the micrometre', async () => {
  const at = async (far: number) => {
    const corners: [number, number][] = [
      [far, far + 7.3],
      [far + 9.1, far + 6.2],
      [far + 7.7, far],
    ]
    const document = await documentOf(
      sceneOf(
        ...corners.map((start, i) => ({
          kind: 'wall' as const,
          id: `wall_${3 + i}`,
          start,
          end: corners[(i + 1) % 3],
        })),
        { kind: 'slab', id: 'slab_9', polygon: corners },
      ),
    )
    return ['wall_3', 'wall_4', 'wall_5', 'slab_9'].map((name) => {
      const node = nodeNamed(document, name)
      const positions = primitivesOf(node)[0].primitive.getAttribute('POSITION')!
      return { positions: [...positions.getArray()!], first: inWorld(node, pointAt(positions, 0)) }
    })
  }
  const [near, away] = await Promise.all([at(0), at(9950)])
  for (const [i, { positions, first }] of near.entries()) {
    expect(away[i].positions.length).toBe(positions.length)
    for (const [k, value] of positions.entries())
      expect(Math.abs(away[i].positions[k] - value)).toBeLessThan(2.1e-6)
    for (const k of [0, 2]) expect(away[i].first[k]).toBeCloseTo(first[k] + 9950, 5)
  }
})

describe('glass', () => {
  const glassOf = (primitive: Primitive) =>
    primitive.getMaterial()!.getExtension('KHR_materials_transmission') !== null

  test('is what the kernel has as glass, and of doors and windows the panes alone', () => {
    for (const { nodeId, parts } of sceneBodies(house)) {
      const isOpening = ['door', 'window'].includes(house.nodes[nodeId].kind)
      const glazed = parts.filter(({ material }) => material.transmission > 0)
      if (isOpening)
        expect(glazed.map(({ name }) => name)).toEqual(
          parts.map(({ name }) => name).filter((name) => name.startsWith('pane')),
        )
      const found = primitivesOf(nodeNamed(file, nodeId)).filter(({ primitive }) =>
        glassOf(primitive),
      )
      const triangles = (of: number[]) => of.reduce((sum, count) => sum + count, 0)
      expect(
        triangles(found.map(({ primitive }) => primitive.getIndices()!.getCount())),
        nodeId,
      ).toBe(triangles(glazed.map(({ mesh }) => mesh.indices.length)))
      for (const { primitive } of found) {
        const material = primitive.getMaterial()!
        expect(material.getAlphaMode()).toBe('OPAQUE')
        expect(material.getDoubleSided()).toBe(false)
        expect(material.getExtension<IOR>('KHR_materials_ior')!.getIOR()).toBe(1.5)
        const volume = material.getExtension<Volume>('KHR_materials_volume')
        expect(volume?.getThicknessFactor() ?? 0).toBe(isOpening ? 0.024 : 0)
      }
    }
    expect(nodesOf(house, 'window').length).toBeGreaterThan(0)
  })

  test('a leaf that is finished in glass is glass without the depth of a pane', async () => {
    const wall = { id: 'wall_3', kind: 'wall', start: [0, 0], end: [4, 0] } as const
    const door = { id: 'door_4', kind: 'door', parent: 'wall_3', offset: 2, width: 0.9 } as const
    const size = { height: 2, sill: 0, finishes: { leaf: { preset: 'glass' } } }
    const document = await documentOf(sceneOf(wall, { ...door, ...size }))
    const [{ primitive }] = primitivesOf(nodeNamed(document, 'door_4_leaf_1')).filter((each) =>
      glassOf(each.primitive),
    )
    expect(primitive.getMaterial()!.getExtension('KHR_materials_volume')).toBeNull()
  })
})

describe('materials', () => {
  test('have the look of their finish, and an image of its true size where they have a pattern', async () => {
    const scene = everyKind()
    const document = await documentOf(scene)
    const [{ node, primitive }] = primitivesOf(nodeNamed(document, 'wall_11'))
    const brick = materialOf(undefined, 'brick_red')
    const material = primitive.getMaterial()!
    expect(material.getName()).toBe('brick_red')
    expect(material.getRoughnessFactor()).toBe(brick.roughness)
    expect(material.getMetallicFactor()).toBe(0)
    expect(material.getBaseColorFactor()).toEqual([1, 1, 1, 1])
    expect(material.getBaseColorTexture()!.getSize()).toEqual([256, 256])
    const [width, height] = TEXTURES.brick.repeat
    const info = material.getBaseColorTextureInfo()!
    const laid = info.getExtension<Transform>('KHR_texture_transform')!
    expect(laid.getScale()).toEqual([1 / width, 1 / height])
    // Texture coordinates are metres: as far apart as the corners, in the plane of each face.
    const [positions, coordinates] = ['POSITION', 'TEXCOORD_0'].map(
      (name) => primitive.getAttribute(name)!,
    )
    const indices = primitive.getIndices()!.getArray()!
    for (let i = 0; i < indices.length; i += 3) {
      const [a, b] = [indices[i], indices[i + 1]]
      const space = Math.hypot(
        ...minus(inWorld(node, pointAt(positions, a)), inWorld(node, pointAt(positions, b))),
      )
      const [one, other] = [coordinates.getElement(a, []), coordinates.getElement(b, [])]
      expect(Math.hypot(one[0] - other[0], one[1] - other[1])).toBeCloseTo(space, 4)
    }
    // Downward in the file, as rows of images go.
    const heights = Array.from({ length: positions.getCount() }, (_, i) => ({
      y: pointAt(positions, i)[1],
      v: coordinates.getElement(i, [])[1],
      isUpright: Math.abs(pointAt(primitive.getAttribute('NORMAL')!, i)[1]) < 0.01,
    })).filter(({ isUpright }) => isUpright)
    expect(heights.length).toBeGreaterThan(0)
    for (const { y, v } of heights) expect(v).toBeCloseTo(-y, 5)
  })

  test('without a pattern have their colour as light; each image is in the file once', () => {
    const steel = file
      .getRoot()
      .listMaterials()
      .find((each) => each.getName() === 'steel')!
    const { color, roughness } = materialOf(undefined, 'steel')
    expect(steel.getMetallicFactor()).toBe(1)
    expect(steel.getRoughnessFactor()).toBe(roughness)
    for (const [k, value] of lightOf(color).entries())
      expect(steel.getBaseColorFactor()[k]).toBeCloseTo(value, 6)
    const names = file
      .getRoot()
      .listTextures()
      .map((texture) => texture.getName())
    expect(new Set(names).size).toBe(names.length)
    const used = sceneBodies(house).flatMap(({ parts }) =>
      parts.flatMap(({ material }) =>
        material.texture ? [`${material.texture} ${material.color}`] : [],
      ),
    )
    expect([...names].sort()).toEqual([...new Set(used)].sort())
    expect(bodyOf(house, 'site_familyhouse')!.parts[0].material.texture).toBe('grass')
  })

  test('of more colours than a file has images for are plain', async () => {
    const walls = Array.from({ length: TEXTURES_MAX + 3 }, (_, i) => ({
      kind: 'wall' as const,
      id: `wall_${100 + i}`,
      start: [0, i],
      end: [4, i],
      finishes: { body: { preset: 'roof_metal', color: `#8080${(16 + i).toString(16)}` } },
    }))
    const document = await documentOf(sceneOf(...walls))
    const images = document.getRoot().listTextures()
    expect(images).toHaveLength(TEXTURES_MAX)
    const [{ primitive }] = primitivesOf(nodeNamed(document, walls.at(-1)!.id))
    const material = primitive.getMaterial()!
    expect(material.getBaseColorTexture()).toBeNull()
    expect(material.getMetallicFactor()).toBe(1)
    expect(material.getBaseColorFactor()[0]).toBeCloseTo(lightOf('#808080')[0], 6)
  })
})
