// The service of projects with its accounts in one thread, at the socket that the first argument
// names. It opens its database when a line comes, and ends when its input does: modules take longer
// to load than a database to open, and the next process may load them while one runs.
import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import { MessageChannel } from 'node:worker_threads'
import { openAccounts } from '../../accounts/open-accounts.ts'
import { accountsSettings } from '../../accounts/settings.ts'
import { blobSettings } from '../../architect/blobs/blob-settings.ts'
import { openArchitect } from '../../architect/service/open-architect.ts'
import { turnSettings } from '../../architect/service/turn-settings.ts'
import { openProjects } from '../../architect/store/project-store.ts'
import { answerStorePort, storeOver } from '../../architect/store/store-port.ts'
import { DIRECT } from '../../http/reach.ts'

const home = process.env.PLAT_HOME!
const note = (text: string) => void process.stderr.write(`${text}\n`)
const onFailure = (error: unknown) => note(error instanceof Error ? `${error.stack}` : `${error}`)

// Node writes the cache of NODE_COMPILE_CACHE at its end, which a killed process does not have.
flushCompileCache()
process.stdin.once('end', () => process.exit(0))
await once(process.stdin, 'data')
const accounts = await openAccounts(accountsSettings(process.env, home), { note })
const signingKey = accounts.secretFor('files of projects')
const { store } = await openProjects(accounts.database, { signingKey, onFailure })
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
