import { NAME_MAX, PASSWORD_MAX, PASSWORD_MIN } from '../../serve/schemas/account-limits.ts'
import { button, make } from '../element.ts'
import type { DialogContext, View, ViewName } from './dialog-context.ts'
import { asProblem, type Field, openForm } from './form.ts'

const EMAIL: Field = {
  name: 'email',
  label: 'E-mail',
  type: 'email',
  // Password managers store the address as the user name.
  autocomplete: 'username',
  most: 254,
}
const text = (values: FormData, name: string) => `${values.get(name) ?? ''}`

/** The first view after a sign-in by a link; the keys otherwise. */
const FIRST_VIEWS: Partial<Record<string, ViewName>> = {
  invitation: 'organizations',
  claim: 'agents',
}

/** Removes a pasted key, so that requests use the session, and shows the first view. */
async function finishSignIn(context: DialogContext, message: string): Promise<void> {
  if (context.api.key !== null) context.api.useKey(null)
  await context.refresh()
  const { arrival } = context
  if (arrival?.kind === 'claim') context.arrival = null
  context.show(FIRST_VIEWS[arrival?.kind ?? ''] ?? 'keys', message)
}

export function signInView(context: DialogContext): View {
  const form = openForm({
    parts: [
      EMAIL,
      {
        name: 'password',
        label: 'Password',
        type: 'password',
        autocomplete: 'current-password',
        most: PASSWORD_MAX,
      },
    ],
    action: 'Sign in',
    others: [
      button('Forgot the password?', () => context.show('forgot'), { class: 'link' }),
      button('Create an account', () => context.show('sign-up'), { class: 'link' }),
    ],
    async send(values) {
      await context.calls.signIn({
        email: text(values, 'email').trim(),
        password: text(values, 'password'),
      })
      await finishSignIn(context, 'You are signed in.')
    },
  })
  return {
    title: 'Sign in',
    content: [
      make(
        'p',
        {},
        'Once signed in, you can use the map without a key and create keys for programs.',
      ),
      form,
    ],
  }
}

export function signUpView(context: DialogContext): View {
  const form = openForm({
    parts: [
      { name: 'name', label: 'Name', autocomplete: 'name', most: NAME_MAX },
      EMAIL,
      {
        name: 'password',
        label: 'Password',
        type: 'password',
        autocomplete: 'new-password',
        hint: `At least ${PASSWORD_MIN} characters. Long and easy to remember beats short and odd.`,
        least: PASSWORD_MIN,
        most: PASSWORD_MAX,
      },
    ],
    action: 'Create the account',
    others: [button('I have an account', () => context.show('sign-in'), { class: 'link' })],
    async send(values) {
      const credentials = {
        email: text(values, 'email').trim(),
        password: text(values, 'password'),
      }
      await context.calls.signUp({ name: text(values, 'name').trim(), ...credentials })
      try {
        await context.calls.signIn(credentials)
      } catch (error) {
        const { status } = asProblem(error)
        if (status !== 401 && status !== 403) throw error
        // The message is the same for new and known addresses, so nobody learns who has an account.
        const message =
          'If that address is new here, it will receive a mail: open its link, then sign in. If it has an account, sign in with its password or reset it.'
        return context.show('sign-in', message)
      }
      await finishSignIn(context, 'Account created. You are signed in.')
    },
  })
  return { title: 'Create an account', content: [form] }
}
