/** A value of a publisher's column. */
export type AttributeValue = string | number | boolean | null

/** The values that a publisher states for one feature or line, in a file or a live service. */
export interface PublishedRow {
  /** Values by the requested names. */
  attributes: Record<string, AttributeValue>
}

/** Counts what is found while rows are read: a `Tally` in a build, `UNCOUNTED` in a request. */
export interface RowCounts {
  /** Counts a property of a row that stays. */
  add(name: string): void
  /** Counts a value that is left out. */
  reject(stat: string, example: string): void
}

/** Counts nothing. */
export const UNCOUNTED: RowCounts = { add() {}, reject() {} }
