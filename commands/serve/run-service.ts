import { AccountsThread } from '../../accounts/accounts-thread.ts'
import type { DatabasePlace } from '../../accounts/database/open-database.ts'
import { demoKey, ownKey } from '../../accounts/operators/stored-key.ts'
import { ArchitectThread, accountsWithProjects } from '../../architect/service/architect-thread.ts'
import { describedProjects } from '../../architect/service/described-routes.ts'
import { DIRECT } from '../../http/reach.ts'
import { stopSignal } from '../../http/stop-signal.ts'
import { startServer } from '../../serve/server.ts'
import type { CommandOutput } from '../../terminal/command.ts'
import { collectStartGarbage } from '../../threads/start-garbage.ts'
import { demoLines } from './demo-lines.ts'
import type { ServiceSettings } from './service-settings.ts'

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
    extension: accountsWithProjects(settings.turns),
  })
  const { kind } = settings.accounts.database
  opening.done(DATABASE_NAMES[kind])
  let architect: ArchitectThread | undefined
  try {
    const { home, reach = DIRECT } = settings.server
    architect = await ArchitectThread.start({
      accounts,
      home,
      blobs: settings.blobs,
      turns: settings.turns,
      geodata: settings.geodata === 'own' ? null : settings.geodata,
      studio: settings.studio,
      reach,
      onFailure: (message) => progress.note(`Projects: ${message}`),
    })
    const demo = hasDemoKey ? await demoKey(accounts, settings.accounts.folder) : null
    const server = await startServer({
      ...settings.server,
      accounts,
      sibling: { socketPath: architect.socketPath },
      described: [describedProjects()],
      progress,
      log: isQuiet ? 'failures' : process.stderr.isTTY ? 'terminal' : 'json',
    })
    if (settings.geodata === 'own') {
      const { key } = await ownKey(accounts, settings.accounts.folder)
      architect.useGeodata({ url: `${server.localUrl}/api`, key })
    }
    print(`Plat answers at ${server.url}/api (reference: ${server.url}/docs)`)
    print(`Projects of the Architect: ${server.url}/projects`)
    const { url, example } = server
    const isTerminal = process.stdout.isTTY === true
    for (const line of demoLines({ url, example, demo, isTerminal })) print(line)
    collectStartGarbage()
    const why = await Promise.race([stop, accounts.ended, architect.ended])
    const reason = typeof why === 'string' ? why : why.message
    progress.note(`${reason}: finishing the requests that have come`)
    await server.close()
    if (typeof why !== 'string') throw why
  } finally {
    await architect?.close()
    await accounts.close()
  }
}
