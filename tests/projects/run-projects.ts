// The service of projects with its accounts in one thread, at the socket that the first argument
// names. It opens its database when a line comes, and ends when its input does: modules take longer
// to load than a database to open, and the next process may load them while one runs.
import '../../threads/quick-imports.ts'
import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import { MessageChannel } from 'node:worker_threads'

const { openAccounts } = await import('../../accounts/open-accounts.ts')
const { accountsSettings } = await import('../../accounts/settings.ts')
const { blobSettings } = await import('../../architect/blobs/blob-settings.ts')
const { openArchitect } = await import('../../architect/service/open-architect.ts')
const { turnSettings } = await import('../../architect/service/turn-settings.ts')
const { openProjects } = await import('../../architect/store/open-projects.ts')
const { answerStorePort, storeOver } = await import('../../architect/store/store-port.ts')
const { DIRECT } = await import('../../http/reach.ts')

const home = process.env.PLAT_HOME!
const note = (text: string) => void process.stderr.write(`${text}\n`)
const onFailure = (error: unknown) => note(error instanceof Error ? `${error.stack}` : `${error}`)

// Node writes the cache of NODE_COMPILE_CACHE at its end, which a killed process does not have.
flushCompileCache()
process.stdin.once('end', () => process.exit(0))
await once(process.stdin, 'data')
const accounts = await openAccounts(accountsSettings(process.env, home), { note })
const signingKey = accounts.secretFor('files of projects')
const { store } = await openProjects(accounts.database, {
  signingKey,
  limits: accounts.limits,
  onFailure,
})
// As between the two threads of the service: failures of the database become refusals.
const { port1, port2 } = new MessageChannel()
answerStorePort(port1, store, onFailure)
const { app } = await openArchitect({
  accounts,
  store: storeOver(port2),
  blobs: blobSettings(process.env, home),
  turns: turnSettings(process.env),
  reach: DIRECT,
  isForwarded: true,
  onFailure,
})
await app.listen({ path: process.argv[2] })
process.stdout.write('open\n')
