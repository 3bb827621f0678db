import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { answerRequests } from '../threads/request-port.ts'
import { type Accounts, type AccountsConnector, AccountsGone } from './accounts.ts'
import type { AccountsCall, AccountsReply } from './accounts-port.ts'

type OnFailure = (error: unknown) => void

/**
 * Answers the calls of a port with the accounts of this thread, until the port closes. `onFailure`
 * is called with the error behind a failure.
 */
export function answerPort(
  port: MessagePort,
  accounts: Accounts,
  onFailure: OnFailure = () => {},
): void {
  answerRequests<AccountsCall, AccountsReply>(
    port,
    async (call) => {
      switch (call.kind) {
        case 'admit':
          return accounts.admit(call.credential, call.scope, call.address, call.cost, call.meter)
        case 'demo':
          return accounts.startDemo(call.address, call.is_secure)
        case 'answer':
          return accounts.answer(call.request)
      }
    },
    (error) => {
      const isGone = error instanceof AccountsGone
      if (!isGone || error.cause !== undefined) onFailure(error)
      return isGone ? error.message : 'The accounts failed to answer.'
    },
  )
}

/** Gives other threads connections to accounts of this thread. */
export function connectorOf(accounts: Accounts): AccountsConnector {
  return {
    connect() {
      const { port1, port2 } = new MessageChannel()
      answerPort(port2, accounts)
      // An open port must not prevent the thread from ending.
      port2.unref()
      return port1
    },
  }
}
