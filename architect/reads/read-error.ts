/** Why a read has no answer. `READ_ERRORS` explains each code. */
export type ReadErrorCode = keyof typeof READ_ERRORS

export const READ_ERRORS = {
  unknown_read: 'no read has this name',
  invalid_input: 'an argument is missing, of another type or out of range',
  node_not_found: 'no node has this id or label',
  ambiguous_name: 'several nodes have this label: give the id',
  wrong_kind: 'the node is of a kind that the read does not describe',
  asset_not_found: 'the catalog has no such item',
  invalid_cursor: 'the cursor is not one of this read with these arguments',
  stale_cursor: 'the cursor is of another version of the scene',
  unavailable: 'the figure is not known; the message states why',
} as const

/** A read that has no answer: an answer too, with the reason. */
export class ReadError extends Error {
  readonly code: ReadErrorCode
  /** The argument that is wrong. */
  readonly param?: string
  /** What the caller may have intended, the most likely first. */
  readonly candidates?: readonly Candidate[]

  constructor(
    code: ReadErrorCode,
    message: string,
    rest: { param?: string; candidates?: readonly Candidate[] } = {},
  ) {
    super(message)
    this.name = 'ReadError'
    this.code = code
    this.param = rest.param
    this.candidates = rest.candidates
  }
}

/** A node, or the name of a read or of an asset. */
export interface Candidate {
  id: string
  kind?: string
  label?: string
}
