/** Why a scene cannot be kept as it is, or what in it looks like a mistake. */
export interface Fault {
  /** Stable, by subject: `opening.overlap`. */
  code: string
  nodeId: string
  /** Where in the file: `nodes.wall_3.thickness`. */
  path: string
  /** A whole sentence with the figures. */
  message: string
}

/** The fault of a node, at one of its fields where it is of one. */
export function faultOf(code: string, nodeId: string, field: string, message: string): Fault {
  return { code, nodeId, path: ['nodes', nodeId, field].filter(Boolean).join('.'), message }
}
