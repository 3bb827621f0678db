import { join } from 'node:path'
import { SCOPES, type Scope } from '../../accounts/accounts.ts'
import { KEY_KINDS, type KeyKind } from '../../accounts/keys/key-kinds.ts'
import { sendOperatorRequest } from '../../accounts/operators/operator-client.ts'
import type {
  KeyResponse,
  NamedOwner,
  OperatorAnswer,
  OperatorRequest,
} from '../../accounts/operators/operator-service.ts'
import { databaseOf } from '../../accounts/settings.ts'
import { platHome } from '../../catalog/plat-home.ts'
import {
  type Command,
  type CommandArguments,
  type CommandOutput,
  UsageError,
} from '../../terminal/command.ts'
import { StepError } from '../../terminal/step-error.ts'
import { formatTable } from '../../terminal/table.ts'

export const keysCommand: Command = {
  name: 'keys',
  summary: 'Make, list and revoke API keys, also while the service runs',
  usage: 'keys create --name <name> [options] | list [--all | options] | revoke <id>',
  options: {
    name: { type: 'string', value: 'name', help: 'create: by which the key is known' },
    kind: { type: 'string', value: 'kind', help: 'create: map (default) or architect' },
    owner: { type: 'string', value: 'email', help: 'whose keys; default: the operator’s own' },
    org: { type: 'string', value: 'slug', help: 'the keys of this organization instead' },
    scopes: {
      type: 'string',
      value: 'a,b',
      help: 'create: of an architect key; default projects:edit',
    },
    'expires-in-days': { type: 'string', value: 'days', help: 'create: 1 to 366; default: never' },
    all: { type: 'boolean', help: 'list: everybody’s keys' },
    json: { type: 'boolean', help: 'as JSON' },
  },
  examples: [
    'KEY=$(plat keys create --name ci)',
    'plat keys create --name deploys --kind architect --owner ada@example.com --scopes projects:edit,projects:publish --expires-in-days 90',
    'plat keys list --all',
    'plat keys revoke key_4fGh27TqkXw0cVbN81Za',
  ],
  async run(args, out) {
    const [action, ...ids] = args.positionals
    if (action === 'create' && ids.length === 0) return await create(args, out)
    if (action === 'list' && ids.length === 0) return await list(args, out)
    if (action === 'revoke' && ids.length === 1) return await revoke(ids[0], args, out)
    throw new UsageError('Say what to do: create --name <name>, list, or revoke <id>.')
  },
}

/** The key goes to standard output alone, so that a script may take it; the rest does not. */
async function create({ values }: CommandArguments, out: CommandOutput): Promise<number> {
  const { name, kind = 'map' } = values as { name?: string; kind?: string }
  if (name === undefined) throw new UsageError('Give the key a name: --name <name>.')
  if (!Object.hasOwn(KEY_KINDS, kind))
    throw new UsageError(`--kind is map or architect, not ${kind}.`)
  const answer = await ask({
    do: 'create',
    kind: kind as KeyKind,
    name,
    owner: ownerOf(values),
    scopes: scopesOf(values.scopes as string | undefined),
    expires_in_days: daysOf(values['expires-in-days'] as string | undefined),
  })
  if (!('created' in answer)) return 1
  const { created, key } = answer
  if (values.json) out.print(JSON.stringify({ ...created, key }, null, 2))
  else {
    out.progress.note(`${created.id}, a ${created.kind} key of ${created.workspace.name}.`)
    out.progress.note('It is shown this once: what is kept is its hash.')
    out.print(key)
  }
  return 0
}

async function list({ values }: CommandArguments, out: CommandOutput): Promise<number> {
  const answer = await ask({ do: 'list', owner: values.all ? 'all' : ownerOf(values) })
  if (!('keys' in answer)) return 1
  if (values.json) out.print(JSON.stringify(answer.keys, null, 2))
  else if (answer.keys.length === 0) out.print('No keys.')
  else out.print(keyTable(answer.keys))
  return 0
}

async function revoke(
  id: string,
  { values }: CommandArguments,
  out: CommandOutput,
): Promise<number> {
  const answer = await ask({ do: 'revoke', id })
  if (!('revoked' in answer)) return 1
  const { revoked } = answer
  if (values.json) out.print(JSON.stringify(revoked, null, 2))
  else out.print(`Revoked ${revoked.id} (${revoked.name}). Every process refuses it within 5 s.`)
  return 0
}

/** Throws `StepError` with the reason where it is refused. */
async function ask(request: OperatorRequest): Promise<OperatorAnswer> {
  const folder = join(platHome(), 'accounts')
  const answer = await sendOperatorRequest(databaseOf(process.env, folder), folder, request)
  if ('refused' in answer)
    throw new StepError(`${request.do} a key`, targetOf(request), answer.refused, answer.hint)
  return answer
}

function targetOf(request: OperatorRequest): string {
  if (request.do === 'create') return request.name
  return request.do === 'revoke' ? request.id : 'keys'
}

function ownerOf({ owner, org }: Record<string, unknown>): NamedOwner {
  if (owner !== undefined && org !== undefined)
    throw new UsageError('Name an owner or an organization, not both.')
  if (org !== undefined) return { organization: `${org}` }
  return owner === undefined ? { operator: true } : { email: `${owner}` }
}

function scopesOf(text: string | undefined): Scope[] | undefined {
  if (text === undefined) return undefined
  const scopes = text.split(',').map((scope) => scope.trim())
  const unknown = scopes.find((scope) => !SCOPES.some((known) => known === scope))
  if (unknown !== undefined)
    throw new UsageError(`There is no scope ${unknown}: they are ${SCOPES.join(', ')}.`)
  return scopes as Scope[]
}

function daysOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const days = Number(text)
  if (!Number.isInteger(days)) throw new UsageError(`--expires-in-days: ${text} is no number.`)
  return days
}

function keyTable(keys: KeyResponse[]): string {
  const rows = keys.map((key) => [
    key.id,
    key.kind,
    key.name,
    `${key.start}...`,
    key.workspace.name,
    key.scopes.join(','),
    day(key.created_at),
    day(key.expires_at),
    key.last_used_at?.slice(0, 16).replace('T', ' '),
    key.status,
  ])
  const header = ['id', 'kind', 'name', 'key', 'owner', 'scopes', 'made', 'expires', 'last used']
  return formatTable([...header, 'status'], rows)
}

function day(time: string | null): string | undefined {
  return time?.slice(0, 10)
}
