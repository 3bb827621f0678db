import { button, make } from '../element.ts'
import { isManager, type Membership, type Organization } from './account-calls.ts'
import { confirmButton } from './confirm.ts'
import type { DialogContext } from './dialog-context.ts'
import { asProblem, openForm } from './form.ts'

/** Members and invitations of an organization, with the actions that the person's role allows. */
export function membersPart(context: DialogContext, membership: Membership): HTMLElement {
  const place = make('div', { class: 'members', 'aria-live': 'polite' }, 'Loading members …')
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
  const canManage = isManager(role)
  const own = context.account.user?.email
  const reload = () => fill(context, membership, place)
  const pending = invitations.filter(({ status }) => status === 'pending')
  const memberRow = ({ id: member, role: their, user }: Organization['members'][number]) =>
    make(
      'li',
      {},
      make('span', {}, `${user.name} `, make('span', { class: 'hint' }, `${user.email}, ${their}`)),
      canManage &&
        user.email !== own &&
        confirmButton({
          action: 'Remove',
          label: `Remove ${user.name}`,
          question: `${user.name} will lose access to ${name}.`,
          yes: 'Remove',
          async act() {
            await context.calls.removeMember(id, member)
            await reload()
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
      canManage &&
        button(
          'Cancel',
          async () => {
            await context.calls.cancelInvitation(invitation)
            await reload()
          },
          { 'aria-label': `Cancel the invitation of ${email}` },
        ),
    )
  return [
    make('ul', {}, ...members.map(memberRow), ...pending.map(invitationRow)),
    ...(canManage ? [inviteForm(context, membership, reload)] : []),
    confirmButton({
      action: 'Leave',
      label: `Leave ${name}`,
      question: `You will lose access to ${name} until somebody invites you again.`,
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
  reload: () => Promise<void>,
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
      make('option', { value: 'admin' }, 'Admin: can also create keys and invite'),
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
      context.announce(`${email} is invited.`)
      await reload()
    },
  })
}
