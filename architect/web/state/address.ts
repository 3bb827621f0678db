import { formatViewState, type ViewState } from './view-state.ts'

/** Pause after the last change of a slider: Safari refuses more than 100 writes in 30 s. */
const REST_MS = 300

/** Writes what is shown into the address of the page. */
export interface Address {
  /** A step is a new entry of the browser's history, at once; others replace it when at rest. */
  write(state: ViewState, isStep: boolean): void
  /** Leaves out what was not written yet: the browser has gone to another entry. */
  drop(): void
  /** The whole address of what is shown. */
  text(): string
}

export function openAddress(): Address {
  let waiting: ViewState | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const pathOf = (state: ViewState) => location.pathname + formatViewState(state)
  const flush = () => {
    clearTimeout(timer)
    if (waiting) history.replaceState(null, '', pathOf(waiting))
    waiting = null
  }
  return {
    write(state, isStep) {
      if (isStep) {
        flush()
        history.pushState(null, '', pathOf(state))
        return
      }
      waiting = state
      clearTimeout(timer)
      timer = setTimeout(flush, REST_MS)
    },
    drop() {
      clearTimeout(timer)
      waiting = null
    },
    text() {
      flush()
      return location.href
    },
  }
}
