import { AccountsThread } from '../../accounts/accounts-thread.ts'
import { FailureLog } from '../../accounts/failure-log.ts'
import { accountsSettings } from '../../accounts/settings.ts'
import { platHome } from '../../catalog/plat-home.ts'
import { drainFrom } from '../../http/draining.ts'
import { listenAddress } from '../../http/listen-address.ts'
import { jsonLines, terminalLines } from '../../http/log-lines.ts'
import { reachFrom } from '../../http/reach.ts'
import { stopSignal } from '../../http/stop-signal.ts'
import type { CommandOutput } from '../../terminal/command.ts'
import { blobSettings } from '../blobs/blob-settings.ts'
import { studioSettings } from '../media/studio-settings.ts'
import { accountsWithProjects } from '../service/architect-thread.ts'
import { startProjectsServer } from '../service/projects-server.ts'
import { turnSettings } from '../service/turn-settings.ts'
import { geodataSettings } from '../survey/geodata-settings.ts'

/**
 * Runs the service of projects from its start to the signal that ends it. Reads all settings before
 * it opens anything. Throws `StepError` when it cannot start, and when the thread of the accounts
 * ends.
 */
export async function runProjects(
  { host, port, quiet }: Record<string, unknown>,
  { print, progress }: CommandOutput,
): Promise<void> {
  const environment = process.env
  const address = listenAddress(
    (host as string | undefined) ?? environment.HOST,
    (port as string | undefined) ?? environment.PORT,
  )
  const drain_ms = drainFrom(environment)
  const reach = reachFrom(environment)
  const blobs = blobSettings(environment, platHome())
  const turns = turnSettings(environment)
  const geodata = geodataSettings(environment)
  const studio = studioSettings(environment)
  const settings = accountsSettings(environment, platHome())
  const stop = stopSignal(drain_ms)
  const opening = progress.step('open the accounts and the projects')
  const accounts = await AccountsThread.start(settings, {
    onFailure: (message) => progress.note(`Accounts: ${message}`),
    extension: accountsWithProjects(turns),
  })
  const failures = new FailureLog((text) => progress.note(`Projects: ${text}`))
  try {
    const level = quiet === true ? 'error' : 'info'
    const stream = process.stderr.isTTY || quiet === true ? terminalLines(progress) : jsonLines()
    const server = await startProjectsServer({
      accounts,
      blobs,
      turns,
      // This service alone has no geodata of its own.
      geodata: geodata === 'own' ? null : geodata,
      studio,
      reach,
      address,
      drain_ms,
      logger: { level, stream },
      onFailure: (error) => failures.failed(error),
    })
    opening.done()
    print(`Projects are at ${server.url}/api/scenes`)
    const why = await Promise.race([stop, accounts.ended])
    const reason = typeof why === 'string' ? why : why.message
    progress.note(`${reason}: finishing the requests that have come`)
    await server.close()
    if (typeof why !== 'string') throw why
  } finally {
    failures.flush()
    await accounts.close()
  }
}
