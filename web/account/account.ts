import './account.css'
import type { Api } from '../api.ts'
import { ApiProblem } from '../api-problem.ts'
import { button, make } from '../element.ts'
import { type Account, accountCalls, NOBODY } from './account-calls.ts'
import { agentsView } from './agents.ts'
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
  agents: agentsView,
  profile: profileView,
}
/** The view that a link opens. */
const ARRIVAL_VIEWS_SIGNED_IN: Record<Arrival['kind'], ViewName> = {
  reset: 'reset',
  invitation: 'organizations',
  verified: 'profile',
  claim: 'agents',
  'agent-invite': 'agents',
}
const ARRIVAL_VIEWS_SIGNED_OUT: Record<Arrival['kind'], ViewName> = {
  reset: 'reset',
  invitation: 'sign-in',
  verified: 'sign-in',
  claim: 'sign-in',
  'agent-invite': 'sign-in',
}
/** The navigation of the dialog, signed in and signed out. */
const PASTED_KEY: [ViewName, string] = ['pasted-key', 'Use a key']
const SIGNED_IN: [ViewName, string][] = [
  ['keys', 'API keys'],
  ['organizations', 'Organizations'],
  ['agents', 'Agents'],
  ['profile', 'Account'],
]
const SIGNED_OUT: [ViewName, string][] = [
  ['sign-in', 'Sign in'],
  ['sign-up', 'Create an account'],
  PASTED_KEY,
]

/**
 * Mounts the account button and its dialog. `openedAt` is the address with which the page was
 * opened, which may be a mail link. A service without accounts calls `onAbsent`: there a key is
 * the only credential.
 */
export function mountAccount(
  slot: HTMLElement,
  api: Api,
  { openedAt = location, onAbsent }: { openedAt?: OpenedAt; onAbsent?(): void } = {},
): void {
  const calls = accountCalls(api)
  const opener = button('Account', () => open(), {
    'aria-haspopup': 'dialog',
    class: 'account-button',
  })
  const title = make('h2', { id: 'account-title', tabindex: -1 })
  const notice = make('p', { class: 'dialog-notice', role: 'status' })
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
  let hasAccounts = true

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
      account = await loadAccount()
      updateOpener()
      if (account.user?.id !== before) api.credentialChanged()
    },
    announce(text) {
      notice.textContent = text
    },
  }

  /** Loads the account; nobody's when the service fails, which signing in then reports. */
  async function loadAccount(): Promise<Account> {
    try {
      return await calls.account()
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      if (error.status === 404) {
        hasAccounts = false
        onAbsent?.()
      }
      return NOBODY
    }
  }

  function updateOpener(): void {
    const name = account.user?.name
    const text =
      name ?? (api.key !== null ? 'API key active' : hasAccounts ? 'Sign in' : 'Use a key')
    opener.replaceChildren(personIcon(), make('span', {}, text))
    opener.ariaLabel = name === undefined ? text : `Account of ${name}`
  }

  function show(view: ViewName, message = ''): void {
    shown = view
    const { title: name, content: parts } = VIEWS[view](context)
    title.textContent = name
    notice.textContent = message
    const personLinks = api.key === null ? SIGNED_IN : [...SIGNED_IN, PASTED_KEY]
    const links = account.user ? personLinks : hasAccounts ? SIGNED_OUT : [PASTED_KEY]
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
    view: ViewName = account.user
      ? 'keys'
      : api.key === null && hasAccounts
        ? 'sign-in'
        : 'pasted-key',
  ) {
    if (shown === null || !dialog.open) show(view)
    if (!dialog.open) dialog.showModal()
    title.focus()
  }

  /** Follows a mail link, and removes its parameters from the address. */
  function arrive(): void {
    const { arrival } = context
    if (arrival === null) return
    const address = new URL(location.href)
    for (const name of ['account', 'error']) address.searchParams.delete(name)
    history.replaceState(history.state, '', address.pathname + address.search)
    const own = account.user ? ARRIVAL_VIEWS_SIGNED_IN : ARRIVAL_VIEWS_SIGNED_OUT
    open(own[arrival.kind])
    switch (arrival.kind) {
      case 'invitation':
        if (!account.user)
          notice.textContent =
            'You are invited. Sign in or create an account with the e-mail address that received the invitation.'
        break
      case 'verified':
        context.arrival = null
        notice.textContent = arrival.isDone
          ? 'Your e-mail address is verified.'
          : 'This link has expired. Sign in to get a new one.'
        break
      case 'claim':
        if (account.user) context.arrival = null
        else notice.textContent = 'Sign in to claim an agent with its code.'
        break
      case 'agent-invite':
        context.arrival = null
        notice.textContent =
          'This link is an invite for an agent, not for a person: give it to one.'
        break
      case 'reset':
        break
      default:
        arrival satisfies never
    }
  }

  // A click outside of the dialog closes it, but not one that began in a field.
  let isOutside = false
  dialog.addEventListener('pointerdown', ({ target }) => {
    isOutside = target === dialog
  })
  dialog.addEventListener('click', ({ target }) => {
    if (isOutside && target === dialog) dialog.close()
  })
  // Typed text and a new key are removed when the dialog closes.
  dialog.addEventListener('close', () => {
    content.replaceChildren()
    shown = null
  })
  api.onCredentialChange(updateOpener)
  api.onAccountRequested(() => open())
  slot.append(opener)
  document.body.append(dialog)
  updateOpener()
  void loadAccount().then((found) => {
    account = found
    updateOpener()
    arrive()
  })
}

/** The icon of the account button, which replaces its text on a phone. */
function personIcon(): SVGElement {
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
