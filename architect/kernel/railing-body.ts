import { MeshBuilder } from '../geometry/mesh.ts'
import type { NodeOf } from '../scene/nodes.ts'
import type { Scene } from '../scene/scene.ts'
import { postPlaces, stretchesOf } from './along-path.ts'
import type { Body } from './body.ts'
import { faceLook } from './face-look.ts'
import { levelFrames } from './levels.ts'
import { addUpright, upright } from './upright.ts'

/** Between posts, in metres. */
const POST_SPACING_M = 1.2
const POST_M = 0.04
/** Between bars: no child's head fits through 0.11 m. */
const BAR_SPACING_M = 0.11
const BAR_M = 0.014
const RAIL_M = 0.045

/** A handrail on posts, bars under it. */
export function railingBody(scene: Scene, railing: NodeOf<'railing'>): Body {
  const height = levelFrames(scene).get(railing.parent!)!.elevation
  const stretches = stretchesOf(railing.path, POST_SPACING_M)
  const [posts, rails] = [new MeshBuilder(), new MeshBuilder()]
  const under = railing.height - RAIL_M
  for (const { at, direction } of postPlaces(stretches)) {
    const plane = { origin: at, along: direction, height }
    const half = POST_M / 2
    addUpright(posts, upright(-half, half, 0, under), plane, -half, half)
  }
  for (const { start, direction, length } of stretches) {
    const plane = { origin: start, along: direction, height }
    const rail = upright(-RAIL_M / 2, length + RAIL_M / 2, under, railing.height)
    addUpright(rails, rail, plane, -RAIL_M / 2, RAIL_M / 2)
    const low = upright(POST_M / 2, length - POST_M / 2, 0.08, 0.1)
    if (length > POST_M * 2) addUpright(posts, low, plane, -BAR_M / 2, BAR_M / 2)
  }
  for (const { start, direction, posts: bars } of stretchesOf(railing.path, BAR_SPACING_M)) {
    const plane = { origin: start, along: direction, height }
    for (const s of bars.slice(1, -1))
      addUpright(
        posts,
        upright(s - BAR_M / 2, s + BAR_M / 2, 0.1, under),
        plane,
        -BAR_M / 2,
        BAR_M / 2,
      )
  }
  return {
    nodeId: railing.id,
    parts: [
      { name: 'bars', material: faceLook(railing, 'bars', 'black_metal'), mesh: posts.build() },
      { name: 'rail', material: faceLook(railing, 'rail', 'wood_oak'), mesh: rails.build() },
    ].filter(({ mesh }) => mesh.indices.length > 0),
  }
}
