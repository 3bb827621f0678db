import {
  formatLife,
  LINK_S,
  PASSWORD_MAX,
  PASSWORD_MIN,
} from '../../serve/schemas/account-limits.ts'
import { button, make } from '../element.ts'
import type { DialogContext, View } from './dialog-context.ts'
import { openForm } from './form.ts'

export function forgotView(context: DialogContext): View {
  const form = openForm({
    parts: [{ name: 'email', label: 'E-mail', type: 'email', autocomplete: 'username', most: 254 }],
    action: 'Send the mail',
    others: [button('Back to signing in', () => context.show('sign-in'), { class: 'link' })],
    async send(values) {
      await context.calls.requestPasswordReset(`${values.get('email')}`.trim())
      context.show(
        'sign-in',
        `If there is an account with that address, it will receive a mail with a link, which expires after ${formatLife(LINK_S)}.`,
      )
    },
  })
  const about = make('p', {}, 'You will receive a mail with a link to choose a new password.')
  return { title: 'Forgot the password', content: [about, form] }
}

/** The view that the link of the reset mail opens. */
export function resetView(context: DialogContext): View {
  const { arrival } = context
  const form = openForm({
    parts: [
      {
        name: 'newPassword',
        label: 'New password',
        type: 'password',
        autocomplete: 'new-password',
        hint: `At least ${PASSWORD_MIN} characters.`,
        least: PASSWORD_MIN,
        most: PASSWORD_MAX,
      },
    ],
    action: 'Set the password',
    others: [button('Send another mail', () => context.show('forgot'), { class: 'link' })],
    async send(values) {
      const token = arrival?.kind === 'reset' ? arrival.token : ''
      await context.calls.resetPassword(token, `${values.get('newPassword')}`)
      context.arrival = null
      context.show('sign-in', 'The new password is set. Sign in with it.')
    },
  })
  return { title: 'Choose a new password', content: [form] }
}
