import { z } from 'zod'
import { type AccountAnswer, SCOPES } from '../accounts.ts'
import { EXPIRES_IN_DAYS_MAX } from '../keys/key-kinds.ts'
import { KeyRefusal, type KeyRefusalReason } from '../keys/key-refusal.ts'
import type { KeyRow } from '../keys/key-rows.ts'
import type { KeyService } from '../keys/key-service.ts'
import type { People, SignedIn } from '../people/people.ts'
import { AccountError, type AccountErrorStatus, notSignedIn } from './account-error.ts'
import type { AgentRoutes } from './agent-routes.ts'
import { assertMethod } from './allowed-methods.ts'
import type { Attempts } from './attempts.ts'
import { Id, Name } from './library-fields.ts'
import type { OwnCall } from './own-call.ts'
import { readBody, readQuery } from './request-fields.ts'

const expiryHint = `1 to ${EXPIRES_IN_DAYS_MAX} whole days, or null.`
const NewKey = z.strictObject({
  kind: z.enum(['map', 'architect'], 'map or architect.'),
  name: Name,
  expires_in_days: z
    .int(expiryHint)
    .min(1, expiryHint)
    .max(EXPIRES_IN_DAYS_MAX, expiryHint)
    .nullable()
    .optional(),
  organization_id: Id.optional(),
  scopes: z
    .array(z.enum(SCOPES), `A list of: ${SCOPES.join(', ')}.`)
    .max(SCOPES.length)
    .optional(),
})
const Nothing = z.strictObject({})

const REFUSALS: Record<KeyRefusalReason, [AccountErrorStatus, param?: string]> = {
  no_key: [404],
  no_owner: [404, 'organization_id'],
  not_manager: [403],
  too_many: [400],
  wrong_kind: [400, 'kind'],
  wrong_scopes: [400, 'scopes'],
  wrong_name: [400, 'name'],
  wrong_expiry: [400, 'expires_in_days'],
}

/** Routes of the signed-in person's account, keys and agents. */
export class OwnRoutes {
  private readonly people: People
  private readonly keys: KeyService
  private readonly agents: AgentRoutes
  private readonly attempts: Attempts

  constructor(people: People, keys: KeyService, agents: AgentRoutes, attempts: Attempts) {
    this.people = people
    this.keys = keys
    this.agents = agents
    this.attempts = attempts
  }

  /** Answers a request. Throws `AccountError`, and bugs. */
  async answer(call: OwnCall): Promise<AccountAnswer> {
    const { status, body } = await this.route(call)
    const cookies = call.signedIn?.cookies ?? []
    const headers: [string, string][] = [['content-type', 'application/json']]
    for (const cookie of cookies) headers.push(['set-cookie', cookie])
    return { status, headers, body: JSON.stringify(body) }
  }

  private async route(call: OwnCall) {
    const { method, path, query, body, signedIn } = call
    readQuery(Nothing, query)
    if (path === '/api/account') {
      assertMethod(method, ['GET'])
      return { status: 200, body: await this.account(signedIn) }
    }
    const ofAgents = await this.agents.route(call)
    if (ofAgents) return ofAgents
    const key = /^\/api\/account\/keys(?:\/([\w-]+))?$/.exec(path)
    if (!key) throw new AccountError(404, 'There is no such path.')
    assertMethod(method, key[1] === undefined ? ['GET', 'POST'] : ['DELETE'])
    if (!signedIn) throw notSignedIn()
    if (method === 'GET') return { status: 200, body: await this.listKeys(signedIn) }
    try {
      if (method === 'POST') return { status: 201, body: await this.createKey(signedIn, body) }
      readBody(Nothing, body)
      const row = await this.keys.revoke(key[1], { user: signedIn.person.id })
      return { status: 200, body: keyResponse(row) }
    } catch (error) {
      if (!(error instanceof KeyRefusal)) throw error
      const [status, param] = REFUSALS[error.reason]
      throw new AccountError(status, error.message, { param, hint: error.hint })
    }
  }

  private async account(signedIn: SignedIn | null) {
    const organizations = signedIn ? await this.people.memberships(signedIn.person.id) : []
    return { object: 'account', user: signedIn?.person ?? null, organizations }
  }

  private async listKeys({ person }: SignedIn) {
    const rows = await this.keys.list({ user: person.id })
    return { object: 'list', data: rows.map(keyResponse) }
  }

  private async createKey({ person }: SignedIn, body: string | null) {
    const { organization_id, ...wanted } = readBody(NewKey, body)
    await this.attempts.key(person.id)
    const owner =
      organization_id === undefined
        ? { user: person.id }
        : { organization: organization_id, by: person.id }
    const { key, row } = await this.keys.create({ ...wanted, owner })
    return { ...keyResponse(row), key }
  }
}

function keyResponse({ created_at, expires_at, last_used_at, status, ...row }: KeyRow) {
  return { object: 'api_key', ...row, created_at, expires_at, last_used_at, status }
}
