/** What a check found, or an operation leaves to be seen to. */
export interface Issue {
  /** Stable, by subject: `opening.overlap`. */
  code: string
  severity: 'info' | 'warning' | 'error'
  /** The nodes it is about, the one to change first. */
  nodeIds: string[]
  /** A whole sentence with the figures. */
  message: string
  /** Where in the world: `[x, y, z]` in metres. */
  at?: [number, number, number]
  fix?: Fix
}

/** An operation that would mend it. */
export interface Fix {
  tool: string
  arguments: Record<string, unknown>
}
