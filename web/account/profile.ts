import { PASSWORD_MAX, PASSWORD_MIN } from '../../serve/schemas/account-limits.ts'
import { button, fact, make } from '../element.ts'
import type { Person } from './account-calls.ts'
import type { DialogContext, View } from './dialog-context.ts'
import { asProblem, openForm } from './form.ts'

export function profileView(context: DialogContext): View {
  const user = context.account.user
  if (!user) return { title: 'Account', content: [make('p', {}, 'Nobody is signed in.')] }
  const facts = make(
    'dl',
    { class: 'facts' },
    ...fact('Name', user.name),
    ...fact('E-mail', `${user.email}${user.email_verified ? '' : ' (not verified)'}`),
    ...fact('Plan', user.plan),
  )
  const signOut = button('Sign out', async () => {
    await context.calls.signOut()
    await context.refresh()
    context.show('sign-in', 'You are signed out.')
  })
  return {
    title: 'Account',
    content: [
      facts,
      ...(user.email_verified ? [] : [verification(context, user)]),
      make('div', { class: 'actions' }, signOut),
      make('h3', {}, 'Change the password'),
      passwordForm(context, user),
      make('h3', {}, 'Delete the account'),
      deletion(context, user),
    ],
  }
}

/** A button that sends the verification mail. */
export function verification(context: DialogContext, { email }: Person): HTMLElement {
  const status = make('span', { role: 'status', class: 'hint' })
  const send = button('Send the verification mail', async () => {
    try {
      await context.calls.requestVerification(email)
      status.textContent = 'The mail was sent.'
    } catch (error) {
      status.textContent = asProblem(error).message
    }
  })
  return make('div', { class: 'actions' }, send, status)
}

/** A hidden field with the address, for password managers. */
function hiddenUsername(email: string): HTMLElement {
  return make('input', {
    type: 'text',
    name: 'username',
    autocomplete: 'username',
    value: email,
    hidden: true,
  })
}

function passwordForm(context: DialogContext, { email }: Person): HTMLElement {
  return openForm({
    parts: [
      hiddenUsername(email),
      {
        name: 'currentPassword',
        label: 'Current password',
        type: 'password',
        autocomplete: 'current-password',
        most: PASSWORD_MAX,
      },
      {
        name: 'newPassword',
        label: 'New password',
        type: 'password',
        autocomplete: 'new-password',
        hint: `At least ${PASSWORD_MIN} characters. Other browsers are signed out.`,
        least: PASSWORD_MIN,
        most: PASSWORD_MAX,
      },
    ],
    action: 'Save',
    async send(values) {
      const [now, next] = ['currentPassword', 'newPassword'].map((name) => `${values.get(name)}`)
      await context.calls.changePassword(now, next)
      context.show('profile', 'The password is changed.')
    },
  })
}

function deletion(context: DialogContext, { email }: Person): HTMLElement {
  const about =
    'Your keys stop working and your account is deleted permanently. Keys of organizations keep working.'
  return make(
    'details',
    {},
    make('summary', {}, 'Delete my account'),
    make('p', {}, about),
    openForm({
      parts: [
        hiddenUsername(email),
        {
          name: 'password',
          label: 'Password',
          type: 'password',
          autocomplete: 'current-password',
          most: PASSWORD_MAX,
        },
      ],
      action: 'Delete permanently',
      async send(values) {
        await context.calls.deleteAccount(`${values.get('password')}`)
        await context.refresh()
        context.show('sign-in', 'The account is deleted.')
      },
    }),
  )
}
