/** `too_large` has too many bytes; `unsupported` is of another kind, broken, or too many pixels. */
export type MediaRefusalReason = 'too_large' | 'unsupported'

/** Bytes that are neither a picture nor a text that a turn takes. The message has what to send. */
export class MediaRefusal extends Error {
  override readonly name = 'MediaRefusal'
  readonly reason: MediaRefusalReason

  constructor(reason: MediaRefusalReason, message: string) {
    super(message)
    this.reason = reason
  }
}
