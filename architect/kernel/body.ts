import type { Mesh } from '../geometry/mesh.ts'
import type { Material } from '../scene/materials.ts'

/** What of a node is seen: closed solids in world coordinates, metres, Y up. */
export interface Body {
  nodeId: string
  parts: Part[]
}

/** One solid of one material. */
export interface Part {
  /** What it is of its node: `wall`, `leaf`, `frame`, `pane`, `tread`. */
  name: string
  material: Material
  mesh: Mesh
}
