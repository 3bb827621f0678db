/** Reason why a request about agents is refused. */
export type AgentRefusalReason =
  /** The account is not one of an agent. */
  | 'no_agent'
  /** A person has claimed the agent already. */
  | 'claimed'
  /** The code is unknown, used, expired or superseded: which of these is not stated. */
  | 'no_claim'
  /** The invite is unknown, used, revoked or expired: which of these is not stated. */
  | 'no_invite'
  /** The caller is not in the organization. */
  | 'no_organization'
  /** The caller is a member of the organization, and neither owner nor admin. */
  | 'not_manager'
  | 'too_many'

/** A refused request about agents, with a message for the caller. */
export class AgentRefusal extends Error {
  override readonly name = 'AgentRefusal'
  readonly reason: AgentRefusalReason
  readonly hint: string

  constructor(reason: AgentRefusalReason, message: string, hint: string) {
    super(message)
    this.reason = reason
    this.hint = hint
  }
}
