import { createHash } from 'node:crypto'
import { addressId } from '../limits/address-id.ts'
import type { Limit, Limits } from '../limits/limits.ts'
import { AccountError } from './account-error.ts'

const MINUTE_MS = 60_000
/** Failed sign-ins to one e-mail address; a successful one resets the count. */
const SIGN_INS_OF_EMAIL: Limit = { requests: 10, window_ms: 15 * MINUTE_MS }
/**
 * Sign-ins from one client. Successful ones count too: one account must not help to guess others.
 */
const SIGN_INS_OF_CLIENT: Limit = { requests: 30, window_ms: 15 * MINUTE_MS }
/** Sign-ups from one client, and separately mails that it requests. */
const SIGN_UPS_OF_CLIENT: Limit = { requests: 20, window_ms: 60 * MINUTE_MS }
/** Mails to one address, from all clients. Beyond the limit none is sent, with the same answer. */
const MAILS_TO_ADDRESS: Limit = { requests: 5, window_ms: 60 * MINUTE_MS }
/** Passwords that a signed-in person enters, each of which costs a hash. */
const PASSWORDS_OF_PERSON: Limit = { requests: 10, window_ms: 15 * MINUTE_MS }
const INVITATIONS_OF_PERSON: Limit = { requests: 50, window_ms: 60 * MINUTE_MS }
/** All account requests of one client. */
const REQUESTS_OF_CLIENT: Limit = { requests: 600, window_ms: MINUTE_MS }
/** Keys made by one person, including revoked ones. */
const KEYS_OF_PERSON: Limit = { requests: 60, window_ms: 60 * MINUTE_MS }
/** Claim codes that a person enters: to look at an agent counts, and so does to claim it. */
const CLAIM_CODES_OF_PERSON: Limit = { requests: 20, window_ms: 15 * MINUTE_MS }
/** Claim codes entered by all people of one client. */
const CLAIM_CODES_OF_CLIENT: Limit = { requests: 60, window_ms: 15 * MINUTE_MS }
/** Invites for agents made by one person, including revoked ones. */
const INVITES_OF_PERSON: Limit = { requests: 60, window_ms: 60 * MINUTE_MS }

/** Limits attempts. Each method throws `AccountError` 429 beyond its limit. */
export class Attempts {
  private readonly limits: Limits

  constructor(limits: Limits) {
    this.limits = limits
  }

  /** Counts every account request, before anything else. */
  request(address: string): Promise<void> {
    return this.take(`account/client/${addressId(address)}`, REQUESTS_OF_CLIENT)
  }

  /**
   * Counts a sign-in before its password is checked. Known and unknown e-mail addresses count
   * alike.
   */
  async signIn(email: string, address: string): Promise<void> {
    await this.take(`sign-in/client/${addressId(address)}`, SIGN_INS_OF_CLIENT)
    await this.take(`sign-in/email/${hashed(email)}`, SIGN_INS_OF_EMAIL)
  }

  async signedIn(email: string): Promise<void> {
    await this.limits.forget(`sign-in/email/${hashed(email)}`)
  }

  signUp(address: string): Promise<void> {
    return this.take(`sign-up/client/${addressId(address)}`, SIGN_UPS_OF_CLIENT)
  }

  /** Counts a mail that is requested without a session. */
  mail(address: string): Promise<void> {
    return this.take(`mail/client/${addressId(address)}`, SIGN_UPS_OF_CLIENT)
  }

  /** Counts a mail to an address; true when it may be sent. */
  async mayMail(email: string): Promise<boolean> {
    const { granted } = await this.limits.take(`mail/to/${hashed(email)}`, MAILS_TO_ADDRESS)
    return granted
  }

  password(personId: string): Promise<void> {
    return this.take(`password/person/${personId}`, PASSWORDS_OF_PERSON)
  }

  invitation(personId: string): Promise<void> {
    return this.take(`invitation/person/${personId}`, INVITATIONS_OF_PERSON)
  }

  key(personId: string): Promise<void> {
    return this.take(`key/person/${personId}`, KEYS_OF_PERSON)
  }

  /** Counts a claim code before it is looked up. Known and unknown codes count alike. */
  async claimCode(personId: string, address: string): Promise<void> {
    await this.take(`claim-code/client/${addressId(address)}`, CLAIM_CODES_OF_CLIENT)
    await this.take(`claim-code/person/${personId}`, CLAIM_CODES_OF_PERSON)
  }

  invite(personId: string): Promise<void> {
    return this.take(`invite/person/${personId}`, INVITES_OF_PERSON)
  }

  private async take(id: string, limit: Limit): Promise<void> {
    const { granted, retry_after_s } = await this.limits.take(id, limit)
    if (granted) return
    throw new AccountError(429, 'Too many attempts.', {
      hint: `Try again after ${retry_after_s} s.`,
      headers: { 'retry-after': `${retry_after_s}` },
    })
  }
}

/** Hash of an e-mail address, so that the limits do not store addresses. */
function hashed(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('base64url')
}
