import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { type Accounts, type AccountsDoor, AccountsGone } from './accounts.ts'
import type { AccountsAsked, AccountsTold } from './accounts-port.ts'

/** Answers what comes through a port from the accounts of this thread, until the port closes. */
export function answerPort(port: MessagePort, accounts: Accounts): void {
  port.on('message', async (asked: AccountsAsked) => {
    port.postMessage({ number: asked.number, ...(await tell(asked, accounts)) } as AccountsTold)
  })
}

/** A door to accounts of this thread. */
export function doorOf(accounts: Accounts): AccountsDoor {
  return {
    connect() {
      const { port1, port2 } = new MessageChannel()
      answerPort(port2, accounts)
      // It does not keep the thread alive.
      port2.unref()
      return port1
    },
  }
}

async function tell(asked: AccountsAsked, accounts: Accounts) {
  try {
    return {
      said:
        asked.kind === 'admit'
          ? await accounts.admit(asked.credential, asked.scope, asked.address)
          : await accounts.answer(asked.request),
    }
  } catch (error) {
    if (error instanceof AccountsGone) return { failure: error.message }
    throw error
  }
}
