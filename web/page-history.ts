import { formatPageState, type PageState, parsePageState } from './page-state.ts'

/** Names of secrets after the `#` of an address: a key, or the token of a mail link. */
const SECRET_NAMES = ['key', 'reset-password', 'invitation']

/** The state of the page in its address and in the browser's history. */
export interface PageHistory {
  read(): PageState
  /** Writes the state to the address. A step is a new entry of the history. */
  write(state: PageState, isStep: boolean): void
  /** Called when a person goes back or forward. */
  onNavigate(listener: (state: PageState) => void): void
}

export function openPageHistory(): PageHistory {
  const read = () => parsePageState(location.search)
  // A secret in the address must not stay there, or it would be shown and shared.
  if (hasSecret(location.hash)) history.replaceState(null, '', location.pathname + location.search)
  // A link that only changes the hash does not load the page by itself.
  addEventListener('hashchange', () => {
    if (hasSecret(location.hash)) location.reload()
  })
  return {
    read,
    write(state, isStep) {
      // The page is about to reload with the secret in the address.
      if (hasSecret(location.hash)) return
      const address = location.pathname + formatPageState(state)
      if (address === location.pathname + location.search) return
      if (isStep) history.pushState(null, '', address)
      else history.replaceState(null, '', address)
    },
    onNavigate: (listener) => addEventListener('popstate', () => listener(read())),
  }
}

function hasSecret(hash: string): boolean {
  const fragment = new URLSearchParams(hash.slice(1))
  return SECRET_NAMES.some((name) => fragment.has(name))
}
