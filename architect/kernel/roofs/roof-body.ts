import { MeshBuilder } from '../../geometry/mesh.ts'
import type { MaterialName } from '../../scene/materials.ts'
import type { NodeOf } from '../../scene/nodes.ts'
import type { Scene } from '../../scene/scene.ts'
import type { Body, Part } from '../body.ts'
import { faceLook } from '../face-look.ts'
import { gablePart } from './roof-gables.ts'
import { type RoofShape, roofShape } from './roof-shape.ts'
import { addSheet } from './sheet.ts'

/** Thickness of the layer of tiles or sheets with the finish of the cover, in metres. */
const COVER_M = 0.05

const COVERS: Record<NodeOf<'roof'>['roofType'], MaterialName> = {
  gable: 'roof_terracotta',
  hip: 'roof_terracotta',
  shed: 'roof_metal',
  flat: 'concrete',
  gambrel: 'roof_slate',
  mansard: 'roof_slate',
}

/** Body of a roof; it has no parts where the roof's shape is a fault, which `roofShape` returns. */
export function roofBody(scene: Scene, roof: NodeOf<'roof'>): Body {
  const shape = roofShape(scene, roof.id)
  if (!shape || 'fault' in shape) return { nodeId: roof.id, parts: [] }
  const cover = Math.min(COVER_M, shape.depth / 3)
  const gable = gablePart(scene, roof, shape)
  return {
    nodeId: roof.id,
    parts: [
      {
        ...layer('cover', faceLook(roof, 'cover', COVERS[roof.roofType]), shape, 0, cover),
        laid: { kind: 'slope' },
      },
      layer('underside', faceLook(roof, 'underside', 'wood_white'), shape, cover, shape.depth),
      ...(gable ? [gable] : []),
    ],
  }
}

/** The solid between two depths under the roof's upper face. */
function layer(
  name: string,
  material: Part['material'],
  { planes }: RoofShape,
  from: number,
  to: number,
): Part {
  const builder = new MeshBuilder()
  addSheet(
    builder,
    planes.map(({ outline }) =>
      outline.map(([x, y, z]) => ({ at: [x, z], bottom: y - to, top: y - from })),
    ),
  )
  return { name, material, mesh: builder.build() }
}
