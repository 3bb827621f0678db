/** A value of a publisher's column. */
export type AttributeValue = string | number | boolean | null

/** What a publisher wrote of one feature or line, from a file or from a live service. */
export interface PublishedRow {
  /** By the names that were asked for. */
  attributes: Record<string, AttributeValue>
}

/** What is counted while rows are read: a `Tally` of a build, and nothing where an answer waits. */
export interface RowCounts {
  /** Of a row that stays. */
  add(name: string): void
  /** Of a value that is left out. */
  reject(stat: string, example: string): void
}

/** Where nobody keeps counts. */
export const UNCOUNTED: RowCounts = { add() {}, reject() {} }
