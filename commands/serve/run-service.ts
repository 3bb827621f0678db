import { AccountsThread } from '../../accounts/accounts-thread.ts'
import type { DatabasePlace } from '../../accounts/database/open-database.ts'
import { demoKey } from '../../accounts/operators/demo-key.ts'
import { startServer } from '../../serve/server.ts'
import type { CommandOutput } from '../../terminal/command.ts'
import { demoLines } from './demo-lines.ts'
import type { ServiceSettings } from './service-settings.ts'

/** Time to close the accounts and the threads, once the requests have ended. */
const END_MS = 2_500

const DATABASE_NAMES: Record<DatabasePlace['kind'], string> = {
  embedded: 'in this home',
  postgresql: 'on PostgreSQL',
}

export interface ServiceOptions {
  /** Whether to print a link and a request that work as they are, with a key made for them. */
  hasDemoKey: boolean
  /** Whether to log failures only. */
  isQuiet: boolean
}

/**
 * Runs the service from its start to the signal that ends it, for `plat serve` and `npm start`.
 * Throws `StepError` when it cannot start and when the thread of the accounts ends: the supervisor
 * of the process then starts it again.
 */
export async function runService(
  settings: ServiceSettings,
  { hasDemoKey, isQuiet }: ServiceOptions,
  { print, progress }: CommandOutput,
): Promise<void> {
  const stop = stopSignal(settings.drain_ms)
  const opening = progress.step('open the accounts')
  const accounts = await AccountsThread.start(settings.accounts, {
    onFailure: (message) => progress.note(`Accounts: ${message}`),
  })
  const { kind } = settings.accounts.database
  opening.done(DATABASE_NAMES[kind])
  try {
    const demo = hasDemoKey ? await demoKey(accounts, settings.accounts.folder) : null
    const server = await startServer({
      ...settings.server,
      accounts,
      progress,
      log: isQuiet ? 'failures' : process.stderr.isTTY ? 'terminal' : 'json',
    })
    print(`Plat answers at ${server.url}/api (reference: ${server.url}/docs)`)
    const { url, example } = server
    const isTerminal = process.stdout.isTTY === true
    for (const line of demoLines({ url, example, demo, isTerminal })) print(line)
    const why = await Promise.race([stop, accounts.ended])
    const reason = typeof why === 'string' ? why : 'The accounts ended'
    progress.note(`${reason}: finishing the requests that have come`)
    await server.close()
    if (typeof why !== 'string') throw why
  } finally {
    await accounts.close()
  }
}

/**
 * Resolves with the first signal to stop. A second SIGTERM or SIGINT ends the process as usual. The
 * process also ends by itself when something hangs, even while it starts, before `docker stop`
 * kills it after 10 s.
 */
function stopSignal(drain_ms: number): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    const stop = (signal: NodeJS.Signals) => {
      process.off('SIGTERM', stop).off('SIGINT', stop)
      setTimeout(() => process.exit(0), drain_ms + END_MS).unref()
      resolve(signal)
    }
    // A terminal that closes sends SIGHUP itself and through its shell.
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop)
  })
}
