import { type SQL, sql } from 'drizzle-orm'
import type { Tables } from '../../accounts/database/database.ts'
import {
  type CreditAccountName,
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

/** Adds the account of a workspace where there is none. */
export async function addAccount(tx: Tables, { kind, id }: Workspace): Promise<void> {
  await tx
    .insert(creditAccount)
    .values({ workspaceKind: kind, workspaceId: id })
    .onConflictDoNothing()
}

/** Locks an account, so that changes of it run one after the other; null where there is none. */
export async function lockAccount(tx: Tables, workspace: Workspace) {
  const { available, reserved, spent } = creditAccount
  const [row] = await tx
    .select({ available, reserved, spent })
    .from(creditAccount)
    .where(ofWorkspace(creditAccount, workspace))
    .for('no key update')
  return row ?? null
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

/** A note as an entry has it: cut to its longest, without half characters and zeros. */
export const storedNote = (note: string): string =>
  note.slice(0, CREDIT_NOTE_CHARACTERS_MAX).toWellFormed().replaceAll('\0', '')
