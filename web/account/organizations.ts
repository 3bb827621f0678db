import { NAME_MAX } from '../../serve/schemas/account-limits.ts'
import { button, make } from '../element.ts'
import { isManager, type Membership } from './account-calls.ts'
import { agentInvitesPart } from './agent-invites.ts'
import type { DialogContext, View } from './dialog-context.ts'
import { openForm } from './form.ts'
import { invitationsPart } from './invitations.ts'
import { slugOf } from './key-texts.ts'
import { membersPart } from './members.ts'

/** The view of a person's organizations and invitations, with a form for a new organization. */
export function organizationsView(context: DialogContext): View {
  const { organizations } = context.account
  return {
    title: 'Organizations',
    content: [
      make(
        'p',
        {},
        'Members share the projects of an organization. Its owner and admins create and revoke its keys.',
      ),
      invitationsPart(context),
      organizations.length > 0
        ? make('ul', { class: 'organizations' }, ...organizations.map((each) => row(context, each)))
        : make('p', {}, "You aren't in any organization yet."),
      make('h3', {}, 'New organization'),
      openForm({
        parts: [{ name: 'name', label: 'Name', autocomplete: 'organization', most: NAME_MAX }],
        action: 'Create organization',
        async send(values) {
          const name = `${values.get('name')}`.trim()
          // Slugs are unique: random characters distinguish organizations of the same name.
          const suffix = Math.random().toString(36).slice(2, 8)
          await context.calls.createOrganization(
            name,
            `${slugOf(name) || 'organization'}-${suffix}`,
          )
          await context.refresh()
          context.show('organizations', `${name} was created.`)
        },
      }),
    ],
  }
}

function row(context: DialogContext, membership: Membership): HTMLElement {
  const { name, role, plan } = membership
  const place = make('div', {})
  const opener = (text: string, part: typeof membersPart) => {
    const open = button(
      text,
      () => {
        const isOpen = open.ariaExpanded === 'true'
        for (const each of openers) each.ariaExpanded = 'false'
        open.ariaExpanded = `${!isOpen}`
        place.replaceChildren(...(isOpen ? [] : [part(context, membership)]))
      },
      { 'aria-expanded': 'false', 'aria-label': `${text} of ${name}` },
    )
    return open
  }
  const openers = [
    opener('Members', membersPart),
    ...(isManager(role) ? [opener('Invites for agents', agentInvitesPart)] : []),
  ]
  const about = make('span', { class: 'hint' }, `you are ${role}; plan ${plan}`)
  return make(
    'li',
    {},
    make('h4', {}, name, ' ', about),
    make('div', { class: 'actions' }, ...openers),
    place,
  )
}
