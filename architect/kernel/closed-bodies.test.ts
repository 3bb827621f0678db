import Module from 'manifold-3d'
import { beforeAll, expect, test } from 'vitest'
import { seededRandom } from '../../random/seeded-random.ts'
import { FUZZ_SEED } from '../../tests/fuzz-seed.ts'
import { sceneOf } from '../../tests/houses/scene-of.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { closedMeshFaults } from '../../tests/oracles/closed-mesh.ts'
import { solidVolume } from '../../tests/oracles/solid-referee.ts'
import { rectangle } from '../geometry/mesh.ts'
import { volumeOf } from '../geometry/mesh-measure.ts'
import { rotate } from '../geometry/point.ts'
import { DOOR_TYPES, FENCE_STYLES, SHAPES, STAIR_SHAPES, WINDOW_TYPES } from '../scene/nodes.ts'
import { fullNode, newScene, type Scene } from '../scene/scene.ts'
import { bodyOf, sceneBodies } from './bodies.ts'

/** Scenes of a run: each run takes others. */
const SCENES = isLongRun ? 20 : 8

let referee: Awaited<ReturnType<typeof Module>>
beforeAll(async () => {
  referee = await Module()
  referee.setup()
})

/**
 * A wall with what is in it, stairs, fences, railings, columns and beams, all of random measures.
 */
function anyScene(seed: number): Scene {
  const random = seededRandom(FUZZ_SEED + seed)
  const between = (least: number, most: number) => least + random() * (most - least)
  const one = <Value>(of: readonly Value[]) => of[Math.floor(random() * of.length)]
  const degrees = one([0, 90, between(0, 360)])
  const place = (x: number, z: number) => [...rotate([x, z], degrees)] as [number, number]
  const opening = (offset: number) => ({
    parent: 'wall_10',
    offset,
    width: between(0.6, 2.6),
    height: between(0.6, 2),
    shape: one(SHAPES),
  })
  const path = [place(0, 6), place(between(1, 4), 6), place(6, between(7, 9))]
  const nodes = [
    { id: 'level_3', kind: 'level', parent: 'building_1', index: 1, height: between(2.4, 4) },
    {
      id: 'wall_10',
      kind: 'wall',
      parent: 'level_2',
      start: place(0, 0),
      end: place(12, 0),
      thickness: between(0.1, 0.4),
      sagitta: one([0, 0, between(-2, 2)]),
    },
    { ...opening(1.5), id: 'door_11', kind: 'door', doorType: one(DOOR_TYPES), sill: 0 },
    { ...opening(4.5), id: 'door_12', kind: 'door', doorType: one(DOOR_TYPES), sill: 0 },
    { ...opening(7.5), id: 'window_13', kind: 'window', windowType: one(WINDOW_TYPES), sill: 0.8 },
    { ...opening(10.5), id: 'window_14', kind: 'window', windowType: one(WINDOW_TYPES), sill: 0.1 },
    { id: 'fence_20', kind: 'fence', parent: 'level_2', path, style: one(FENCE_STYLES) },
    { id: 'railing_21', kind: 'railing', parent: 'level_3', path },
    {
      id: 'column_22',
      kind: 'column',
      parent: 'level_2',
      position: place(3, 3),
      rotation: between(0, 90),
      outline: one(['rectangle', 'circle']),
    },
    { id: 'beam_23', kind: 'beam', parent: 'level_2', start: place(0, 3), end: place(6, 4) },
    {
      id: 'stair_24',
      kind: 'stair',
      parent: 'level_2',
      toLevel: 'level_3',
      shape: one(STAIR_SHAPES),
      turn: one(['left', 'right']),
      position: place(20, 4),
      direction: degrees,
      width: between(0.6, 2),
      going: between(0.2, 0.35),
    },
    {
      id: 'slab_25',
      kind: 'slab',
      parent: 'level_3',
      polygon: rectangle([20, -4], 60, 60).map(([x, z]) => [x, z]),
      holes: [rectangle([0, 0], between(1, 9), 2)],
    },
    { id: 'ceiling_26', kind: 'ceiling', parent: 'level_2', polygon: rectangle([20, 0], 9, 9) },
    { id: 'slab_27', kind: 'slab', parent: 'level_2', polygon: rectangle([0, 0], 9, 9) },
  ] as const
  const all = nodes.map((node) => fullNode(node as never) as { id: string })
  const scene = newScene('A house', 'k3x9')
  return {
    ...scene,
    nodes: { ...scene.nodes, ...Object.fromEntries(all.map((node) => [node.id, node])) } as never,
  }
}

test('each part of whatever is built is a closed solid, and the same when it is built again', () => {
  const without = ['wall_10']
  for (let seed = 1; seed <= SCENES; seed++) {
    const scene = anyScene(seed)
    const bodies = sceneBodies(scene)
    expect(bodies).toHaveLength(14)
    for (const { nodeId, parts } of bodies) {
      if (without.includes(nodeId)) continue
      for (const { name, mesh } of parts) {
        const subject = `${name} of ${JSON.stringify(scene.nodes[nodeId])}, seed ${seed}`
        expect(closedMeshFaults(mesh), subject).toEqual([])
        expect(volumeOf(mesh), subject).toBeGreaterThan(0)
      }
    }
    if (seed > 2) continue
    expect(sceneBodies({ ...scene, nodes: { ...scene.nodes } })).toEqual(bodies)
  }
})

test('the floor and the ceiling of a room with oblique walls of two thicknesses are closed solids, and so is the ground about it', () => {
  const polygon = [
    [1.5, -1.3],
    [6.7, -0.3],
    [4.2, -6],
  ]
  const walls = polygon.map((start, i) => ({
    kind: 'wall' as const,
    id: `wall_${10 + i}`,
    start,
    end: polygon[(i + 1) % 3],
    thickness: [0.1, 0.1, 0.4][i],
  }))
  const scene = sceneOf(
    ...walls,
    { kind: 'slab', id: 'slab_3', polygon },
    { kind: 'ceiling', id: 'ceiling_4', polygon },
  )
  for (const { nodeId, parts } of sceneBodies(scene))
    for (const { name, mesh } of parts)
      expect(closedMeshFaults(mesh), `${name} of ${nodeId}`).toEqual([])
})

test('manifold-3d takes stairs, fillings, railings and ground for solids of the same volume', () => {
  for (let seed = 50; seed < 56; seed++) {
    const scene = anyScene(seed)
    const ids = ['stair_24', 'door_11', 'window_13', 'slab_25', 'beam_23', 'railing_21']
    for (const { nodeId, parts } of [...ids, 'site_k3x9'].map((id) => bodyOf(scene, id)!)) {
      for (const { name, mesh } of parts) {
        const subject = `${name} of ${JSON.stringify(scene.nodes[nodeId])}`
        // Its corners are of single precision: 1 mm3 in a litre, far from the origin.
        const volume = volumeOf(mesh)
        expect(Math.abs(solidVolume(referee, mesh) - volume), subject).toBeLessThan(
          1e-4 + volume / 1000,
        )
      }
    }
  }
})
