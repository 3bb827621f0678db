import { z } from 'zod'
import type { Database } from '../../accounts/database/database.ts'
import { WriteTransactions } from '../../accounts/database/write-transactions.ts'
import type { OperatorExtension } from '../../accounts/operators/operator-service.ts'
import type { CreditAccountName, CreditEntryKind } from '../store/credit-schema.ts'
import { grantCredits, listEntries, readBalance } from '../store/credits.ts'
import { findWorkspace, type NamedWorkspace } from '../store/named-workspace.ts'
import { PROJECT_MIGRATIONS } from '../store/project-migrations.ts'
import { CREDIT_AMOUNT_MAX, CREDIT_NOTE_CHARACTERS_MAX, PAGE_MAX } from '../store/store-limits.ts'
import { StoreRefusal } from '../store/store-refusal.ts'
import { formatCredits } from '../turns/prices.ts'

/** A grant that has not started by then is answered with a failure, and does nothing. */
const GRANT_WAIT_MS = 10_000
/** Characters of an e-mail address, a slug or an id. */
const WHO_CHARACTERS_MAX = 320
/** Characters of the id of a grant. */
export const GRANT_ID_CHARACTERS_MAX = 100

const Who = z.string().min(1).max(WHO_CHARACTERS_MAX)

/** A request of an operator about credits; amounts are thousandths. */
const CreditRequest = z.discriminatedUnion('do', [
  z.strictObject({
    do: z.literal('grant_credits'),
    who: Who,
    amount: z.int().min(1).max(CREDIT_AMOUNT_MAX),
    note: z.string().max(CREDIT_NOTE_CHARACTERS_MAX),
    /** A grant with the id of an earlier one of the workspace does nothing. */
    grantId: z.string().min(1).max(GRANT_ID_CHARACTERS_MAX),
    limit: z.int().min(0).max(PAGE_MAX),
  }),
  z.strictObject({
    do: z.literal('show_credits'),
    who: Who,
    limit: z.int().min(0).max(PAGE_MAX),
  }),
])
export type CreditRequest = z.infer<typeof CreditRequest>

/** An entry for people and scripts: credits as decimal text, times in ISO 8601. */
export interface ReportedEntry {
  id: number
  at: string
  kind: CreditEntryKind
  credits: string
  from: CreditAccountName
  to: CreditAccountName
  turnId: string | null
  step: number | null
  grantId: string | null
  note: string
}

/** The account of a workspace: credits as decimal text. */
export interface CreditReport {
  workspace: NamedWorkspace
  available: string
  reserved: string
  spent: string
  /** Credits that are granted at the first use; null after it. */
  startsWith: string | null
  /** The last ones, newest first. */
  entries: ReportedEntry[]
}

/** Where nothing was granted, its id was granted before or none was requested. */
export interface ReportedCredits {
  report: CreditReport
  granted: boolean
}

export type CreditAnswer = ReportedCredits | { refused: string; hint: string }

/** Shows and grants credits for the operator of the service. */
export class CreditOperator {
  private readonly database: Database
  private readonly writes: WriteTransactions
  private readonly startingCredits: number

  constructor(database: Database, startingCredits: number) {
    this.database = database
    this.writes = new WriteTransactions(database.tables, {
      isAlone: database.engine === 'pglite',
    })
    this.startingCredits = startingCredits
  }

  /** Answers a request, refusals included. Throws when the database fails. */
  async answer(sent: unknown): Promise<CreditAnswer> {
    const { data: request } = CreditRequest.safeParse(sent)
    if (!request)
      return { refused: 'The request is not valid.', hint: 'Run the same version as the service.' }
    const workspace = await findWorkspace(this.database.tables, request.who)
    if (!workspace) return unknownWorkspace(request.who)
    try {
      const granted = request.do === 'grant_credits' && (await this.grant(workspace, request))
      return { report: await this.report(workspace, request.limit), granted }
    } catch (error) {
      if (!(error instanceof StoreRefusal)) throw error
      return { refused: error.message, hint: 'Grant less.' }
    }
  }

  private grant(
    { kind, id }: NamedWorkspace,
    request: CreditRequest & { do: 'grant_credits' },
  ): Promise<boolean> {
    const { amount, note, grantId } = request
    const claim = { deadline_ms: performance.now() + GRANT_WAIT_MS, claimants: [] }
    return this.writes.run(claim, (tx) =>
      grantCredits(tx, { workspace: { kind, id }, amount, note, grantId }),
    )
  }

  private async report(workspace: NamedWorkspace, limit: number): Promise<CreditReport> {
    const { tables } = this.database
    const { available, reserved, spent, isOpen } = await readBalance(tables, workspace)
    const entries = await listEntries(tables, workspace, { limit })
    return {
      workspace,
      available: formatCredits(available),
      reserved: formatCredits(reserved),
      spent: formatCredits(spent),
      startsWith: isOpen ? null : formatCredits(this.startingCredits),
      entries: entries.map(({ at, amount, credit, debit, ...entry }) => ({
        ...entry,
        at: at.toISOString(),
        credits: formatCredits(amount),
        from: credit,
        to: debit,
      })),
    }
  }
}

/** Opens the credits on a database that no service of this process has, for an operator. */
export const openCreditOperator =
  (startingCredits: number) =>
  async (database: Database): Promise<OperatorExtension> => {
    await database.migrate(PROJECT_MIGRATIONS)
    const operator = new CreditOperator(database, startingCredits)
    return (request) => operator.answer(request)
  }

function unknownWorkspace(who: string): { refused: string; hint: string } {
  if (who.includes('@'))
    return {
      refused: `Nobody has signed up with ${who}.`,
      hint: 'Have the person sign up, or give the slug of an organization or the id of a workspace.',
    }
  return {
    refused: `There is no organization with the slug ${who}, and no workspace with this id.`,
    hint: 'Give the e-mail address of a person, the slug of an organization as `GET /api/account` lists it, or an id from `plat keys list --all --json`.',
  }
}
