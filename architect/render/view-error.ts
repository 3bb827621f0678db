/** Reasons why a view is not drawn. */
const VIEW_ERRORS = {
  invalid_view: 'an argument is missing, of another type or out of range',
  node_not_found: 'no node has this id',
  wrong_kind: 'a view cannot be aimed at a node of this kind',
  nothing_to_see: 'the project has nothing with a body there yet',
  limit_exceeded: 'more walls in one place than a stated limit',
  views_busy: 'as many views as may wait are waiting',
  render_failed: 'the view was not ready in time, or its thread ended',
} as const

export type ViewErrorCode = keyof typeof VIEW_ERRORS

/** A view that is not drawn. The message is a complete sentence for the caller. */
export class ViewError extends Error {
  readonly code: ViewErrorCode
  /** The argument at fault. */
  readonly param?: string

  constructor(code: ViewErrorCode, message: string, param?: string) {
    super(message)
    this.name = 'ViewError'
    this.code = code
    this.param = param
  }
}
