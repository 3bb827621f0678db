/** The gate that refused a baked file. */
export const BAKE_FAILURE_CODES = [
  'not_valid',
  'nodes_differ',
  'clips_differ',
  'copy_differs',
] as const
export type BakeFailureCode = (typeof BAKE_FAILURE_CODES)[number]

/** A gate refused the file: the message names the gate, the node and what was found. */
export class BakeFailure extends Error {
  override readonly name = 'BakeFailure'
  readonly code: BakeFailureCode

  constructor(code: BakeFailureCode, message: string) {
    super(message)
    this.code = code
  }
}
