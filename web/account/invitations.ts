import { ApiProblem } from '../api-problem.ts'
import { button, make } from '../element.ts'
import type { Invitation } from './account-calls.ts'
import type { DialogContext } from './dialog-context.ts'
import { asProblem } from './form.ts'
import { verification } from './profile.ts'

const LINK_IS_OVER =
  'The invitation of that link does not hold any more: it was answered, taken back, or is over a week old.'

/** What who is signed in is invited to: by the link of a mail, and all that is known besides. */
export function invitationsPart(context: DialogContext): HTMLElement {
  const place = make('div', { class: 'invited', 'aria-live': 'polite' })
  void fill(context, place)
  return place
}

async function fill(context: DialogContext, place: HTMLElement): Promise<void> {
  const linked = await told(ofLink(context))
  const listed = await told(allOf(context))
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

/** What was asked, or the words for a problem of the service. */
async function told<Answer>(asked: Promise<Answer>): Promise<Answer | HTMLElement> {
  try {
    return await asked
  } catch (error) {
    return make('p', { class: 'problem' }, asProblem(error).message)
  }
}

/** The invitation that was opened by its link. It is told to who is invited, verified or not. */
async function ofLink(context: DialogContext): Promise<Invitation | null> {
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
    throw new ApiProblem(status, LINK_IS_OVER)
  }
}

/** Null where they are not told: those of an address are listed only once it is verified. */
async function allOf(context: DialogContext): Promise<Invitation[] | null> {
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
  const why = `Invitations to ${user.email} are listed once that address is verified. The link of an invitation works without.`
  return make('div', {}, make('p', { class: 'hint' }, why), verification(context, user))
}

function row(context: DialogContext, { id, organizationName, role }: Invitation): HTMLElement {
  const name = organizationName ?? 'an organization'
  const alert = make('p', { role: 'alert', class: 'problem' })
  const answer = (text: string, call: () => Promise<unknown>, told: string) =>
    button(
      text,
      async () => {
        try {
          await call()
          context.arrival = null
          await context.refresh()
          context.show('organizations', told)
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
