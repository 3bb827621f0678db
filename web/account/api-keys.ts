import { KEY_LIMIT } from '../../serve/schemas/account-limits.ts'
import { fact, make } from '../element.ts'
import { type ApiKey, isManager } from './account-calls.ts'
import { confirmButton } from './confirm.ts'
import type { DialogContext, View } from './dialog-context.ts'
import { asProblem } from './form.ts'
import { formatDay, KIND_NAMES, STATUS_NAMES, scopeName } from './key-texts.ts'
import { newKeyPart } from './new-key.ts'

/** The view of a person's API keys, with a form for a new one. */
export function apiKeysView(context: DialogContext): View {
  const list = make('div', { class: 'keys', 'aria-live': 'polite' }, 'Loading keys …')
  void fill(context, list)
  return {
    title: 'API keys',
    content: [
      make(
        'p',
        {},
        `Programs need a key. A map key allows ${KEY_LIMIT.requests} requests a minute.`,
      ),
      newKeyPart(context, () => void fill(context, list)),
      make('h3', {}, 'Your keys'),
      list,
    ],
  }
}

async function fill(context: DialogContext, list: HTMLElement): Promise<void> {
  try {
    const keys = await context.calls.keys()
    if (keys.length === 0) return list.replaceChildren(make('p', {}, 'No keys yet.'))
    list.replaceChildren(make('ul', {}, ...keys.map((key) => keyRow(context, key, list))))
  } catch (error) {
    const { message, hint } = asProblem(error)
    list.replaceChildren(make('p', { class: 'problem' }, hint ? `${message} ${hint}` : message))
  }
}

/** True for workspaces of one person, who may revoke their keys. */
const IS_OWN: Record<ApiKey['workspace']['kind'], boolean> = { personal: true, organization: false }

function keyRow(context: DialogContext, key: ApiKey, list: HTMLElement): HTMLElement {
  const { id, kind, name, start, workspace, agent, scopes, status } = key
  const isOwn = IS_OWN[workspace.kind]
  const facts = make(
    'dl',
    { class: 'facts' },
    ...fact('Kind', KIND_NAMES[kind] ?? kind),
    ...fact('Begins with', make('code', {}, `${start}…`)),
    ...fact('Workspace', isOwn ? 'Personal' : workspace.name),
    ...fact('Agent', agent?.name),
    ...fact('Permissions', scopes.map(scopeName).join(', ') || 'none'),
    ...fact('Created', day(key.created_at)),
    ...fact('Expires', key.expires_at === null ? 'never' : day(key.expires_at)),
    ...fact('Last used', key.last_used_at === null ? 'not yet' : day(key.last_used_at)),
  )
  const badge = make('span', { class: `badge ${status}` }, STATUS_NAMES[status] ?? status)
  const heading = make('h4', {}, name, ' ', badge)
  const revoke = confirmButton({
    action: 'Revoke',
    label: `Revoke ${name}`,
    question: `Programs with the key “${name}” are refused within 5 seconds. This cannot be undone.`,
    yes: 'Revoke it',
    async act() {
      await context.calls.revokeKey(id)
      context.announce(`${name} is revoked.`)
      await fill(context, list)
      list.closest('dialog')?.querySelector('h2')?.focus()
    },
  })
  const canRevoke = isOwn || canManage(context, workspace.id)
  return make('li', {}, heading, facts, status === 'active' && canRevoke && revoke)
}

function canManage({ account }: DialogContext, organization: string): boolean {
  return account.organizations.some(({ id, role }) => id === organization && isManager(role))
}

function day(text: string): HTMLElement {
  return make('time', { datetime: text, title: text }, formatDay(text))
}
