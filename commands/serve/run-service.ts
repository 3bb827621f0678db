import { AccountsThread } from '../../accounts/accounts-thread.ts'
import { demoKey } from '../../accounts/operators/demo-key.ts'
import { accountsSettings } from '../../accounts/settings.ts'
import { platHome } from '../../catalog/plat-home.ts'
import { UPSTREAMS } from '../../layers/index.ts'
import { packMemoryFrom } from '../../serve/build/served-build.ts'
import { drainFrom } from '../../serve/http/draining.ts'
import { reachFrom } from '../../serve/http/reach.ts'
import { startServer } from '../../serve/server.ts'
import { threadsFrom } from '../../serve/threads/thread-count.ts'
import type { CommandArguments, CommandOutput } from '../../terminal/command.ts'
import { upstreamSettings } from '../../upstream/settings.ts'
import { demoLines } from './demo-lines.ts'

/** To close the accounts and the threads, once the requests have ended. */
const END_MS = 2_500

/**
 * The service from its start to the signal that ends it, as `plat serve` and `npm start` run it.
 * With `hasDemoKey` it prints a link and a request that work as they are. Throws `StepError` where
 * it cannot start, and when the thread of the accounts ends: who keeps the process starts it again.
 */
export async function runService(
  { values }: CommandArguments,
  { print, progress }: CommandOutput,
  { hasDemoKey }: { hasDemoKey: boolean },
): Promise<number> {
  const drain_ms = drainFrom(process.env)
  const stop = stopSignal(drain_ms)
  const settings = accountsSettings(process.env, platHome())
  // Before anything is opened: a setting that is wrong is told at once.
  const reach = reachFrom(process.env)
  const opening = progress.step('open the accounts')
  const accounts = await AccountsThread.start(settings, {
    onFailure: (words) => progress.note(`Accounts: ${words}`),
  })
  opening.done(settings.database.kind === 'embedded' ? 'in this home' : 'on PostgreSQL')
  try {
    const demo = hasDemoKey ? await demoKey(accounts, settings.folder) : null
    const server = await startServer({
      home: platHome(),
      accounts,
      host: (values.host as string | undefined) ?? process.env.HOST,
      reach,
      port: (values.port as string | undefined) ?? process.env.PORT,
      packMemoryBytes: packMemoryFrom(process.env),
      upstreams: upstreamSettings(process.env, UPSTREAMS),
      threads: threadsFrom(values.threads as string | undefined),
      drain_ms,
      progress,
      log: values.quiet ? 'failures' : process.stderr.isTTY ? 'terminal' : 'json',
    })
    print(`Plat answers at ${server.url}/api (reference: ${server.url}/docs)`)
    const { url, example } = server
    const isTerminal = process.stdout.isTTY === true
    for (const line of demoLines({ url, example, demo, isTerminal })) print(line)
    const why = await Promise.race([stop, accounts.ended])
    const said = typeof why === 'string' ? why : 'The accounts ended'
    progress.note(`${said}: finishing the requests that have come`)
    await server.close()
    if (typeof why !== 'string') throw why
  } finally {
    await accounts.close()
  }
  return 0
}

/**
 * The first signal to stop. A second SIGTERM or SIGINT ends the process as usual, and whatever hangs,
 * while it starts too, it ends by itself before somebody ends it: `docker stop` waits for 10 s.
 */
function stopSignal(drain_ms: number): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    const stop = (signal: NodeJS.Signals) => {
      process.off('SIGTERM', stop).off('SIGINT', stop)
      setTimeout(() => process.exit(0), drain_ms + END_MS).unref()
      resolve(signal)
    }
    // A terminal that is closed sends SIGHUP itself and through its shell.
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop)
  })
}
