import { and, desc, eq, getTableColumns, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Tables } from '../../accounts/database/database.ts'
import { rowsOf } from '../../accounts/database/over-pool.ts'
import {
  addAccount,
  lockAccount,
  netOf,
  ofWorkspace,
  storedNote,
  type TurnStep,
} from './credit-entries.ts'
import { creditAccount, creditEntry, type Workspace } from './credit-schema.ts'
import { CREDIT_AMOUNT_MAX, CREDIT_BALANCE_MAX, PAGE_MAX } from './store-limits.ts'
import { StoreRefusal, turnTaken } from './store-refusal.ts'

/** Name of the grant at the first use: each workspace has one at most. */
const STARTING_GRANT = 'start'

/** Credits of a workspace, in thousandths. */
export interface CreditBalance {
  available: number
  /** For steps that run. */
  reserved: number
  spent: number
  /** False until the first use, at which the starting grant is made. */
  isOpen: boolean
}

export interface CreditGrant {
  workspace: Workspace
  /** Thousandths, above 0. */
  amount: number
  note: string
  /** A grant with the id of an earlier one of the workspace does nothing. */
  grantId?: string
  /** Id of the account of the person who grants. */
  author?: string
}

export type CreditEntry = Omit<
  typeof creditEntry.$inferSelect,
  'workspaceKind' | 'workspaceId' | 'authorId'
>

/** Fewer credits are available than the least that is needed; both in thousandths. */
export class CreditShortage extends Error {
  override readonly name = 'CreditShortage'
  readonly needed: number
  readonly available: number

  constructor(needed: number, available: number) {
    super(`${needed / 1000} credits are needed, and ${available / 1000} are available.`)
    this.needed = needed
    this.available = available
  }
}

/**
 * Opens the account of a workspace at its first use, with the starting grant in thousandths, and
 * returns what it has.
 */
export async function openAccount(
  tx: Tables,
  workspace: Workspace,
  startingGrant: number,
): Promise<CreditBalance> {
  requireAmount(startingGrant)
  const known = await readBalance(tx, workspace)
  if (known.isOpen) return known
  await addAccount(tx, workspace)
  // A transaction that opens it at the same time waits here, and then finds it open.
  const opened = await tx
    .update(creditAccount)
    .set({ openedAt: sql`now()` })
    .where(and(ofWorkspace(creditAccount, workspace), isNull(creditAccount.openedAt)))
    .returning({ id: creditAccount.workspaceId })
  const grant = { workspace, amount: startingGrant, note: 'Starting credits' }
  if (opened.length > 0 && startingGrant > 0)
    await grantCredits(tx, { ...grant, grantId: STARTING_GRANT })
  return await readBalance(tx, workspace)
}

/**
 * Grants credits, also to a workspace that has used none yet. False where its `grantId` was granted
 * before. Throws `limit_exceeded` where the account would have more than `CREDIT_BALANCE_MAX`.
 */
export async function grantCredits(
  tx: Tables,
  { workspace, amount, note, grantId, author }: CreditGrant,
): Promise<boolean> {
  requireAmount(amount, 1)
  await addAccount(tx, workspace)
  const account = await lockAccount(tx, workspace)
  if (!account) throw new Error(`The ${workspace.kind} workspace ${workspace.id} was deleted.`)
  if (grantId !== undefined) {
    const [repeated] = await tx
      .select({ id: creditEntry.id })
      .from(creditEntry)
      .where(and(ofWorkspace(creditEntry, workspace), eq(creditEntry.grantId, grantId)))
    if (repeated) return false
  }
  const { available, reserved, spent } = account
  if (available + reserved + spent + amount > CREDIT_BALANCE_MAX)
    throw new StoreRefusal(
      'limit_exceeded',
      `An account may have ${CREDIT_BALANCE_MAX / 1000} credits in all, spent ones included.`,
      { details: { limit: CREDIT_BALANCE_MAX } },
    )
  await tx.insert(creditEntry).values({
    workspaceKind: workspace.kind,
    workspaceId: workspace.id,
    kind: 'grant',
    debit: 'available',
    credit: 'source',
    amount,
    note: storedNote(note),
    grantId,
    authorId: author,
  })
  await tx
    .update(creditAccount)
    .set({ available: sql`${creditAccount.available} + ${amount}` })
    .where(ofWorkspace(creditAccount, workspace))
  return true
}

/**
 * Reserves `amount` for a step, or all that is available where that is less, and returns how much.
 * A step that has a reservation, such as before its process was killed, has it still. Throws
 * `CreditShortage` with less available than `least`, also in an account that was never opened.
 */
export async function reserveCredits(
  tx: Tables,
  reservation: TurnStep & {
    workspace: Workspace
    amount: number
    least: number
    /** The attempt at the turn that the caller has: throws `turn_taken` where another one runs. */
    attempt?: number
  },
): Promise<number> {
  const { workspace, turnId, step, amount, least } = reservation
  requireAmount(amount, least)
  requireAmount(least)
  const { kind, id } = workspace
  const { attempt } = reservation
  const reserving =
    attempt === undefined
      ? sql`credit_reserve(${kind}, ${id}, ${turnId}, ${step}, ${amount}, ${least})`
      : sql`turn_reserve_step(${turnId}, ${attempt}, ${kind}, ${id}, ${step}, ${amount}, ${least})`
  const reserved = sql`SELECT outcome, amount::float8 FROM ${reserving}`
  const [row] = await rowsOf<{ outcome: string; amount: number }>(tx, reserved)
  switch (row.outcome) {
    case 'reserved':
      return row.amount
    case 'taken':
      throw turnTaken()
    case 'shortage':
      throw new CreditShortage(least, row.amount)
    case 'settled':
      throw new Error(`Step ${step} of the turn ${turnId} is settled.`)
    default:
      throw new Error(`The turn ${turnId} is paid by another workspace.`)
  }
}

/**
 * Charges a step that has ended, from its reservation and then from what is available, as far as
 * both suffice; the remainder of its reservation becomes available. Returns what was charged: for a
 * repeated call that of the first. Nothing is charged for a turn without entries: its workspace was
 * deleted, or it has never reserved anything.
 */
export async function settleCredits(
  tx: Tables,
  { turnId, step, charge, note }: TurnStep & { charge: number; note: string },
): Promise<number> {
  requireAmount(charge)
  return await amountOf(tx, sql`credit_settle(${turnId}, ${step}, ${charge}, ${storedNote(note)})`)
}

/** Makes all that a turn has reserved available, and returns how much that was. */
export async function releaseCredits(tx: Tables, turnId: string): Promise<number> {
  return await amountOf(tx, sql`credit_release(${turnId})`)
}

/**
 * Gives back what a step was charged, `amount` at most, and returns how much. A step is refunded
 * once: a repeated call returns the first refund.
 */
export async function refundCredits(
  tx: Tables,
  { turnId, step, amount, note }: TurnStep & { amount: number; note: string },
): Promise<number> {
  requireAmount(amount)
  return await amountOf(tx, sql`credit_refund(${turnId}, ${step}, ${amount}, ${storedNote(note)})`)
}

/** What a turn was charged, without refunds. */
export async function spentOfTurn(tables: Tables, turnId: string): Promise<number> {
  const [{ spent }] = await tables
    .select({ spent: netOf('spent') })
    .from(creditEntry)
    .where(eq(creditEntry.turnId, turnId))
  return spent
}

export async function readBalance(tables: Tables, workspace: Workspace): Promise<CreditBalance> {
  const [row] = await tables
    .select()
    .from(creditAccount)
    .where(ofWorkspace(creditAccount, workspace))
  const { available = 0, reserved = 0, spent = 0, openedAt = null } = row ?? {}
  return { available, reserved, spent, isOpen: openedAt !== null }
}

/** The entries of a workspace, the last first: those before the id `before`, where it is given. */
export async function listEntries(
  tables: Tables,
  workspace: Workspace,
  { limit, before }: { limit: number; before?: number },
): Promise<CreditEntry[]> {
  const {
    workspaceKind: _,
    workspaceId: _2,
    authorId: _3,
    ...columns
  } = getTableColumns(creditEntry)
  return await tables
    .select(columns)
    .from(creditEntry)
    .where(
      and(
        ofWorkspace(creditEntry, workspace),
        before === undefined ? undefined : lt(creditEntry.id, before),
      ),
    )
    .orderBy(desc(creditEntry.id))
    .limit(Math.min(limit, PAGE_MAX))
}

/**
 * Differences between accounts and the sums of their entries, and steps that have given back more
 * than they had, as sentences: none in a sound ledger.
 */
export async function ledgerFaults(tables: Tables): Promise<string[]> {
  const summed = {
    available: netOf('available'),
    reserved: netOf('reserved'),
    spent: netOf('spent'),
  }
  const accounts = await tables
    .select({ account: creditAccount, ...summed })
    .from(creditAccount)
    .leftJoin(
      creditEntry,
      and(
        eq(creditEntry.workspaceKind, creditAccount.workspaceKind),
        eq(creditEntry.workspaceId, creditAccount.workspaceId),
      ),
    )
    .groupBy(creditAccount.workspaceKind, creditAccount.workspaceId)
  const steps = await tables
    .select({ turnId: creditEntry.turnId, step: creditEntry.step, ...summed })
    .from(creditEntry)
    .groupBy(creditEntry.turnId, creditEntry.step)
    .having(sql`${summed.reserved} < 0 OR ${summed.spent} < 0`)
  const names = ['available', 'reserved', 'spent'] as const
  return [
    ...accounts.flatMap(({ account, ...sums }) =>
      names
        .filter((name) => account[name] !== sums[name])
        .map(
          (name) =>
            `${account.workspaceId}: ${account[name]} ${name}, its entries sum to ${sums[name]}`,
        ),
    ),
    ...steps.map(
      ({ turnId, step, reserved, spent }) =>
        `step ${step} of ${turnId}: ${reserved} reserved, ${spent} spent`,
    ),
  ]
}

/** The result of a function of the database that returns an amount. */
async function amountOf(tx: Tables, call: SQL): Promise<number> {
  const [{ amount }] = await rowsOf<{ amount: number }>(tx, sql`SELECT ${call}::float8 AS amount`)
  return amount
}

/** Throws `RangeError` for an amount that is not a whole number of thousandths within bounds. */
function requireAmount(amount: number, least = 0): void {
  if (!Number.isSafeInteger(amount) || amount < least || amount > CREDIT_AMOUNT_MAX)
    throw new RangeError(
      `An amount of credits must be ${least} to ${CREDIT_AMOUNT_MAX} thousandths, got ${amount}.`,
    )
}
