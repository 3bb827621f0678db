import type { Api } from '../api.ts'
import type { Account, AccountCalls } from './account-calls.ts'
import type { Arrival } from './arrival.ts'

export type ViewName =
  | 'sign-in'
  | 'sign-up'
  | 'forgot'
  | 'reset'
  | 'pasted-key'
  | 'keys'
  | 'organizations'
  | 'agents'
  | 'profile'

/** State and actions that the views of the dialog share. */
export interface DialogContext {
  api: Api
  calls: AccountCalls
  /** The account as last loaded. */
  readonly account: Account
  /** The action of a mail link, until it is done. */
  arrival: Arrival | null
  /** Shows a view and moves the focus to its heading; `notice` is shown above it. */
  show(view: ViewName, notice?: string): void
  /** Reloads the account after signing in or out, or after a change. */
  refresh(): Promise<void>
  /** Reports a finished action, also to screen readers. */
  announce(text: string): void
}

/** A view: its heading and its elements, built anew each time it is shown. */
export interface View {
  title: string
  content: HTMLElement[]
}
