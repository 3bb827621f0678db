import { assetNamed } from '../../assets/catalog.ts'
import { counterClockwise } from '../../geometry/polygon.ts'
import { cleanRing } from '../../kernel/walls/clean-ring.ts'
import type { Kind, SceneNode } from '../../scene/nodes.ts'
import { ROOM_TYPES } from '../../scene/room-types.ts'
import type { Baking, Clip } from '../baking.ts'
import { packScene } from '../packed-scene.ts'

/** What a program reads from a node of the file, by the contract of scene files. */
export interface Extras {
  svcId: string
  kind: Kind
  label: string
  /** Of doors and windows that open. */
  openable?: true
  clips?: Clip[]
  /** Of zones: `[x, z]` of each corner in the world, counter-clockwise as seen from above. */
  polygon?: [x: number, z: number][]
  /** Of zones: `#rrggbb`. */
  color?: string
  /** Of the site: the scene, see `packScene`. The contract does not name it. */
  svcScene?: string
}

/** The extras of every node; a zone has its outline there, and no mesh. */
export function addExtras({ scene, nodes }: Baking): void {
  for (const [id, { node, clips }] of nodes) {
    const own = scene.nodes[id]
    const extras: Extras = {
      svcId: id,
      kind: own.kind,
      label: labelOf(own),
      ...(clips.length > 0 && { openable: true as const, clips }),
      ...(own.kind === 'zone' && { polygon: outlineOf(own.polygon), color: own.color }),
      ...(own.kind === 'site' && { svcScene: packScene(scene) }),
    }
    node.setExtras({ ...extras })
  }
}

const outlineOf = (polygon: readonly (readonly [number, number])[]): [number, number][] =>
  counterClockwise(cleanRing(polygon)).map(([x, z]) => [x, z])

const LABELS: Record<Kind, string> = {
  site: 'Site',
  building: 'Building',
  level: 'Level',
  wall: 'Wall',
  door: 'Door',
  window: 'Window',
  opening: 'Opening',
  item: 'Item',
  zone: 'Room',
  slab: 'Slab',
  ceiling: 'Ceiling',
  roof: 'Roof',
  stair: 'Stair',
  column: 'Column',
  beam: 'Beam',
  fence: 'Fence',
  railing: 'Railing',
  annotation: 'Annotation',
}

/** The name that the user gave; else what the node is. */
function labelOf(node: SceneNode): string {
  if (node.label) return node.label
  switch (node.kind) {
    case 'item':
      return assetNamed(node.asset)?.label ?? LABELS.item
    case 'zone':
      return ROOM_TYPES[node.roomType].label
    case 'annotation':
      return node.text
    default:
      return LABELS[node.kind]
  }
}
