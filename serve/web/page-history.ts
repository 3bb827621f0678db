import { type PageState, readPageState, writePageState } from './page-state.ts'

/** The address of the page and the way back. */
export interface PageHistory {
  read(): PageState
  /** A step is gone back to; anything else only changes the address. */
  write(state: PageState, isStep: boolean): void
  /** Somebody went back or forward. */
  onMove(listener: (state: PageState) => void): void
}

export function openPageHistory(): PageHistory {
  const read = () => readPageState(location.search)
  // A key that came in the address must not be kept, shown or shared with it.
  if (location.hash.includes('key='))
    history.replaceState(null, '', location.pathname + location.search)
  return {
    read,
    write(state, isStep) {
      const address = location.pathname + writePageState(state)
      if (address === location.pathname + location.search) return
      if (isStep) history.pushState(null, '', address)
      else history.replaceState(null, '', address)
    },
    onMove: (listener) => addEventListener('popstate', () => listener(read())),
  }
}
