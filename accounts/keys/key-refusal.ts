/** Reason why a key is not made, listed or revoked. */
export type KeyRefusalReason =
  /** There is no such key, or the caller does not own it. */
  | 'no_key'
  /** There is no such user or organization, or the caller is not a member of it. */
  | 'no_owner'
  /** The caller is a member of the organization, and neither owner nor admin. */
  | 'not_manager'
  | 'too_many'
  | 'wrong_kind'
  | 'wrong_scopes'
  | 'wrong_name'
  | 'wrong_expiry'

/** A refused request about keys, with a message for the caller. */
export class KeyRefusal extends Error {
  override readonly name = 'KeyRefusal'
  readonly reason: KeyRefusalReason
  readonly hint: string

  constructor(reason: KeyRefusalReason, message: string, hint: string) {
    super(message)
    this.reason = reason
    this.hint = hint
  }
}
