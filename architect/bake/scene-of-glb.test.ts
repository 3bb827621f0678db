import { expect, test } from 'vitest'
import { EXAMPLE_NAMES, exampleScene } from '../../tests/houses/example-scenes.ts'
import { smallHouse } from '../../tests/houses/small-house.ts'
import { isLongRun } from '../../tests/long-run.ts'
import { highestId } from '../scene/scene.ts'
import { sceneHash } from '../scene/scene-hash.ts'
import { bakeScene } from './bake-scene.ts'
import { readGlbJson } from './glb-file.ts'
import { packScene, unpackScene } from './packed-scene.ts'
import { sceneOfGlb } from './scene-of-glb.ts'
import { webCopy } from './web-copy.ts'

test.each(EXAMPLE_NAMES.filter((name) => isLongRun || name === 'studio'))(
  'a baked file and its web copy have the scene of %s',
  async (name) => {
    const scene = exampleScene(name)
    const baked = await bakeScene(scene)
    if (baked.kind === 'empty') throw new Error('nothing was baked')
    for (const glb of [baked.glb, await webCopy(baked.glb)]) {
      const read = sceneOfGlb(readGlbJson(glb))
      if ('problem' in read) throw new Error(read.problem)
      expect(sceneHash(read.scene)).toBe(sceneHash(scene))
      expect(read.scene.lastId).toBe(highestId(scene))
    }
  },
)

test('a file without a scene states why', () => {
  const asset = { version: '2.0' }
  const problemOf = (extras: object) => sceneOfGlb({ asset, nodes: [{}, { extras }] } as never)
  expect(problemOf({})).toEqual({
    problem: 'no node has an svcId: it was not exported from Plat',
  })
  expect(problemOf({ svcId: 'site_1' })).toMatchObject({
    problem: expect.stringContaining('site has no svcScene'),
  })
  const packed = packScene(smallHouse())
  for (const svcScene of ['', 'plain text', packed.slice(0, 200), `${packed.slice(0, -40)}`])
    expect(problemOf({ svcId: 'site_1', svcScene })).toMatchObject({
      problem: expect.stringMatching(/^its svcScene cannot be unpacked: /),
    })
})

test('a packed scene with faults names them', () => {
  const { nodes, ...scene } = smallHouse()
  const [site] = Object.values(nodes).filter(({ kind }) => kind === 'site')
  const broken = { ...nodes, [site.id]: { ...site, size: 3 } }
  expect(unpackScene(packScene({ ...scene, nodes: broken } as never))).toEqual({
    faults: [{ path: `nodes.${site.id}`, message: 'has the unknown field "size"' }],
  })
})
