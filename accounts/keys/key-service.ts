import { and, eq, inArray, or, type SQL } from 'drizzle-orm'
import type { Database, Tables } from '../database/database.ts'
import { apikey, member } from '../database/schema.ts'
import { WriteTransactions } from '../database/write-transactions.ts'
import { managedBy } from '../people/managers.ts'
import { addKey, type NewKey, notManager } from './add-key.ts'
import { KeyRefusal } from './key-refusal.ts'
import { type KeyOwner, type KeyRow, ownedBy, readKeys } from './key-rows.ts'

/** Keys in one list: twice what eight organizations may have. */
const LISTED_MAX = 5_000
/** Longest wait of a new key for its transaction; nobody waits longer for an answer. */
const CREATE_WAIT_MS = 10_000

/** Makes, lists and revokes API keys, for the account dialog and for operators. */
export class KeyService {
  private readonly tables: Tables
  private readonly onChange: () => void
  private readonly writes: WriteTransactions

  /** `onChange` is called after a key was revoked. */
  constructor(
    { tables }: Database,
    onChange: () => void = () => {},
    writes = new WriteTransactions(tables),
  ) {
    this.tables = tables
    this.onChange = onChange
    this.writes = writes
  }

  /** Makes a key and returns it, which happens only once, with its row. Throws `KeyRefusal`. */
  async create(wanted: NewKey, now = new Date()): Promise<{ key: string; row: KeyRow }> {
    const { owner } = wanted
    const claimants = ['organization' in owner ? owner.organization : JSON.stringify(owner)]
    const claim = { deadline_ms: performance.now() + CREATE_WAIT_MS, claimants }
    return await this.writes.run(claim, (tx) => addKey(tx, wanted, now))
  }

  /**
   * Lists keys, newest first. A user sees their own keys and those of organizations they manage.
   */
  async list(owner: KeyOwner | 'all', now = new Date()): Promise<KeyRow[]> {
    const where = owner === 'all' ? undefined : this.visibleTo(owner)
    return readKeys(this.tables, where, LISTED_MAX, now)
  }

  /**
   * Revokes a key permanently; revoking it again changes nothing. The row stays in lists. `by` is
   * the owner that the key must have, or `any` for the operator. Throws `KeyRefusal`.
   */
  async revoke(id: string, by: KeyOwner | 'any', now = new Date()): Promise<KeyRow> {
    const own = by === 'any' ? undefined : this.visibleTo(by)
    const done = await this.tables
      .update(apikey)
      .set({ enabled: false, updatedAt: now })
      .where(and(eq(apikey.id, id), own))
      .returning({ id: apikey.id })
    if (done.length === 0) throw await this.refusalOf(id, by)
    this.onChange()
    const [row] = await readKeys(this.tables, eq(apikey.id, id), 1, now)
    return row
  }

  private visibleTo(owner: KeyOwner): SQL {
    if (!('user' in owner)) return ownedBy(owner)
    return or(ownedBy(owner), inArray(apikey.organizationId, managedBy(this.tables, owner.user)))!
  }

  /**
   * The refusal of a key: members learn that their organization owns it, others that none exists.
   */
  private async refusalOf(id: string, by: KeyOwner | 'any'): Promise<KeyRefusal> {
    if (by !== 'any' && 'user' in by) {
      const shared = await this.tables
        .select({ id: apikey.id })
        .from(apikey)
        .innerJoin(member, eq(member.organizationId, apikey.organizationId))
        .where(and(eq(apikey.id, id), eq(member.userId, by.user)))
      if (shared.length > 0) return notManager()
    }
    return new KeyRefusal('no_key', 'There is no such key.', 'List your keys: each has an id.')
  }
}
