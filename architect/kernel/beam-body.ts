import { MeshBuilder } from '../geometry/mesh.ts'
import { distance, subtract, unit } from '../geometry/point.ts'
import type { NodeOf } from '../scene/nodes.ts'
import type { Scene } from '../scene/scene.ts'
import type { Body } from './body.ts'
import { faceLook } from './face-look.ts'
import { levelFrames } from './levels.ts'
import { wallTops } from './storey.ts'
import { addUpright, upright } from './upright.ts'

/** Height of the beam's upper face above the floor: its own, else the tops of the level's walls. */
export const beamTop = (scene: Scene, beam: NodeOf<'beam'>): number =>
  beam.top ?? wallTops(scene, beam.parent!)

export function beamBody(scene: Scene, beam: NodeOf<'beam'>): Body {
  const { start, end, width, depth } = beam
  const top = beamTop(scene, beam)
  const builder = new MeshBuilder()
  const plane = {
    origin: start,
    along: unit(subtract(end, start)),
    height: levelFrames(scene).get(beam.parent!)!.elevation,
  }
  const figure = upright(0, distance(start, end), top - depth, top)
  addUpright(builder, figure, plane, -width / 2, width / 2)
  const material = faceLook(beam, 'body', 'wood_pine')
  return { nodeId: beam.id, parts: [{ name: 'beam', material, mesh: builder.build() }] }
}
