import { button, make } from '../element.ts'
import type { DialogContext, View } from './dialog-context.ts'
import { asProblem, type Field, openForm } from './form.ts'
import { PASSWORD_LEAST, PASSWORD_MOST } from './password.ts'

const EMAIL: Field = {
  name: 'email',
  label: 'E-mail',
  type: 'email',
  // A password manager keeps the address as the name of the account.
  autocomplete: 'username',
  most: 254,
}
const text = (values: FormData, name: string) => `${values.get(name) ?? ''}`

/** Who signs in asks as that person from now on, and with a pasted key no more. */
async function enter(context: DialogContext, told: string): Promise<void> {
  if (context.api.key !== null) context.api.useKey(null)
  await context.refresh()
  context.show(context.arrival?.kind === 'invitation' ? 'organizations' : 'keys', told)
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
        most: PASSWORD_MOST,
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
      await enter(context, 'You are signed in.')
    },
  })
  return {
    title: 'Sign in',
    content: [
      make(
        'p',
        {},
        'Signed in, the map answers without a key, and you can make keys for programs.',
      ),
      form,
    ],
  }
}

export function signUpView(context: DialogContext): View {
  const form = openForm({
    parts: [
      { name: 'name', label: 'Name', autocomplete: 'name', most: 80 },
      EMAIL,
      {
        name: 'password',
        label: 'Password',
        type: 'password',
        autocomplete: 'new-password',
        hint: `At least ${PASSWORD_LEAST} characters. Long and easy to remember beats short and odd.`,
        least: PASSWORD_LEAST,
        most: PASSWORD_MOST,
      },
    ],
    action: 'Create the account',
    others: [button('I have an account', () => context.show('sign-in'), { class: 'link' })],
    async send(values) {
      const asked = {
        email: text(values, 'email').trim(),
        password: text(values, 'password'),
      }
      await context.calls.signUp({ name: text(values, 'name').trim(), ...asked })
      try {
        await context.calls.signIn(asked)
      } catch (error) {
        const { status } = asProblem(error)
        if (status !== 401 && status !== 403) throw error
        // The same words whether the address was free or not: nobody learns who has an account.
        const told =
          'If that address is new here, a mail is on its way to it: open its link, then sign in. If it has an account, sign in with its password or ask for a new one.'
        return context.show('sign-in', told)
      }
      await enter(context, 'Your account is there, and you are signed in.')
    },
  })
  return { title: 'Create an account', content: [form] }
}
