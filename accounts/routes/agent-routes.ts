import { z } from 'zod'
import { INVITE_DAYS_MAX } from '../agents/agent-bounds.ts'
import { AgentRefusal, type AgentRefusalReason } from '../agents/agent-refusal.ts'
import {
  type ClaimedAgent,
  claimAgent,
  findClaim,
  listAgents,
  releaseAgent,
} from '../agents/claims.ts'
import {
  createInvite,
  type InviteRow,
  inviteUrl,
  listInvites,
  revokeInvite,
} from '../agents/invites.ts'
import type { Tables } from '../database/database.ts'
import type { WriteTransactions } from '../database/write-transactions.ts'
import { KEY_KINDS } from '../keys/key-kinds.ts'
import { AccountError, type AccountErrorStatus, notSignedIn } from './account-error.ts'
import { assertMethod } from './allowed-methods.ts'
import type { Attempts } from './attempts.ts'
import { Id, Name } from './library-fields.ts'
import type { OwnCall } from './own-call.ts'
import { readBody } from './request-fields.ts'

/** Characters of a claim code as a person types it, spaces and hyphens included. */
const TYPED_CODE_MAX = 40
/** A change that has not started by then is not needed any more: the page waits no longer. */
const WAIT_MS = 10_000

const codeHint = 'The code that the agent shows.'
const Code = z.strictObject({
  code: z.string(codeHint).min(1, codeHint).max(TYPED_CODE_MAX, codeHint),
})
const daysHint = `1 to ${INVITE_DAYS_MAX} whole days.`
const scopesHint = `A list of: ${KEY_KINDS.architect.scopes.join(', ')}; the first is always needed.`
const NewInvite = z.strictObject({
  organization_id: Id,
  name: Name,
  scopes: z
    .array(z.enum(KEY_KINDS.architect.scopes, scopesHint), scopesHint)
    .max(KEY_KINDS.architect.scopes.length, scopesHint)
    .refine((scopes) => scopes.includes('projects:edit'), scopesHint)
    .optional(),
  expires_in_days: z.int(daysHint).min(1, daysHint).max(INVITE_DAYS_MAX, daysHint).optional(),
})
const Nothing = z.strictObject({})

const REFUSALS: Record<AgentRefusalReason, [AccountErrorStatus, param?: string]> = {
  no_agent: [404],
  no_claim: [404, 'code'],
  claimed: [409],
  no_invite: [404],
  no_organization: [404, 'organization_id'],
  not_manager: [403],
  too_many: [400],
}

interface Answered {
  status: number
  body: unknown
}

/** Routes of the agents that a person has claimed, and of invites for agents. */
export class AgentRoutes {
  private readonly tables: Tables
  private readonly writes: WriteTransactions
  private readonly attempts: Attempts

  constructor(tables: Tables, writes: WriteTransactions, attempts: Attempts) {
    this.tables = tables
    this.writes = writes
    this.attempts = attempts
  }

  /** Answers a request; null for a path of others. Throws `AccountError`, and bugs. */
  async route(call: OwnCall): Promise<Answered | null> {
    const found = /^\/api\/account\/(agents|agent-invites)(?:\/([\w-]+))?$/.exec(call.path)
    if (!found) return null
    const [, kind, id = ''] = found
    const isClaim = kind === 'agents' && id === 'claim'
    assertMethod(call.method, isClaim ? ['POST'] : id === '' ? ['GET', 'POST'] : ['DELETE'])
    if (!call.signedIn) throw notSignedIn()
    const { id: personId } = call.signedIn.person
    try {
      if (isClaim) return await this.lookUp(call, personId)
      return kind === 'agents'
        ? await this.ofAgents(call, personId, id)
        : await this.ofInvites(call, personId, id)
    } catch (error) {
      if (!(error instanceof AgentRefusal)) throw error
      const [status, param] = REFUSALS[error.reason]
      throw new AccountError(status, error.message, { param, hint: error.hint })
    }
  }

  /** The agent that waits with a code, for the person who decides on it. */
  private async lookUp({ body, address }: OwnCall, personId: string): Promise<Answered> {
    const { code } = readBody(Code, body)
    await this.attempts.claimCode(personId, address)
    return { status: 200, body: { object: 'agent', ...(await findClaim(this.tables, code)) } }
  }

  private async ofAgents(call: OwnCall, personId: string, id: string): Promise<Answered> {
    const { method, body, address } = call
    if (method === 'GET') {
      const agents = await listAgents(this.tables, personId)
      return { status: 200, body: { object: 'list', data: agents.map(agentResponse) } }
    }
    if (method === 'POST') {
      const { code } = readBody(Code, body)
      await this.attempts.claimCode(personId, address)
      const claimed = await this.write(personId, (tx) => claimAgent(tx, code, personId))
      return { status: 201, body: agentResponse(claimed) }
    }
    readBody(Nothing, body)
    await this.write(personId, (tx) => releaseAgent(tx, id, personId))
    return { status: 200, body: { object: 'agent', id, released: true } }
  }

  private async ofInvites(call: OwnCall, personId: string, id: string): Promise<Answered> {
    const { method, body, origin } = call
    if (method === 'GET') {
      const invites = await listInvites(this.tables, personId)
      return { status: 200, body: { object: 'list', data: invites.map(inviteResponse) } }
    }
    if (method === 'POST') {
      const { scopes = KEY_KINDS.architect.default_scopes, ...wanted } = readBody(NewInvite, body)
      await this.attempts.invite(personId)
      const { token, ...row } = await this.write(wanted.organization_id, (tx) =>
        createInvite(tx, { ...wanted, scopes }, personId),
      )
      return { status: 201, body: { ...inviteResponse(row), token, url: inviteUrl(origin, token) } }
    }
    readBody(Nothing, body)
    await this.write(personId, (tx) => revokeInvite(tx, id, personId))
    return { status: 200, body: { object: 'agent_invite', id, revoked: true } }
  }

  private write<T>(claimant: string, change: (tx: Tables) => Promise<T>): Promise<T> {
    const claim = { deadline_ms: performance.now() + WAIT_MS, claimants: [claimant] }
    return this.writes.run(claim, change)
  }
}

const agentResponse = (agent: ClaimedAgent) => ({ object: 'agent', ...agent })
const inviteResponse = (invite: InviteRow) => ({ object: 'agent_invite', ...invite })
