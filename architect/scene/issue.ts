export const SEVERITIES = ['info', 'warning', 'error'] as const
export type Severity = (typeof SEVERITIES)[number]

/** A finding of a check, or something that an operation leaves for the user to look at. */
export interface Issue {
  /** Stable, by subject: `opening.overlap`. */
  code: string
  severity: Severity
  /** The nodes concerned; the one to change comes first. */
  nodeIds: string[]
  /** A complete sentence with the figures. */
  message: string
  /** Point in the world, `[x, y, z]` in metres. */
  at?: [number, number, number]
  fix?: Fix
}

/** A call of an operation that would resolve the issue. */
export interface Fix {
  tool: string
  arguments: Record<string, unknown>
}
