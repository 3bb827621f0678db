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
  | 'profile'

/** What the views of the dialog share. */
export interface DialogContext {
  api: Api
  calls: AccountCalls
  /** As last heard. */
  readonly account: Account
  /** What a mail's link asked for and is not done yet. */
  arrival: Arrival | null
  /** Shows a view and puts the focus on its heading; `notice` is told above it. */
  show(view: ViewName, notice?: string): void
  /** After signing in or out, or changing the account: asks who is there now. */
  refresh(): Promise<void>
  /** Tells a screen reader what was done. */
  say(text: string): void
}

/** A view: its heading and what it is made of, new each time it is shown. */
export interface View {
  title: string
  content: HTMLElement[]
}
