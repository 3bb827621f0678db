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

type Call =
  | { kind: 'admit'; credential: Credential | null; scope: Scope; address: string; cost: number }
  | { kind: 'answer'; request: AccountRequest }

/** The first message of a port from the thread of the accounts: the memory of `Availability`. */
export interface AvailabilityShared {
  availability: SharedArrayBuffer
}
/** A call to the thread of the accounts. */
export type AccountsCall = { number: number } & Call
export type AccountsReply = { number: number } & (
  | { result: Admission | AccountAnswer }
  /** Text without secrets. */
  | { failure: string }
)

/** Calls of one thread in flight; past it the next is answered 503. */
const CALLS_MAX = 2_000
/** A call without an answer after this time is answered 503. A sign-in takes about 0.1 s. */
export const ANSWER_WAIT_MS = 10_000
const GONE = 'The part of this service that has the accounts has ended.'

interface PendingCall {
  resolve(result: Admission | AccountAnswer): void
  reject(error: Error): void
  timeout: NodeJS.Timeout
}

/** The accounts of this process, as an answering thread calls them. */
export class AccountsPort implements Accounts {
  private readonly port: MessagePort
  private readonly pending = new Map<number, PendingCall>()
  private number = 0
  private isGone = false
  private availability: Availability | null = null

  constructor(port: MessagePort) {
    this.port = port
    port.on('message', (reply: AccountsReply | AvailabilityShared) => {
      if ('availability' in reply) {
        this.availability = new Availability(reply.availability)
        return
      }
      const call = this.pending.get(reply.number)
      if (!call) return
      this.forget(reply.number, call)
      if ('result' in reply) call.resolve(reply.result)
      else call.reject(new AccountsGone(reply.failure))
    })
    port.on('close', () => {
      this.isGone = true
      for (const [number, call] of this.pending) {
        this.forget(number, call)
        call.reject(new AccountsGone(GONE))
      }
    })
    // The port must not keep the thread alive.
    port.unref()
  }

  async admit(
    credential: Credential | null,
    scope: Scope,
    address: string,
    cost = 1,
  ): Promise<Admission> {
    return (await this.call({ kind: 'admit', credential, scope, address, cost })) as Admission
  }

  async answer(request: AccountRequest): Promise<AccountAnswer> {
    return (await this.call({ kind: 'answer', request })) as AccountAnswer
  }

  problem(): string | null {
    return this.isGone ? GONE : (this.availability?.problem() ?? null)
  }

  /** Closes the connection; later calls fail. */
  close(): void {
    this.port.close()
  }

  private call(call: Call): Promise<Admission | AccountAnswer> {
    const problem = this.problem()
    if (problem !== null) {
      // Refused at once: otherwise each call would wait for as long as a statement may take.
      this.availability?.countRefused()
      return Promise.reject(new AccountsGone(problem))
    }
    if (this.pending.size >= CALLS_MAX)
      return Promise.reject(new AccountsGone('Too many requests wait for the accounts.'))
    const number = this.number++
    return new Promise((resolve, reject) => {
      const timeout = setTimeout(() => {
        this.pending.delete(number)
        reject(new AccountsGone('The accounts did not answer in time.'))
      }, ANSWER_WAIT_MS)
      timeout.unref()
      this.pending.set(number, { resolve, reject, timeout })
      this.port.postMessage({ number, ...call } satisfies AccountsCall)
    })
  }

  private forget(number: number, { timeout }: PendingCall): void {
    clearTimeout(timeout)
    this.pending.delete(number)
  }
}
