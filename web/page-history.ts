import { formatPageState, type PageState, parsePageState } from './page-state.ts'

/** What an address brings after its `#`: a key, or what the link of a mail asks for. */
const BROUGHT = ['key', 'reset-password', 'invitation']

/** The address of the page and the way back. */
export interface PageHistory {
  read(): PageState
  /** A step is gone back to; anything else only changes the address. */
  write(state: PageState, isStep: boolean): void
  /** Somebody went back or forward. */
  onMove(listener: (state: PageState) => void): void
}

export function openPageHistory(): PageHistory {
  const read = () => parsePageState(location.search)
  // A secret that came in the address must not be kept, shown or shared with it.
  if (bringsSecret(location.hash))
    history.replaceState(null, '', location.pathname + location.search)
  // A link opened in a tab that has the page already loads nothing by itself.
  addEventListener('hashchange', () => {
    if (bringsSecret(location.hash)) location.reload()
  })
  return {
    read,
    write(state, isStep) {
      // The page is about to be loaded anew with what the address brings.
      if (bringsSecret(location.hash)) return
      const address = location.pathname + formatPageState(state)
      if (address === location.pathname + location.search) return
      if (isStep) history.pushState(null, '', address)
      else history.replaceState(null, '', address)
    },
    onMove: (listener) => addEventListener('popstate', () => listener(read())),
  }
}

function bringsSecret(hash: string): boolean {
  const asked = new URLSearchParams(hash.slice(1))
  return BROUGHT.some((name) => asked.has(name))
}
