import { NAME_MAX } from '../../serve/schemas/account-limits.ts'
import { button, make } from '../element.ts'
import type { AgentInvite, Membership } from './account-calls.ts'
import { confirmButton } from './confirm.ts'
import { copiedText } from './copied-text.ts'
import type { DialogContext } from './dialog-context.ts'
import { asProblem, openForm } from './form.ts'
import { ARCHITECT_SCOPES, formatDay, scopeName } from './key-texts.ts'

/** Lives of an invite in days, with the text for people. */
const LIVES: [days: number, name: string][] = [
  [1, '1 day'],
  [7, '7 days'],
  [30, '30 days'],
]
/** The scope that every invite gives. */
const ALWAYS = 'projects:edit'

/** The open invites for agents of an organization that the person manages, and a form for one. */
export function agentInvitesPart(context: DialogContext, membership: Membership): HTMLElement {
  const list = make('div', { class: 'members', 'aria-live': 'polite' }, 'Loading invites …')
  const made = make('div', { class: 'new-key' })
  void fill(context, membership, list)
  return make(
    'div',
    { class: 'members' },
    make(
      'p',
      {},
      `An agent that redeems an invite gets a key for all projects of ${membership.name}. It is listed with the API keys, where you can revoke it.`,
    ),
    list,
    inviteForm(context, membership, async (invite) => {
      made.replaceChildren(shownOnce(invite, () => made.replaceChildren()))
      made.querySelector('h3')?.focus()
      await fill(context, membership, list)
    }),
    made,
  )
}

async function fill(
  context: DialogContext,
  membership: Membership,
  list: HTMLElement,
): Promise<void> {
  try {
    const all = await context.calls.agentInvites()
    const own = all.filter(({ organization }) => organization.id === membership.id)
    const rows = own.map((each) => row(context, each, () => fill(context, membership, list)))
    list.replaceChildren(
      own.length > 0 ? make('ul', {}, ...rows) : make('p', { class: 'hint' }, 'No open invites.'),
    )
  } catch (error) {
    list.replaceChildren(make('p', { class: 'problem' }, asProblem(error).message))
  }
}

function row(
  context: DialogContext,
  { id, name, scopes, expires_at }: AgentInvite,
  reload: () => Promise<void>,
): HTMLElement {
  const about = `${scopes.map(scopeName).join(', ')}; until ${formatDay(expires_at)}`
  return make(
    'li',
    {},
    make('span', {}, `${name} `, make('span', { class: 'hint' }, about)),
    confirmButton({
      action: 'Revoke',
      label: `Revoke the invite ${name}`,
      question: `The link of “${name}” will not work any more.`,
      yes: 'Revoke it',
      async act() {
        await context.calls.revokeAgentInvite(id)
        context.announce(`The invite ${name} is revoked.`)
        await reload()
      },
    }),
  )
}

function inviteForm(
  context: DialogContext,
  { id }: Membership,
  onMade: (invite: AgentInvite & { url: string }) => Promise<void>,
): HTMLFormElement {
  const lifeId = `agent-invite-life-${id}`
  const life = make(
    'div',
    { class: 'field' },
    make('label', { for: lifeId }, 'Expires in'),
    make(
      'select',
      { id: lifeId, name: 'expires' },
      ...LIVES.map(([days, text]) => make('option', { value: days, selected: days === 7 }, text)),
    ),
  )
  const scopes = make(
    'fieldset',
    {},
    make('legend', {}, 'Permissions'),
    ...ARCHITECT_SCOPES.map((scope) =>
      make(
        'label',
        { class: 'choice' },
        make('input', {
          type: 'checkbox',
          name: 'scopes',
          value: scope,
          checked: scope === ALWAYS,
          disabled: scope === ALWAYS,
        }),
        make('span', {}, scopeName(scope)),
      ),
    ),
  )
  const form = openForm({
    parts: [
      {
        name: 'name',
        label: 'Name of the invite',
        autocomplete: 'off',
        hint: 'What the agent is for.',
        most: NAME_MAX,
      },
      scopes,
      life,
    ],
    action: 'Create invite',
    async send(values) {
      const invite = await context.calls.createAgentInvite({
        organization_id: id,
        name: `${values.get('name')}`.trim(),
        scopes: [ALWAYS, ...values.getAll('scopes').map(String)],
        expires_in_days: Number(values.get('expires')),
      })
      form.reset()
      await onMade(invite)
    },
  })
  return form
}

function shownOnce({ name, url }: AgentInvite & { url: string }, onDone: () => void): HTMLElement {
  return make(
    'section',
    { class: 'shown-once', 'aria-label': 'The new invite' },
    make('h3', { tabindex: -1 }, `The invite “${name}”`),
    make(
      'p',
      {},
      "Copy the link now and give it to the agent. It works once, and you won't be able to see it again.",
    ),
    copiedText(url, 'the invite'),
    make('div', { class: 'actions' }, button("I've saved it", onDone)),
  )
}
