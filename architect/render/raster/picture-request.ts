import type { Point3 } from '../../geometry/vector.ts'
import type { Lens } from './camera.ts'
import type { Rows } from './fill-triangle.ts'
import type { Lighting } from './shading.ts'

/** Contents, light and marks of a picture. */
export interface PictureRequest {
  lens: Lens
  lighting: Lighting
  /** 1 for each node in the picture, by index. */
  isShown: Uint8Array
  /** Nodes that cast a shadow, also ceilings that are not shown. Absent: the shown nodes. */
  isCasting?: Uint8Array
  /** Nodes that are marked, by index. */
  isMarked: Uint8Array
  /**
   * The node of endless ground, which fades into the background at these distances from `middle`.
   */
  fading?: { node: number; middle: Point3; from: number; to: number }
  /** Nodes whose upper faces above `from` are filled as if they were cut. */
  tops?: { isTop: Uint8Array; from: number }
  /** Pixels without a triangle stay transparent: neither ground nor sky. */
  isCutOut?: boolean
  /** Fill of solids that the picture's plane cuts, by the node's index. */
  cutColors?: Uint8Array
  /** Only these rows, the same as in the whole picture. */
  rows?: Rows
}
