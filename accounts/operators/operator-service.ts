import { asc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { SCOPES } from '../accounts.ts'
import type { Database } from '../database/database.ts'
import { member, organization, user } from '../database/schema.ts'
import type { NewKeyOwner } from '../keys/add-key.ts'
import { KeyRefusal } from '../keys/key-refusal.ts'
import type { KeyOwner, KeyRow } from '../keys/key-rows.ts'
import type { KeyService } from '../keys/key-service.ts'

const Owner = z.union([
  z.strictObject({ email: z.string().max(320) }),
  z.strictObject({ organization: z.string().max(200) }),
  z.strictObject({ operator: z.literal(true) }),
])
export type NamedOwner = z.infer<typeof Owner>

/** A request of an operator, also as it comes through the socket. */
export const OperatorRequest = z.discriminatedUnion('do', [
  z.strictObject({
    do: z.literal('create'),
    kind: z.enum(['map', 'architect']),
    name: z.string().max(1_000),
    owner: Owner,
    scopes: z.array(z.enum(SCOPES)).max(SCOPES.length).optional(),
    expires_in_days: z.number().nullable().optional(),
  }),
  z.strictObject({ do: z.literal('list'), owner: z.union([Owner, z.literal('all')]) }),
  z.strictObject({ do: z.literal('revoke'), id: z.string().max(200) }),
  /** For another package in the same database, which validates it. */
  z.strictObject({ do: z.literal('extension'), request: z.unknown() }),
])
export type OperatorRequest = z.infer<typeof OperatorRequest>

/** A key's row for an operator: times in ISO 8601. */
export interface KeyResponse extends Omit<KeyRow, 'created_at' | 'expires_at' | 'last_used_at'> {
  created_at: string
  expires_at: string | null
  last_used_at: string | null
}

export type OperatorAnswer =
  | { created: KeyResponse; key: string }
  | { keys: KeyResponse[] }
  | { revoked: KeyResponse }
  /** The answer of the other package. */
  | { extension: unknown }
  | { refused: string; hint: string }

/** Answers requests of operators to another package in the same database. */
export type OperatorExtension = (request: unknown) => Promise<unknown>

/** Manages the keys of all owners for the operator, who names owners instead of giving ids. */
export class OperatorService {
  private readonly database: Database
  private readonly keys: KeyService
  private extension: OperatorExtension | null = null

  constructor(database: Database, keys: KeyService) {
    this.database = database
    this.keys = keys
  }

  /** Passes requests to another package on to `extension` from now on. */
  extend(extension: OperatorExtension): void {
    this.extension = extension
  }

  /** Answers a request, refusals included. Throws the driver's error when the database fails. */
  async answer(request: OperatorRequest): Promise<OperatorAnswer> {
    try {
      return await this.perform(request)
    } catch (error) {
      if (error instanceof KeyRefusal) return { refused: error.message, hint: error.hint }
      throw error
    }
  }

  private async perform(request: OperatorRequest): Promise<OperatorAnswer> {
    switch (request.do) {
      case 'revoke':
        return { revoked: toResponse(await this.keys.revoke(request.id, 'any')) }
      case 'list': {
        const { owner } = request
        const rows = await this.keys.list(owner === 'all' ? 'all' : await this.resolveOwner(owner))
        return { keys: rows.map(toResponse) }
      }
      case 'create': {
        const { do: _, owner, ...wanted } = request
        const { key, row } = await this.keys.create({
          ...wanted,
          owner: await this.resolveNewOwner(owner),
        })
        return { created: toResponse(row), key }
      }
      case 'extension': {
        if (this.extension) return { extension: await this.extension(request.request) }
        const hint = 'Run the same version as the service.'
        return { refused: 'The service that runs does not know this request.', hint }
      }
    }
  }

  private async resolveOwner(owner: NamedOwner): Promise<KeyOwner> {
    if ('operator' in owner) return owner
    if ('email' in owner) return { user: await this.requireUser(owner.email) }
    return { organization: (await this.requireOrganization(owner.organization)).organization }
  }

  private async resolveNewOwner(owner: NamedOwner): Promise<NewKeyOwner> {
    if ('organization' in owner) return await this.requireOrganization(owner.organization)
    return (await this.resolveOwner(owner)) as NewKeyOwner
  }

  private async requireUser(email: string): Promise<string> {
    const { tables } = this.database
    const [found] = await tables
      .select({ id: user.id })
      .from(user)
      .where(eq(user.email, email.toLowerCase()))
    if (found) return found.id
    const hint = 'Leave the owner out for a key of the operator, or have the person sign up.'
    throw new KeyRefusal('no_owner', `Nobody has signed up with ${email}.`, hint)
  }

  /** The organization with a short name, and its first owner, in whose name keys are made. */
  private async requireOrganization(slug: string): Promise<{ organization: string; by: string }> {
    const { tables } = this.database
    const [found] = await tables
      .select({ organization: organization.id, by: member.userId })
      .from(organization)
      .innerJoin(member, eq(member.organizationId, organization.id))
      .where(
        sql`${organization.slug} = ${slug} AND 'owner' = ANY (string_to_array(${member.role}, ','))`,
      )
      .orderBy(asc(member.createdAt), asc(member.id))
      .limit(1)
    if (found) return found
    const hint = 'Give its short name, as `GET /api/account` lists it.'
    throw new KeyRefusal('no_owner', `There is no organization ${slug} with an owner.`, hint)
  }
}

function toResponse({ created_at, expires_at, last_used_at, ...row }: KeyRow): KeyResponse {
  return {
    ...row,
    created_at: created_at.toISOString(),
    expires_at: expires_at?.toISOString() ?? null,
    last_used_at: last_used_at?.toISOString() ?? null,
  }
}
