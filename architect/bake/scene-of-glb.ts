import type { GLTF } from '@gltf-transform/core'
import type { Scene } from '../scene/scene.ts'
import { unpackScene } from './packed-scene.ts'
import type { Extras } from './steps/extras.ts'

/** Most faults of a packed scene in the sentence about them. */
const FAULTS_LISTED_MAX = 3

/**
 * The scene that a file of `bakeScene` was made from, with the same hash, also after another
 * program has read and written the file; or why there is none.
 */
export function sceneOfGlb({ nodes = [] }: GLTF.IGLTF): { scene: Scene } | { problem: string } {
  const extras = nodes.map((node) => (node.extras ?? {}) as Partial<Extras>)
  if (!extras.some(({ svcId }) => svcId !== undefined))
    return { problem: 'no node has an svcId: it was not exported from Plat' }
  const packed = extras.map(({ svcScene }) => svcScene).find((each) => typeof each === 'string')
  if (packed === undefined)
    return { problem: 'its site has no svcScene: another program left it out, or it is older' }
  const read = unpackScene(packed)
  if ('scene' in read) return read
  const listed = read.faults.slice(0, FAULTS_LISTED_MAX)
  return {
    problem: `its svcScene ${listed.map((f) => `${f.path} ${f.message}`.trim()).join('; ')}`,
  }
}
