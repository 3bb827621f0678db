import { ApiProblem } from '../api-problem.ts'
import { button, make } from '../element.ts'
import type { Invitation } from './account-calls.ts'
import type { DialogContext } from './dialog-context.ts'
import { asProblem } from './form.ts'
import { verification } from './profile.ts'

const INVITATION_EXPIRED =
  'This invitation is no longer valid: it was answered, cancelled, or is over a week old.'

/** Invitations of the signed-in person: the one of a mail link, and all others. */
export function invitationsPart(context: DialogContext): HTMLElement {
  const place = make('div', { class: 'invited', 'aria-live': 'polite' })
  void fill(context, place)
  return place
}

async function fill(context: DialogContext, place: HTMLElement): Promise<void> {
  const linked = await resultOrProblem(linkedInvitation(context))
  const listed = await resultOrProblem(allInvitations(context))
  const open = Array.isArray(listed) ? listed.filter(({ status }) => status === 'pending') : []
  if (linked && !(linked instanceof HTMLElement) && open.every(({ id }) => id !== linked.id))
    open.unshift(linked)
  const others = [linked, listed ?? unlisted(context)].filter((each) => each instanceof HTMLElement)
  const list = make('ul', {}, ...open.map((each) => row(context, each)))
  place.replaceChildren(
    ...(open.length > 0 ? [make('h3', {}, 'You are invited'), list] : []),
    ...others,
  )
}

/** The result of a request, or an element that describes its problem. */
async function resultOrProblem<Answer>(request: Promise<Answer>): Promise<Answer | HTMLElement> {
  try {
    return await request
  } catch (error) {
    return make('p', { class: 'problem' }, asProblem(error).message)
  }
}

/** The invitation of the mail link. The invited person sees it, verified or not. */
async function linkedInvitation(context: DialogContext): Promise<Invitation | null> {
  const { arrival, account } = context
  if (arrival?.kind !== 'invitation') return null
  try {
    return await context.calls.invitation(arrival.id)
  } catch (error) {
    const { status, message } = asProblem(error)
    if (status === 403)
      throw new ApiProblem(status, `${message} You are signed in as ${account.user?.email}.`)
    if (status !== 400 && status !== 404) throw error
    context.arrival = null
    throw new ApiProblem(status, INVITATION_EXPIRED)
  }
}

/** All invitations; null while the person's address is not verified. */
async function allInvitations(context: DialogContext): Promise<Invitation[] | null> {
  try {
    return (await context.calls.invitations()) ?? []
  } catch (error) {
    if (asProblem(error).status === 403) return null
    throw error
  }
}

function unlisted(context: DialogContext): HTMLElement | null {
  const { user } = context.account
  if (!user || user.email_verified) return null
  const why = `Verify ${user.email} to see all invitations to it. The link in an invitation works without that.`
  return make('div', {}, make('p', { class: 'hint' }, why), verification(context, user))
}

function row(context: DialogContext, { id, organizationName, role }: Invitation): HTMLElement {
  const name = organizationName ?? 'an organization'
  const alert = make('p', { role: 'alert', class: 'problem' })
  const answer = (text: string, call: () => Promise<unknown>, message: string) =>
    button(
      text,
      async () => {
        try {
          await call()
          context.arrival = null
          await context.refresh()
          context.show('organizations', message)
        } catch (error) {
          alert.textContent = asProblem(error).message
        }
      },
      { 'aria-label': `${text}: ${name}` },
    )
  return make(
    'li',
    {},
    make('h4', {}, name, ' ', make('span', { class: 'hint' }, `as ${role}`)),
    alert,
    make(
      'div',
      { class: 'actions' },
      answer('Join', () => context.calls.acceptInvitation(id), `You are a member of ${name}.`),
      answer('Decline', () => context.calls.rejectInvitation(id), 'The invitation is declined.'),
    ),
  )
}
