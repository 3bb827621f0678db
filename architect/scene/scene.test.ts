import { expect, test } from 'vitest'
import { fullNode, newScene, type Scene } from './scene.ts'
import { readScene, writeScene } from './scene-file.ts'
import { canonicalScene, sceneHash } from './scene-hash.ts'

const wall = (fields: object = {}) =>
  fullNode({
    id: 'wall_3',
    kind: 'wall',
    parent: 'level_2',
    start: [0, 0],
    end: [4.000049, -0.00001],
    ...fields,
  })

function withWall(scene: Scene, node = wall()): Scene {
  return { ...scene, lastId: 3, nodes: { ...scene.nodes, [node.id]: node } }
}

test('numbers are on the grid of 0.1 mm and no zero is negative', () => {
  expect(wall().end).toEqual([4, 0])
  expect(Object.is(wall().end[1], 0)).toBe(true)
  expect(wall().thickness).toBe(0.15)
})

test('a node that was added and removed leaves the hash as it was', () => {
  const scene = newScene('A house', 'k3x9')
  const { wall_3, ...rest } = withWall(scene).nodes
  expect(wall_3.kind).toBe('wall')
  expect(sceneHash({ ...scene, lastId: 3, nodes: rest })).toBe(sceneHash(scene))
  expect(sceneHash(withWall(scene))).not.toBe(sceneHash(scene))
})

test('the order of names and nodes is not part of the scene', () => {
  const scene = withWall(newScene('A house', 'k3x9'))
  const shuffled = {
    ...scene,
    nodes: Object.fromEntries(
      Object.entries(scene.nodes)
        .reverse()
        .map(([id, node]) => [id, Object.fromEntries(Object.entries(node).reverse())]),
    ),
  } as Scene
  expect(canonicalScene(shuffled)).toBe(canonicalScene(scene))
})

test('a scene that is written is read as the same scene', () => {
  const scene = withWall(newScene('A house', 'k3x9'))
  const read = readScene(writeScene(scene))
  expect(read).toEqual({ scene })
})

test('faults of a file are reported with their paths', () => {
  const scene = withWall(newScene('A house', 'k3x9'))
  const text = writeScene(scene).replace('"thickness":0.15', '"thickness":"thin"')
  expect(readScene(text)).toMatchObject({ faults: [{ path: 'nodes.wall_3.thickness' }] })
  expect(readScene('{')).toMatchObject({ faults: [{ path: '' }] })
  const faultsWith = (field: string, before: string) => {
    const read = readScene(writeScene(scene).replace(before, `"${field}":1,${before}`))
    return 'faults' in read && read.faults
  }
  expect(faultsWith('walls', '"lastId"')).toEqual([
    { path: '', message: 'has the unknown field "walls"' },
  ])
  const deep = `"thick":${'['.repeat(5_000)}${']'.repeat(5_000)},"thickness"`
  expect(readScene(writeScene(scene).replace('"thickness"', deep))).toEqual({
    faults: [{ path: 'nodes.wall_3', message: 'has more than 32 levels' }],
  })
  expect(faultsWith('thick', '"thickness"')).toEqual([
    { path: 'nodes.wall_3', message: 'has the unknown field "thick"' },
  ])
})
