import { join } from 'node:path'
import { SCOPES, type Scope } from '../../accounts/accounts.ts'
import { EXPIRES_IN_DAYS_MAX, KEY_KINDS, type KeyKind } from '../../accounts/keys/key-kinds.ts'
import { sendOperatorRequest } from '../../accounts/operators/operator-client.ts'
import type {
  KeyResponse,
  NamedOwner,
  OperatorAnswer,
  OperatorRequest,
} from '../../accounts/operators/operator-service.ts'
import { databaseOf } from '../../accounts/settings.ts'
import { platHome } from '../../catalog/plat-home.ts'
import { type CommandArguments, type CommandOutput, UsageError } from '../../terminal/command.ts'
import { StepError } from '../../terminal/step-error.ts'
import { formatTable } from '../../terminal/table.ts'

/** Runs the action that the first argument names. */
export async function runKeys(args: CommandArguments, out: CommandOutput): Promise<number> {
  const [action, ...ids] = args.positionals
  if (action === 'create' && ids.length === 0) return await create(args, out)
  if (action === 'list' && ids.length === 0) return await list(args, out)
  if (action === 'revoke' && ids.length === 1) return await revoke(ids[0], args, out)
  throw new UsageError('Name an action: create --name <name>, list, or revoke <id>.')
}

/** Makes a key and prints it to standard output, alone, so that a script can read it. */
async function create({ values }: CommandArguments, out: CommandOutput): Promise<number> {
  const { name, kind = 'map' } = values as { name?: string; kind?: string }
  if (name === undefined) throw new UsageError('Give the key a name: --name <name>.')
  if (!Object.hasOwn(KEY_KINDS, kind))
    throw new UsageError(`--kind must be map or architect, got "${kind}".`)
  const answer = await send({
    do: 'create',
    kind: kind as KeyKind,
    name,
    owner: readOwner(values),
    scopes: readScopes(values.scopes as string | undefined) ?? undefined,
    expires_in_days: readDays(values['expires-in-days'] as string | undefined),
  })
  if (!('created' in answer)) return 1
  const { created, key } = answer
  if (values.json) out.print(JSON.stringify({ ...created, key }, null, 2))
  else {
    out.progress.note(`${created.id}: ${created.kind} key of ${created.workspace.name}.`)
    out.progress.note('The key is shown only this once: Plat stores its hash.')
    out.print(key)
  }
  return 0
}

async function list({ values }: CommandArguments, out: CommandOutput): Promise<number> {
  const answer = await send({ do: 'list', owner: values.all ? 'all' : readOwner(values) })
  if (!('keys' in answer)) return 1
  if (values.json) out.print(JSON.stringify(answer.keys, null, 2))
  else if (answer.keys.length === 0) out.print('No keys.')
  else out.print(formatKeys(answer.keys))
  return 0
}

async function revoke(
  id: string,
  { values }: CommandArguments,
  out: CommandOutput,
): Promise<number> {
  const answer = await send({ do: 'revoke', id })
  if (!('revoked' in answer)) return 1
  const { revoked } = answer
  if (values.json) out.print(JSON.stringify(revoked, null, 2))
  else out.print(`Revoked ${revoked.id} (${revoked.name}). Every process refuses it within 5 s.`)
  return 0
}

/** Sends a request to the accounts. Throws `StepError` with the reason when they refuse it. */
async function send(request: OperatorRequest): Promise<OperatorAnswer> {
  const folder = join(platHome(), 'accounts')
  const answer = await sendOperatorRequest(databaseOf(process.env, folder), folder, request)
  if ('refused' in answer)
    throw new StepError(`${request.do} a key`, describeTarget(request), answer.refused, answer.hint)
  return answer
}

function describeTarget(request: OperatorRequest): string {
  if (request.do === 'create') return request.name
  return request.do === 'revoke' ? request.id : 'keys'
}

function readOwner({ owner, org }: Record<string, unknown>): NamedOwner {
  if (owner !== undefined && org !== undefined)
    throw new UsageError('Name an owner or an organization, not both.')
  if (org !== undefined) return { organization: `${org}` }
  return owner === undefined ? { operator: true } : { email: `${owner}` }
}

function readScopes(text: string | undefined): Scope[] | null {
  if (text === undefined) return null
  const scopes = text.split(',').map((scope) => scope.trim())
  const unknown = scopes.find((scope) => !SCOPES.some((known) => known === scope))
  if (unknown !== undefined)
    throw new UsageError(`There is no scope ${unknown}; there are ${SCOPES.join(', ')}.`)
  return scopes as Scope[]
}

function readDays(text: string | undefined): number | null {
  if (text === undefined) return null
  const days = Number(text)
  if (!Number.isInteger(days) || days < 1 || days > EXPIRES_IN_DAYS_MAX)
    throw new UsageError(
      `--expires-in-days must be a whole number from 1 to ${EXPIRES_IN_DAYS_MAX}, got "${text}".`,
    )
  return days
}

function formatKeys(keys: KeyResponse[]): string {
  const rows = keys.map((key) => [
    key.id,
    key.kind,
    key.name,
    `${key.start}...`,
    key.workspace.name,
    key.scopes.join(','),
    formatDay(key.created_at),
    formatDay(key.expires_at),
    key.last_used_at?.slice(0, 16).replace('T', ' '),
    key.status,
  ])
  const header = ['id', 'kind', 'name', 'key', 'owner', 'scopes', 'made', 'expires', 'last used']
  return formatTable([...header, 'status'], rows)
}

function formatDay(time: string | null): string | null {
  return time?.slice(0, 10) ?? null
}
