import type { MessagePort } from 'node:worker_threads'
import {
  type AccountAnswer,
  type AccountRequest,
  type Accounts,
  AccountsGone,
  type Admission,
  type Credential,
  type Scope,
} from './accounts.ts'
import { Availability } from './availability.ts'

type Question =
  | { kind: 'admit'; credential: Credential | null; scope: Scope; address: string; cost: number }
  | { kind: 'answer'; request: AccountRequest }

/** The first message of a port to the accounts of another thread: the memory of `Availability`. */
export interface AvailabilityShared {
  availability: SharedArrayBuffer
}
/** A question on its way to the thread of the accounts. */
export type AccountsCall = { number: number } & Question
export type AccountsReply = { number: number } & (
  | { said: Admission | AccountAnswer }
  /** In words that may be told. */
  | { failure: string }
)

/** Questions of one thread on their way; past it the next is answered 503. */
const ASKED_MAX = 2_000
/** A question that is not answered by then is 503. A sign-in takes about 0.1 s. */
export const ANSWER_WAIT_MS = 10_000
const GONE = 'The part of this service that knows accounts has ended.'

interface Waiting {
  resolve(said: Admission | AccountAnswer): void
  reject(error: Error): void
  timeout: NodeJS.Timeout
}

/** The accounts of this process, as a thread that answers asks them. */
export class AccountsPort implements Accounts {
  private readonly port: MessagePort
  private readonly asked = new Map<number, Waiting>()
  private number = 0
  private isGone = false
  private availability: Availability | null = null

  constructor(port: MessagePort) {
    this.port = port
    port.on('message', (told: AccountsReply | AvailabilityShared) => {
      if ('availability' in told) {
        this.availability = new Availability(told.availability)
        return
      }
      const waiting = this.asked.get(told.number)
      if (!waiting) return
      this.forget(told.number, waiting)
      if ('said' in told) waiting.resolve(told.said)
      else waiting.reject(new AccountsGone(told.failure))
    })
    port.on('close', () => {
      this.isGone = true
      for (const [number, waiting] of this.asked) {
        this.forget(number, waiting)
        waiting.reject(new AccountsGone(GONE))
      }
    })
    // It does not keep the thread alive.
    port.unref()
  }

  async admit(
    credential: Credential | null,
    scope: Scope,
    address: string,
    cost = 1,
  ): Promise<Admission> {
    return (await this.ask({ kind: 'admit', credential, scope, address, cost })) as Admission
  }

  async answer(request: AccountRequest): Promise<AccountAnswer> {
    return (await this.ask({ kind: 'answer', request })) as AccountAnswer
  }

  problem(): string | null {
    return this.isGone ? GONE : (this.availability?.problem() ?? null)
  }

  /** Nothing is asked any more. */
  close(): void {
    this.port.close()
  }

  private ask(question: Question): Promise<Admission | AccountAnswer> {
    const problem = this.problem()
    if (problem !== null) {
      // At once: each would wait for as long as a statement may take, and all of them together.
      this.availability?.countRefused()
      return Promise.reject(new AccountsGone(problem))
    }
    if (this.asked.size >= ASKED_MAX)
      return Promise.reject(new AccountsGone('Too many requests wait for the accounts.'))
    const number = this.number++
    return new Promise((resolve, reject) => {
      const timeout = setTimeout(() => {
        this.asked.delete(number)
        reject(new AccountsGone('The accounts did not answer in time.'))
      }, ANSWER_WAIT_MS)
      timeout.unref()
      this.asked.set(number, { resolve, reject, timeout })
      this.port.postMessage({ number, ...question } satisfies AccountsCall)
    })
  }

  private forget(number: number, { timeout }: Waiting): void {
    clearTimeout(timeout)
    this.asked.delete(number)
  }
}
