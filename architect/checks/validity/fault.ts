/** A reason why a scene is invalid, or a probable mistake in it. */
export interface Fault {
  /** Stable, by subject: `opening.overlap`. */
  code: string
  nodeId: string
  /** Where in the file: `nodes.wall_3.thickness`. */
  path: string
  /** A complete sentence with the figures. */
  message: string
}

/** A fault of a node, at one of its fields where a field is at fault. */
export function faultOf(code: string, nodeId: string, field: string, message: string): Fault {
  return { code, nodeId, path: ['nodes', nodeId, field].filter(Boolean).join('.'), message }
}
