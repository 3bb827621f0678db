import './account.css'
import type { Api } from '../api.ts'
import { ApiProblem } from '../api-problem.ts'
import { button, make } from '../element.ts'
import { type Account, accountCalls, NOBODY } from './account-calls.ts'
import { apiKeysView } from './api-keys.ts'
import { type Arrival, arrivalOf, type OpenedAt } from './arrival.ts'
import type { DialogContext, View, ViewName } from './dialog-context.ts'
import { organizationsView } from './organizations.ts'
import { forgotView, resetView } from './password.ts'
import { pastedKeyView } from './pasted-key.ts'
import { profileView } from './profile.ts'
import { signInView, signUpView } from './sign-in.ts'

const VIEWS: Record<ViewName, (context: DialogContext) => View> = {
  'sign-in': signInView,
  'sign-up': signUpView,
  forgot: forgotView,
  reset: resetView,
  'pasted-key': pastedKeyView,
  keys: apiKeysView,
  organizations: organizationsView,
  profile: profileView,
}
/** Where the link of a mail leads. */
const ARRIVED_SIGNED_IN: Record<Arrival['kind'], ViewName> = {
  reset: 'reset',
  invitation: 'organizations',
  verified: 'profile',
}
const ARRIVED_SIGNED_OUT: Record<Arrival['kind'], ViewName> = {
  reset: 'reset',
  invitation: 'sign-in',
  verified: 'sign-in',
}
/** What the dialog offers at its top, for somebody and for nobody. */
const PASTED_KEY: [ViewName, string] = ['pasted-key', 'Use a key']
const SIGNED_IN: [ViewName, string][] = [
  ['keys', 'API keys'],
  ['organizations', 'Organizations'],
  ['profile', 'Account'],
]
const SIGNED_OUT: [ViewName, string][] = [
  ['sign-in', 'Sign in'],
  ['sign-up', 'Create an account'],
  PASTED_KEY,
]

/**
 * Puts the account button into its slot, and the dialog behind it. `openedAt` is the address with
 * which the page was opened: what a mail's link asks for.
 */
export function mountAccount(slot: HTMLElement, api: Api, openedAt: OpenedAt = location): void {
  const calls = accountCalls(api)
  const opener = button('Account', () => open(), {
    'aria-haspopup': 'dialog',
    class: 'account-button',
  })
  const title = make('h2', { id: 'account-title', tabindex: -1 })
  const notice = make('p', { class: 'told', role: 'status' })
  const nav = make('nav', { 'aria-label': 'Account' })
  const content = make('div', { class: 'content' })
  const close = button('Close', () => dialog.close(), { class: 'close' })
  const dialog = make(
    'dialog',
    { class: 'account', 'aria-labelledby': 'account-title' },
    make('header', {}, title, close),
    nav,
    notice,
    content,
  )
  let account: Account = NOBODY
  let shown: ViewName | null = null

  const context: DialogContext = {
    api,
    calls,
    get account() {
      return account
    },
    arrival: arrivalOf(openedAt),
    show,
    async refresh() {
      const before = account.user?.id
      account = await ask()
      tellOpener()
      if (account.user?.id !== before) api.credentialChanged()
    },
    say(text) {
      notice.textContent = text
    },
  }

  /** Nobody, where the service does not tell: signing in then says why. */
  async function ask(): Promise<Account> {
    try {
      return await calls.account()
    } catch (error) {
      if (error instanceof ApiProblem) return NOBODY
      throw error
    }
  }

  function tellOpener(): void {
    const name = account.user?.name
    const text = name ?? (api.key === null ? 'Sign in' : 'Key in use')
    opener.replaceChildren(personPicture(), make('span', {}, text))
    opener.ariaLabel = name === undefined ? text : `Account of ${name}`
  }

  function show(view: ViewName, told = ''): void {
    shown = view
    const { title: name, content: parts } = VIEWS[view](context)
    title.textContent = name
    notice.textContent = told
    const ofPerson = api.key === null ? SIGNED_IN : [...SIGNED_IN, PASTED_KEY]
    const links = account.user ? ofPerson : SIGNED_OUT
    nav.replaceChildren(
      ...links.map(([to, text]) =>
        button(text, () => show(to), { 'aria-current': to === view ? 'page' : null }),
      ),
    )
    content.replaceChildren(...parts)
    content.scrollTop = 0
    if (dialog.open) title.focus()
  }

  function open(
    view: ViewName = account.user ? 'keys' : api.key === null ? 'sign-in' : 'pasted-key',
  ) {
    if (shown === null || !dialog.open) show(view)
    if (!dialog.open) dialog.showModal()
    title.focus()
  }

  /** Does what a mail's link asks for. The address loses it, as it has lost what stood after its `#`. */
  function arrive(): void {
    const { arrival } = context
    if (arrival === null) return
    const address = new URL(location.href)
    for (const name of ['account', 'error']) address.searchParams.delete(name)
    history.replaceState(history.state, '', address.pathname + address.search)
    const own = account.user ? ARRIVED_SIGNED_IN : ARRIVED_SIGNED_OUT
    open(own[arrival.kind])
    if (arrival.kind === 'invitation' && !account.user)
      notice.textContent =
        'You are invited. Sign in, or create an account, with the e-mail address that the invitation came to.'
    if (arrival.kind !== 'verified') return
    context.arrival = null
    notice.textContent = arrival.isDone
      ? 'Your address is verified.'
      : 'That link does not hold any more. Sign in, and you get a new one.'
  }

  // A click beside the dialog closes it; one that began in a field does not.
  let isBeside = false
  dialog.addEventListener('pointerdown', ({ target }) => {
    isBeside = target === dialog
  })
  dialog.addEventListener('click', ({ target }) => {
    if (isBeside && target === dialog) dialog.close()
  })
  // What was typed, and a key that is shown once, do not wait behind a closed dialog.
  dialog.addEventListener('close', () => {
    content.replaceChildren()
    shown = null
  })
  api.onCredential(tellOpener)
  api.onAccountRequested(() => open())
  slot.append(opener)
  document.body.append(dialog)
  tellOpener()
  void ask().then((found) => {
    account = found
    tellOpener()
    arrive()
  })
}

/** Stands for the words where a phone has no room for them. */
function personPicture(): SVGElement {
  const shape = (name: string, attributes: Record<string, string>) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name)
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
    return element
  }
  const line = { fill: 'none', stroke: 'currentColor', 'stroke-width': '2' }
  const picture = shape('svg', {
    viewBox: '0 0 20 20',
    width: '20',
    height: '20',
    'aria-hidden': 'true',
  })
  picture.append(
    shape('circle', { cx: '10', cy: '6', r: '4', ...line }),
    shape('path', { d: 'M2 19a8 8 0 0 1 16 0', ...line }),
  )
  return picture as SVGElement
}
