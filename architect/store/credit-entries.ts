import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Tables } from '../../accounts/database/database.ts'
import {
  type CreditAccountName,
  type CreditEntryKind,
  creditAccount,
  creditEntry,
  type Workspace,
} from './credit-schema.ts'
import { CREDIT_NOTE_CHARACTERS_MAX } from './store-limits.ts'

/** A step of a turn: an answer of a model, or a call of a tool. */
export interface TurnStep {
  turnId: string
  step: number
}

export interface NewEntry extends Partial<TurnStep> {
  kind: CreditEntryKind
  debit: CreditAccountName
  credit: CreditAccountName
  /** An entry of 0 is none. */
  amount: number
  note: string
  grantId?: string
  authorId?: string
}

/** Writes entries and changes the account by their sum. The caller has locked its row. */
export async function record(tx: Tables, workspace: Workspace, entries: NewEntry[]): Promise<void> {
  const moved = entries.filter(({ amount }) => amount > 0)
  if (moved.length === 0) return
  const { kind: workspaceKind, id: workspaceId } = workspace
  await tx.insert(creditEntry).values(
    moved.map((entry) => {
      const note = entry.note.slice(0, CREDIT_NOTE_CHARACTERS_MAX).toWellFormed()
      return { ...entry, note, workspaceKind, workspaceId }
    }),
  )
  const changed = (name: 'available' | 'reserved' | 'spent') => {
    const sumOf = (side: 'debit' | 'credit') =>
      moved.reduce((sum, entry) => sum + (entry[side] === name ? entry.amount : 0), 0)
    return sql`${creditAccount[name]} + ${sumOf('debit') - sumOf('credit')}`
  }
  await tx
    .update(creditAccount)
    .set({
      available: changed('available'),
      reserved: changed('reserved'),
      spent: changed('spent'),
    })
    .where(ofWorkspace(creditAccount, workspace))
}

/** Adds the account of a workspace where there is none. */
export async function addAccount(tx: Tables, { kind, id }: Workspace): Promise<void> {
  await tx
    .insert(creditAccount)
    .values({ workspaceKind: kind, workspaceId: id })
    .onConflictDoNothing()
}

/** Locks an account, so that changes of it run one after the other; null where there is none. */
export async function lockAccount(tx: Tables, workspace: Workspace) {
  const [row] = await tx
    .select({
      available: creditAccount.available,
      reserved: creditAccount.reserved,
      spent: creditAccount.spent,
    })
    .from(creditAccount)
    .where(ofWorkspace(creditAccount, workspace))
    .for('no key update')
  return row ?? null
}

/** Locks the account that pays for a turn, as `payerOf` names it. */
export async function lockPayer(
  tx: Tables,
  turnId: string,
): Promise<{ workspace: Workspace; available: number } | null> {
  const workspace = await payerOf(tx, turnId)
  const account = workspace && (await lockAccount(tx, workspace))
  return account ? { workspace, available: account.available } : null
}

/** The workspace that pays for a turn; null for a turn without entries. */
export async function payerOf(tx: Tables, turnId: string): Promise<Workspace | null> {
  const [row] = await tx
    .select({ kind: creditEntry.workspaceKind, id: creditEntry.workspaceId })
    .from(creditEntry)
    .where(eq(creditEntry.turnId, turnId))
    .limit(1)
  return row ?? null
}

/** Sums of the entries of a step. Read them after the account is locked. */
export async function sumsOf(tx: Tables, { turnId, step }: TurnStep) {
  const isKind = (kind: CreditEntryKind) => sql`${creditEntry.kind} = ${kind}`
  const sumOf = (condition: SQL) =>
    sql`coalesce(sum(${creditEntry.amount}) FILTER (WHERE ${condition}), 0)`.mapWith(Number)
  const [sums] = await tx
    .select({
      reserved: netOf('reserved'),
      settles: sql`count(*) FILTER (WHERE ${isKind('settle')})`.mapWith(Number),
      charged: sumOf(sql`${isKind('settle')} AND ${creditEntry.debit} = 'spent'`),
      refunded: sumOf(isKind('refund')),
    })
    .from(creditEntry)
    .where(and(eq(creditEntry.turnId, turnId), eq(creditEntry.step, step)))
  return sums
}

/** The sum of the entries that a query reads, for one account of the ledger. */
export function netOf(name: CreditAccountName) {
  const { debit, credit, amount } = creditEntry
  return sql`coalesce(sum(CASE WHEN ${debit} = ${sql.raw(`'${name}'`)} THEN ${amount}
    WHEN ${credit} = ${sql.raw(`'${name}'`)} THEN -${amount} ELSE 0 END), 0)`.mapWith(Number)
}

/** The condition of the rows of a workspace. */
export function ofWorkspace(
  table: typeof creditAccount | typeof creditEntry,
  { kind, id }: Workspace,
): SQL {
  return sql`${table.workspaceKind} = ${kind} AND ${table.workspaceId} = ${id}`
}
