import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { sendOperatorRequest } from '../../accounts/operators/operator-client.ts'
import { databaseOf } from '../../accounts/settings.ts'
import { platHome } from '../../catalog/plat-home.ts'
import { type CommandArguments, type CommandOutput, UsageError } from '../../terminal/command.ts'
import { StepError } from '../../terminal/step-error.ts'
import {
  type CreditAnswer,
  type CreditReport,
  type CreditRequest,
  GRANT_ID_CHARACTERS_MAX,
  openCreditOperator,
  type ReportedCredits,
  type ReportedEntry,
} from '../service/credit-operator.ts'
import { CREDIT_NOTE_CHARACTERS_MAX, PAGE_MAX } from '../store/store-limits.ts'
import { startingCreditsFrom } from '../turns/credit-settings.ts'
import { parseCredits } from '../turns/prices.ts'
import { formatFittedTable, terminalWidth } from './fitted-table.ts'

/** Entries that are shown unless `--limit` states another number. */
const SHOWN_ENTRIES = 10
/** `2026-11-26 14:05` of a time in ISO 8601. */
const MINUTE_CHARACTERS = 16

/** Runs the action that the first argument names. */
export async function runCredits(args: CommandArguments, out: CommandOutput): Promise<number> {
  const [action, ...given] = args.positionals
  if (action === 'show' && given.length === 1) return await show(given[0], args, out)
  if (action === 'grant' && given.length === 2) return await grant(given, args, out)
  throw new UsageError('Name an action: show <who>, or grant <who> <amount>.')
}

async function show(
  who: string,
  { values }: CommandArguments,
  out: CommandOutput,
): Promise<number> {
  const { report } = await send({ do: 'show_credits', who, limit: readLimit(values.limit) })
  out.print(values.json ? JSON.stringify(report, null, 2) : formatReport(report))
  return 0
}

async function grant(
  [who, amount]: string[],
  { values }: CommandArguments,
  out: CommandOutput,
): Promise<number> {
  const parsed = parseCredits(amount)
  if ('problem' in parsed) throw new UsageError(`The amount ${parsed.problem}`)
  const note = readText('note', values.note, CREDIT_NOTE_CHARACTERS_MAX) ?? ''
  // With an id of its own a request that is sent twice grants once.
  const grantId = readText('id', values.id, GRANT_ID_CHARACTERS_MAX) ?? randomUUID()
  const request = { do: 'grant_credits', who, amount: parsed.milli, note, grantId } as const
  const { report, granted } = await send({ ...request, limit: 1 })
  const { workspace, available } = report
  if (values.json) out.print(JSON.stringify({ ...report, granted }, null, 2))
  else
    out.print(
      granted
        ? `Granted ${amount} to ${describe(workspace)}: ${available} available.`
        : `Granted nothing: ${describe(workspace)} had the grant ${grantId} before; ${available} available.`,
    )
  return 0
}

/**
 * Sends a request to the service that has the database, or to the database. Throws `StepError` with
 * the reason when it is refused.
 */
async function send(request: CreditRequest): Promise<ReportedCredits> {
  const folder = join(platHome(), 'accounts')
  const place = databaseOf(process.env, folder)
  const open = openCreditOperator(startingCreditsFrom(process.env))
  const sent = { do: 'extension', request } as const
  const answer = await sendOperatorRequest(place, folder, sent, open)
  const given = 'extension' in answer ? (answer.extension as CreditAnswer) : answer
  if ('report' in given) return given
  const { refused, hint } = given as { refused: string; hint: string }
  const step = request.do === 'grant_credits' ? 'grant credits' : 'show credits'
  throw new StepError(step, request.who, refused, hint)
}

function readLimit(text: unknown): number {
  if (text === undefined) return SHOWN_ENTRIES
  const limit = /^\d{1,3}$/.test(`${text}`) ? Number(text) : Number.NaN
  if (limit <= PAGE_MAX) return limit
  throw new UsageError(`--limit must be a whole number from 0 to ${PAGE_MAX}, got "${text}".`)
}

/** The text of an option without control characters, of which a terminal would do something. */
function readText(name: string, text: unknown, charactersMax: number): string | null {
  if (text === undefined) return null
  const given = `${text}`
  if (given !== '' && given.length <= charactersMax && !/\p{Cc}/u.test(given)) return given
  throw new UsageError(`--${name} must be 1 to ${charactersMax} characters on one line.`)
}

function formatReport(report: CreditReport): string {
  const { workspace, available, reserved, spent, startsWith, entries } = report
  const sums = formatFittedTable(
    ['available', 'reserved', 'spent'],
    [[available, reserved, spent]],
    terminalWidth(),
  )
  const lines = [`${describe(workspace)}`, '', sums]
  if (startsWith !== null && startsWith !== '0')
    lines.push('', `The first turn adds ${startsWith} starting credits.`)
  if (entries.length > 0) lines.push('', formatEntries(entries))
  return lines.join('\n')
}

const describe = ({ name, kind, id }: CreditReport['workspace']): string =>
  `${name} (${kind === 'personal' ? 'personal workspace' : 'organization'} ${id})`

function formatEntries(entries: readonly ReportedEntry[]): string {
  const amounts = aligned(entries.map(({ credits }) => credits))
  const rows = entries.map((entry, i) => [
    entry.at.slice(0, MINUTE_CHARACTERS).replace('T', ' '),
    entry.kind,
    amounts[i],
    entry.from,
    entry.to,
    entry.turnId,
    entry.step === null ? null : `${entry.step}`,
    entry.note,
  ])
  const header = ['time (UTC)', 'kind', 'credits', 'from', 'to', 'turn', 'step', 'note']
  return formatFittedTable(header, rows, terminalWidth())
}

/** Decimal texts with their points below each other. */
function aligned(amounts: readonly string[]): string[] {
  const parts = amounts.map((amount) => amount.split('.'))
  const width = Math.max(...parts.map(([whole]) => whole.length))
  return parts.map(([whole, ...places]) => [whole.padStart(width), ...places].join('.'))
}
