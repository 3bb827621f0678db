import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { type Accounts, type AccountsDoor, AccountsGone } from './accounts.ts'
import type { AccountsCall, AccountsReply } from './accounts-port.ts'

type OnFailure = (error: unknown) => void

/**
 * Answers what comes through a port from the accounts of this thread, until the port closes.
 * `onFailure` hears what went wrong behind an answer that nobody can tell.
 */
export function answerPort(
  port: MessagePort,
  accounts: Accounts,
  onFailure: OnFailure = () => {},
): void {
  port.on('message', async (asked: AccountsCall) => {
    const told = await tell(asked, accounts, onFailure)
    port.postMessage({ number: asked.number, ...told } as AccountsReply)
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

/** One question that fails takes nobody else's answer with it. */
async function tell(asked: AccountsCall, accounts: Accounts, onFailure: OnFailure) {
  try {
    return {
      said:
        asked.kind === 'admit'
          ? await accounts.admit(asked.credential, asked.scope, asked.address, asked.cost)
          : await accounts.answer(asked.request),
    }
  } catch (error) {
    const isGone = error instanceof AccountsGone
    if (!isGone || error.cause !== undefined) onFailure(error)
    return { failure: isGone ? error.message : 'The accounts failed to answer.' }
  }
}
