/** Why a key is not made, listed or revoked. */
export type KeyRefusalReason =
  /** There is no such key, or it is not the asker's. */
  | 'no_key'
  /** There is no such user or organization, or the asker is no member of it. */
  | 'no_owner'
  /** The asker is a member of the organization, and neither owner nor admin. */
  | 'not_manager'
  | 'too_many'
  | 'wrong_kind'
  | 'wrong_scopes'
  | 'wrong_name'
  | 'wrong_expiry'

/** A key that is not made, listed or revoked, in words that the asker may read. */
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
