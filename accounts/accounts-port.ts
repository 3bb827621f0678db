import type { MessagePort } from 'node:worker_threads'
import { RequestFailure, RequestPort } from '../threads/request-port.ts'
import {
  type AccountAnswer,
  type AccountRequest,
  type Accounts,
  AccountsGone,
  type Admission,
  type Credential,
  type DemoStart,
  type Meter,
  type Scope,
} from './accounts.ts'
import { Availability } from './availability.ts'

/** A call to the thread of the accounts. */
export type AccountsCall =
  | {
      kind: 'admit'
      credential: Credential | null
      scope: Scope
      address: string
      cost: number
      meter: Meter
    }
  | { kind: 'demo'; address: string; is_secure: boolean }
  | { kind: 'answer'; request: AccountRequest }
export type AccountsReply = Admission | DemoStart | AccountAnswer

/** The first message of a port from the thread of the accounts: the memory of `Availability`. */
export interface AvailabilityShared {
  availability: SharedArrayBuffer
}

/** Calls of one thread in flight; the next one is answered 503. */
const CALLS_MAX = 2_000
/** A call without an answer after this time is answered 503. A sign-in takes about 0.1 s. */
export const ANSWER_WAIT_MS = 10_000
const PROBLEMS = {
  closed: 'The part of this service that has the accounts has ended.',
  busy: 'Too many requests wait for the accounts.',
  late: 'The accounts did not answer in time.',
}

/** The accounts of this process, as an answering thread calls them. */
export class AccountsPort implements Accounts {
  private readonly requests: RequestPort<AccountsCall, AccountsReply>
  private availability: Availability | null = null

  constructor(port: MessagePort) {
    port.on('message', (message: Partial<AvailabilityShared>) => {
      if (message.availability) this.availability = new Availability(message.availability)
    })
    this.requests = new RequestPort(port, { pendingMax: CALLS_MAX, timeoutMs: ANSWER_WAIT_MS })
  }

  async admit(
    credential: Credential | null,
    scope: Scope,
    address: string,
    cost = 1,
    meter: Meter = 'requests',
  ): Promise<Admission> {
    const call = { kind: 'admit' as const, credential, scope, address, cost, meter }
    return (await this.call(call)) as Admission
  }

  async startDemo(address: string, isSecure: boolean): Promise<DemoStart> {
    return (await this.call({ kind: 'demo', address, is_secure: isSecure })) as DemoStart
  }

  async answer(request: AccountRequest): Promise<AccountAnswer> {
    return (await this.call({ kind: 'answer', request })) as AccountAnswer
  }

  problem(): string | null {
    return this.requests.isClosed ? PROBLEMS.closed : (this.availability?.problem() ?? null)
  }

  /** Closes the connection; later calls fail. */
  close(): void {
    this.requests.close()
  }

  private async call(call: AccountsCall): Promise<AccountsReply> {
    const problem = this.problem()
    if (problem !== null) {
      // Refused at once: otherwise each call would wait for as long as a statement may take.
      this.availability?.countRefused()
      throw new AccountsGone(problem)
    }
    try {
      return await this.requests.request(call)
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error
      const { reason, message } = error
      throw new AccountsGone(reason === 'failed' ? message : PROBLEMS[reason])
    }
  }
}
