import { createHash } from 'node:crypto'
import type { GLTF } from '@gltf-transform/core'
import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../random/seeded-random.ts'
import { FUZZ_SEED } from '../../tests/fuzz-seed.ts'
import { EDIT_CALLS, editCall } from '../../tests/houses/edit-calls.ts'
import { everyKind } from '../../tests/houses/every-kind.ts'
import { EXAMPLE_NAMES, exampleScene } from '../../tests/houses/example-scenes.ts'
import { sceneOf, withoutNodes } from '../../tests/houses/scene-of.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { signedArea } from '../geometry/polygon.ts'
import { bodyOf, sceneBodies } from '../kernel/bodies.ts'
import { motionsOf } from '../kernel/openings/motions.ts'
import { Draft } from '../operations/draft.ts'
import { KINDS } from '../scene/nodes.ts'
import { newScene, type Scene } from '../scene/scene.ts'
import { readScene, writeScene } from '../scene/scene-file.ts'
import { bakeScene } from './bake-scene.ts'
import { readGlbJson } from './glb-file.ts'
import type { Extras } from './steps/extras.ts'

/** Scenes that random edits make, and the edits of each. */
const FUZZED = isLongRun ? 20 : 1
const EDITS = isLongRun ? 200 : 30
const FUZZED_MS = 240_000
const TOOLS = Object.keys(EDIT_CALLS)

async function baked(scene: Scene) {
  const answer = await bakeScene(scene)
  if (answer.kind === 'empty') throw new Error('nothing was baked')
  return { ...answer, json: readGlbJson(answer.glb) }
}

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** The same scene after a way through a file, so that no object of it is the same. */
function parsedAgain(scene: Scene): Scene {
  const read = readScene(writeScene(scene))
  if ('faults' in read) throw new Error(JSON.stringify(read.faults))
  return read.scene
}

/** The same scene with its nodes in the opposite order, as edits may leave them. */
const turnedAround = (scene: Scene): Scene => ({
  ...scene,
  nodes: Object.fromEntries(Object.entries(scene.nodes).reverse()),
})

/** The nodes of the scene in a file, by id. */
function sceneNodes({ nodes = [] }: GLTF.IGLTF): Map<string, { node: GLTF.INode; extras: Extras }> {
  const found = nodes.flatMap((node) => {
    const extras = node.extras as unknown as Extras | undefined
    return extras?.svcId === undefined ? [] : [[extras.svcId, { node, extras }] as const]
  })
  return new Map(found)
}

/** Compares a file with its scene, node by node. The gates have validated the file. */
function expectSame(scene: Scene, json: GLTF.IGLTF): void {
  const found = sceneNodes(json)
  expect([...found.keys()].sort()).toEqual(Object.keys(scene.nodes).sort())
  const hasBody = new Set(sceneBodies(scene).map(({ nodeId }) => nodeId))
  for (const [id, { node, extras }] of found) {
    const own = scene.nodes[id]
    expect([node.name, extras.kind], id).toEqual([id, own.kind])
    expect(extras.label.length, id).toBeGreaterThan(0)
    if (own.label) expect(extras.label).toBe(own.label)
    expect(node.mesh !== undefined, `${id} has a mesh`).toBe(hasBody.has(id))
    const moves = motionsOf(scene, id).length > 0
    expect(extras.openable === true, `${id} opens`).toBe(moves)
    expect(extras.clips !== undefined).toBe(moves)
    expect(extras.polygon !== undefined).toBe(own.kind === 'zone')
    expect(extras.svcScene !== undefined).toBe(own.kind === 'site')
    const allowed = ['svcId', 'kind', 'label', 'openable', 'clips', 'polygon', 'color', 'svcScene']
    expect(Object.keys(extras).filter((name) => !allowed.includes(name))).toEqual([])
  }
}

describe.each(EXAMPLE_NAMES.filter((name) => isLongRun || name === 'studio'))('%s', (name) => {
  test('bakes to a valid file with all its nodes, and to the same bytes again', async () => {
    const scene = exampleScene(name)
    const once = await baked(scene)
    expectSame(scene, once.json)
    expect(once.nodes).toBe(Object.keys(scene.nodes).length)
    expect(once.clips).toBe(once.json.animations!.length)
    const again = await baked(turnedAround(parsedAgain(scene)))
    expect(digest(again.glb)).toBe(digest(once.glb))
  })
})

test('scenes of random edits bake to valid files with all their nodes', {
  timeout: FUZZED_MS,
}, async () => {
  let clips = 0
  for (let seed = FUZZ_SEED; seed < FUZZ_SEED + FUZZED; seed++) {
    const random = seededRandom(seed)
    const draft = new Draft(newScene('A house', 'k3x9'))
    for (let i = 0; i < EDITS; i++) {
      const { tool, given } = editCall(draft.scene, random, TOOLS)
      draft.apply(tool, given)
    }
    const once = await baked(draft.scene)
    expectSame(draft.scene, once.json)
    const again = await baked(parsedAgain(draft.scene))
    expect(digest(again.glb), `seed ${seed}`).toBe(digest(once.glb))
    clips += once.clips
  }
  // One scene of 30 edits may have no door that opens.
  if (isLongRun) expect(clips).toBeGreaterThan(0)
})

test('a file has a node of every kind, with its extras, under the node that is its parent', async () => {
  const scene = everyKind()
  const { json } = await baked(scene)
  const found = sceneNodes(json)
  expect([...new Set([...found.values()].map(({ extras }) => extras.kind))].sort()).toEqual(
    [...KINDS].sort(),
  )
  expectSame(scene, json)
  for (const [id, { node }] of found) {
    const under = (node.children ?? []).flatMap((child) => {
      const extras = json.nodes![child].extras as unknown as Extras | undefined
      return extras ? [extras.svcId] : []
    })
    const own = Object.values(scene.nodes).filter(({ parent }) => parent === id)
    expect(under.sort(), id).toEqual(own.map((each) => each.id).sort())
  }
  const extrasOf = (id: string) => found.get(id)!.extras
  expect(extrasOf('door_20')).toEqual({
    svcId: 'door_20',
    kind: 'door',
    label: 'Door',
    openable: true,
    clips: [{ name: 'door_20: open', duration: 1 }],
  })
  // A fixed window has neither of the fields.
  expect(extrasOf('window_30')).toEqual({ svcId: 'window_30', kind: 'window', label: 'Window' })
  expect(extrasOf('annotation_52').label).toBe('Measured on site')
  expect(extrasOf('item_41').label).toBe('Dining chair')
})

test('a zone has its outline counter-clockwise without needless corners, in decimals, and no mesh', async () => {
  const { glb, json } = await baked(everyKind())
  const { node, extras } = sceneNodes(json).get('zone_43')!
  expect(node.mesh).toBeUndefined()
  expect(extras.color).toBe('#aabbcc')
  expect(extras.polygon).toEqual([
    [0, 0],
    [4, 3],
    [4, 0],
  ])
  expect(signedArea(extras.polygon!)).toBe(6)
  expect(Buffer.from(glb).includes('"polygon":[[0.0,0.0],[4.0,3.0],[4.0,0.0]]')).toBe(true)
  expect(Buffer.from(glb).includes('"duration":1.0')).toBe(true)
})

test('a scene of nothing but ground has no file', async () => {
  const scene = sceneOf()
  expect(bodyOf(scene, 'site_k3x9')!.parts).toHaveLength(1)
  expect(await bakeScene(scene)).toEqual({ kind: 'empty' })
  expect(await bakeScene(withoutNodes(scene, 'site_k3x9', 'building_1', 'level_2'))).toEqual({
    kind: 'empty',
  })
  const room = {
    kind: 'zone',
    id: 'zone_3',
    polygon: [
      [0, 0],
      [4, 0],
      [4, -3],
    ],
    color: '#aabbcc',
  }
  const zone = withoutNodes(sceneOf(room as never), 'site_k3x9', 'building_1')
  const { zone_3, level_2 } = zone.nodes
  const nodes = { zone_3, level_2: { ...level_2, parent: null } as typeof level_2 }
  expect(await bakeScene({ ...zone, nodes })).toEqual({ kind: 'empty' })
})
