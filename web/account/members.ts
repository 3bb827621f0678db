import { button, make } from '../element.ts'
import { isManager, type Membership, type Organization } from './account-calls.ts'
import { confirmed } from './confirm.ts'
import type { DialogContext } from './dialog-context.ts'
import { asProblem, openForm } from './form.ts'

/** Who belongs to an organization and who is invited, with what one's own role may do about it. */
export function membersPart(context: DialogContext, membership: Membership): HTMLElement {
  const place = make('div', { class: 'members', 'aria-live': 'polite' }, 'Asking for the members …')
  void fill(context, membership, place)
  return place
}

async function fill(
  context: DialogContext,
  membership: Membership,
  place: HTMLElement,
): Promise<void> {
  try {
    const organization = await context.calls.organization(membership.id)
    place.replaceChildren(...parts(context, membership, organization, place))
  } catch (error) {
    place.replaceChildren(make('p', { class: 'problem' }, asProblem(error).message))
  }
}

function parts(
  context: DialogContext,
  membership: Membership,
  { members, invitations }: Organization,
  place: HTMLElement,
): HTMLElement[] {
  const { id, name, role } = membership
  const isOurs = isManager(role)
  const own = context.account.user?.email
  const again = () => fill(context, membership, place)
  const pending = invitations.filter(({ status }) => status === 'pending')
  const memberRow = ({ id: member, role: their, user }: Organization['members'][number]) =>
    make(
      'li',
      {},
      make('span', {}, `${user.name} `, make('span', { class: 'hint' }, `${user.email}, ${their}`)),
      isOurs &&
        user.email !== own &&
        confirmed({
          action: 'Remove',
          label: `Remove ${user.name}`,
          question: `${user.name} will not see ${name} any more.`,
          yes: 'Remove them',
          async act() {
            await context.calls.removeMember(id, member)
            await again()
          },
        }),
    )
  const invitationRow = ({
    id: invitation,
    email,
    role: their,
  }: Organization['invitations'][number]) =>
    make(
      'li',
      {},
      make('span', {}, `${email} `, make('span', { class: 'hint' }, `invited as ${their}`)),
      isOurs &&
        button(
          'Take back',
          async () => {
            await context.calls.cancelInvitation(invitation)
            await again()
          },
          { 'aria-label': `Take back the invitation of ${email}` },
        ),
    )
  return [
    make('ul', {}, ...members.map(memberRow), ...pending.map(invitationRow)),
    ...(isOurs ? [inviteForm(context, membership, again)] : []),
    confirmed({
      action: 'Leave',
      label: `Leave ${name}`,
      question: `You will not see ${name} any more, unless somebody invites you again.`,
      yes: 'Leave it',
      async act() {
        await context.calls.leave(id)
        await context.refresh()
        context.show('organizations', `You have left ${name}.`)
      },
    }),
  ]
}

function inviteForm(
  context: DialogContext,
  { id, name }: Membership,
  again: () => Promise<void>,
): HTMLElement {
  const roleId = `invite-role-${id}`
  const role = make(
    'div',
    { class: 'field' },
    make('label', { for: roleId }, 'Role'),
    make(
      'select',
      { id: roleId, name: 'role' },
      make('option', { value: 'member' }, 'Member'),
      make('option', { value: 'admin' }, 'Admin: also makes keys and invites'),
    ),
  )
  return openForm({
    parts: [
      { name: 'email', label: `Invite to ${name}`, type: 'email', autocomplete: 'off', most: 254 },
      role,
    ],
    action: 'Invite',
    async send(values) {
      const email = `${values.get('email')}`.trim()
      await context.calls.invite(id, email, `${values.get('role')}`)
      context.say(`${email} is invited.`)
      await again()
    },
  })
}
