import type { Mesh } from '../geometry/mesh.ts'
import type { Material } from '../scene/materials.ts'
import type { Laid } from './laid.ts'

/** The visible solids of a node: closed, in world coordinates, metres, Y up. */
export interface Body {
  nodeId: string
  parts: Part[]
}

/** One solid of one material. */
export interface Part {
  /** Name of the part in its node: `wall`, `leaf`, `frame`, `pane`, `tread`. */
  name: string
  material: Material
  mesh: Mesh
  /** How its texture lies; absent: along the axes of the world. */
  laid?: Laid
}
