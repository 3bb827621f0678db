import type { GLTF } from '@gltf-transform/core'
import { describe, expect, test } from 'vitest'
import { everyKind } from '../../tests/houses/every-kind.ts'
import { withFields, withNodes, withoutNodes } from '../../tests/houses/scene-of.ts'
import { BakeFailure } from './bake-failure.ts'
import { bakeScene } from './bake-scene.ts'
import { refuseOtherClips } from './gates/clips-gate.ts'
import { refuseLostMeaning } from './gates/meaning-gate.ts'
import { refuseOtherNodes } from './gates/nodes-gate.ts'
import { refuseInvalid } from './gates/validator-gate.ts'
import { readGlbJson } from './glb-file.ts'

const scene = everyKind()
const baked = await bakeScene(scene)
if (baked.kind === 'empty') throw new Error('nothing was baked')
const { glb } = baked
/** The JSON of the file with a change. */
function changed(change: (json: Required<GLTF.IGLTF>) => void): GLTF.IGLTF {
  const json = structuredClone(readGlbJson(glb)) as Required<GLTF.IGLTF>
  change(json)
  return json
}
const nodeIn = ({ nodes }: Required<GLTF.IGLTF>, name: string): GLTF.INode =>
  nodes.find((node) => node.name === name)!
function failureOf(work: () => void): BakeFailure {
  try {
    work()
  } catch (error) {
    if (error instanceof BakeFailure) return error
    throw error
  }
  throw new Error('it was not refused')
}

describe('the gate of nodes', () => {
  test('passes the file of the scene', () => {
    expect(refuseOtherNodes(readGlbJson(glb), scene)).toBeUndefined()
  })

  test.each([
    [
      'lacks 1 nodes of the scene: zone_99',
      withNodes(scene, {
        kind: 'zone',
        id: 'zone_99',
        polygon: [
          [0, 0],
          [1, 0],
          [1, -1],
        ],
        color: '#aabbcc',
      }),
    ],
    ['has a node zone_43, which the scene does not have', withoutNodes(scene, 'zone_43')],
    [
      'the node item_41 is a item in the file, a beam in the scene',
      withFields(scene, 'item_41', { kind: 'beam' }),
    ],
    [
      'the node item_41 is under level_2, in the scene under level_3',
      withFields(scene, 'item_41', { parent: 'level_3' }),
    ],
  ])('refuses: %s', (message, other) => {
    const failure = failureOf(() => refuseOtherNodes(readGlbJson(glb), other))
    expect(failure).toMatchObject({ name: 'BakeFailure', code: 'nodes_differ' })
    expect(failure.message).toContain(message)
  })

  test('refuses another name, and an id twice', () => {
    const renamed = changed((json) => {
      nodeIn(json, 'wall_10').name = 'Wall'
    })
    expect(failureOf(() => refuseOtherNodes(renamed, scene)).message).toContain(
      'the node wall_10 is named Wall',
    )
    const twice = changed((json) => {
      json.nodes.push({ ...nodeIn(json, 'wall_10'), children: [] })
    })
    expect(failureOf(() => refuseOtherNodes(twice, scene)).message).toContain('wall_10 twice')
  })
})

test('the gate of clips refuses a clip without an animation, and one that no node names', () => {
  refuseOtherClips(readGlbJson(glb))
  const lost = changed((json) => {
    json.animations.splice(0, 1)
  })
  const failure = failureOf(() => refuseOtherClips(lost))
  expect(failure.code).toBe('clips_differ')
  expect(failure.message).toContain('there is no animation door_20: open')
  const unnamed = changed((json) => {
    delete nodeIn(json, 'door_20').extras!.clips
  })
  expect(failureOf(() => refuseOtherClips(unnamed)).message).toContain('door_20: open')
})

test('the gate of copies refuses a lost node, another extra, a moved node and a lost clip', () => {
  const file = readGlbJson(glb)
  refuseLostMeaning(file, structuredClone(file))
  const copies = [
    changed((json) => {
      delete nodeIn(json, 'zone_43').name
    }),
    changed((json) => {
      nodeIn(json, 'zone_43').extras!.color = '#000000'
    }),
    changed((json) => {
      nodeIn(json, 'level_2').children!.pop()
    }),
    changed((json) => {
      nodeIn(json, 'item_41').translation![0] += 0.1
    }),
    changed((json) => {
      nodeIn(json, 'item_41').scale = [2, 2, 2]
    }),
    changed((json) => {
      json.animations[0].channels[0].target.path = 'scale'
    }),
    changed((json) => {
      json.animations.pop()
    }),
  ]
  for (const copy of copies)
    expect(failureOf(() => refuseLostMeaning(file, copy)).code).toBe('copy_differs')
})

test('the gate of validity refuses errors and warnings, and names the first', async () => {
  await refuseInvalid(glb)
  const text = Buffer.from(glb)
  // The same length, so that the file is still whole: a normal and a material that are not valid.
  const at = text.indexOf('"NORMAL":')
  const faulty = Uint8Array.from(text)
  faulty.set(Buffer.from('"NORMAX":'), at)
  const failure = await refuseInvalid(faulty).catch((error) => error)
  expect(failure).toBeInstanceOf(BakeFailure)
  expect(failure.code).toBe('not_valid')
  expect(failure.message).toMatch(/found \d+ errors and \d+ warnings: [A-Z_]+ at \/meshes\/\d+/)
})

test('a scene whose solids are not numbers is refused, with the reason', async () => {
  const broken = withFields(scene, 'column_48', { width: Number.NaN })
  const failure = await bakeScene(broken).catch((error) => error)
  expect(failure).toBeInstanceOf(BakeFailure)
  expect(failure.code).toBe('not_valid')
})
