import type { Caller, Scope } from '../../accounts/accounts.ts'
import {
  CODES_OF_HOUR,
  REDEMPTIONS_OF_HOUR,
  REGISTRATIONS_OF_DAY,
  REGISTRATIONS_OF_HOUR,
} from '../../accounts/agents/agent-bounds.ts'
import { AgentRefusal, type AgentRefusalReason } from '../../accounts/agents/agent-refusal.ts'
import { type AgentProfile, createAgent, requireAgent } from '../../accounts/agents/agents.ts'
import { type ClaimState, claimStateOf, startClaim } from '../../accounts/agents/claims.ts'
import { requireInvite, takeInvite } from '../../accounts/agents/invites.ts'
import type { Tables } from '../../accounts/database/database.ts'
import { addKey } from '../../accounts/keys/add-key.ts'
import { KeyRefusal } from '../../accounts/keys/key-refusal.ts'
import { addressId } from '../../accounts/limits/address-id.ts'
import type { Limit, Limits } from '../../accounts/limits/limits.ts'
import { addProject, type NewProject } from './projects.ts'
import { type StoreCode, StoreRefusal } from './store-refusal.ts'

/** A new agent with all that belongs to it. The key is in no other answer. */
export interface RegisteredAgent {
  userId: string
  agentId: string
  apiKey: string
  starterProjectId: string
}

/** What an invite gives. The fields of a new agent are null for one that exists already. */
export interface RedeemedInvite {
  userId: string
  agentId: string
  apiKey: string | null
  starterProjectId: string | null
  organization: { id: string; name: string }
  organizationApiKey: string
  scopes: Scope[]
}

export interface NewAgentAccount {
  /** Without a name, that of the invite. */
  profile: Omit<AgentProfile, 'name'> & { name?: string }
  /** Its first project. */
  starter: NewProject
}

export type CountedAttempt = 'registration' | 'redemption'

/** The limits of attempts of one client. A refused one is not counted in the limits after it. */
const LIMITS_OF_CLIENT: Record<CountedAttempt, [name: string, limit: Limit][]> = {
  registration: [
    ['hour', REGISTRATIONS_OF_HOUR],
    ['day', REGISTRATIONS_OF_DAY],
  ],
  redemption: [['hour', REDEMPTIONS_OF_HOUR]],
}

const CODES: Record<AgentRefusalReason, StoreCode> = {
  no_agent: 'agent_required',
  claimed: 'agent_claimed',
  no_claim: 'agent_required',
  no_invite: 'invite_not_found',
  no_organization: 'organization_not_found',
  not_manager: 'forbidden',
  too_many: 'limit_exceeded',
}

export interface AgentStoreOptions {
  tables: Tables
  limits: Limits
  /** Runs a change in a transaction; claimants with running changes let others go first. */
  write<T>(claimants: string[], change: (tx: Tables) => Promise<T>): Promise<T>
}

/**
 * Accounts of agents with their first projects. Each change is one transaction: it is made whole,
 * or refused with `StoreRefusal` and leaves nothing.
 */
export class AgentStore {
  private readonly options: AgentStoreOptions

  constructor(options: AgentStoreOptions) {
    this.options = options
  }

  /** Counts an attempt of a client. Throws `too_many_attempts` beyond a limit. */
  async countAttempt(attempt: CountedAttempt, address: string): Promise<void> {
    for (const [name, limit] of LIMITS_OF_CLIENT[attempt])
      await this.take(`agent/${attempt}/${name}/${addressId(address)}`, limit)
  }

  async registerAgent(
    { profile, starter }: NewAgentAccount & { profile: AgentProfile },
    address: string,
  ): Promise<RegisteredAgent> {
    return await this.write([addressId(address)], (tx) => addAgent(tx, profile, starter))
  }

  /** Throws `invite_not_found` for a token that cannot be redeemed now. */
  async requireInvite(token: string): Promise<void> {
    await refusing(() => requireInvite(this.options.tables, token))
  }

  /**
   * Uses an invite up and makes a key of its organization, for the agent who calls or for a new
   * one. Throws `invite_not_found`, also for the second of two at once.
   */
  async redeemInvite(
    token: string,
    by: { caller: Caller } | { made: NewAgentAccount; address: string },
  ): Promise<RedeemedInvite> {
    const claimant = 'caller' in by ? by.caller.account.id : addressId(by.address)
    return await this.write([claimant], async (tx) => {
      const { name, organization, scopes } = await takeInvite(tx, token)
      const own =
        'caller' in by
          ? await this.known(tx, by.caller)
          : await addAgent(
              tx,
              { ...by.made.profile, name: by.made.profile.name ?? name },
              by.made.starter,
            )
      const owner = { organization: organization.id, agent: own.userId }
      const wanted = { kind: 'architect', name, owner, scopes } as const
      const { key } = await addKey(tx, wanted, new Date())
      return { ...own, organization, organizationApiKey: key, scopes }
    })
  }

  async startClaim({ account }: Caller): Promise<{ code: string; expiresAt: Date }> {
    await this.take(`agent/code/${account.id}`, CODES_OF_HOUR)
    const { code, expires_at } = await this.write([account.id], (tx) => startClaim(tx, account.id))
    return { code, expiresAt: expires_at }
  }

  async agentStatus({ account }: Caller): Promise<{ agentId: string; claimState: ClaimState }> {
    const { tables } = this.options
    const agentId = await refusing(() => requireAgent(tables, account.id))
    return { agentId, claimState: await claimStateOf(tables, agentId) }
  }

  private async known(tx: Tables, { account }: Caller) {
    const agentId = await requireAgent(tx, account.id)
    return { userId: account.id, agentId, apiKey: null, starterProjectId: null }
  }

  private async write<T>(claimants: string[], change: (tx: Tables) => Promise<T>): Promise<T> {
    return await refusing(() => this.options.write(claimants, change))
  }

  private async take(id: string, limit: Limit): Promise<void> {
    const { granted, retry_after_s } = await this.options.limits.take(id, limit)
    if (granted) return
    const { requests, window_ms } = limit
    throw new StoreRefusal(
      'too_many_attempts',
      `More than ${requests} of these requests in ${window_ms / 3_600_000} h. Nothing ran; try again after ${retry_after_s} s.`,
      { details: { retry_after_s } },
    )
  }
}

async function addAgent(
  tx: Tables,
  profile: AgentProfile,
  starter: NewProject,
): Promise<RegisteredAgent> {
  const { userId, agentId, key, caller } = await createAgent(tx, profile)
  const starterProjectId = await addProject(tx, caller, starter)
  return { userId, agentId, apiKey: key, starterProjectId }
}

/** The refusals of the accounts as those of the store. */
async function refusing<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof AgentRefusal)
      throw new StoreRefusal(CODES[error.reason], `${error.message} ${error.hint}`)
    // The names and scopes were checked before: the organization has too many keys.
    if (error instanceof KeyRefusal)
      throw new StoreRefusal('limit_exceeded', `${error.message} ${error.hint}`)
    throw error
  }
}
