import type { OpenExtension } from '../../accounts/run-accounts-worker.ts'
import { openProjects } from '../store/project-store.ts'
import { answerStorePort } from '../store/store-port.ts'

/** What the addresses of files are signed for: another key than any other of the service. */
const SIGNED = 'files of projects'

/** The projects in the thread of the accounts, whose database they are in. */
export const openProjectsExtension: OpenExtension = async (context) => {
  const { database, secretFor, onFailure } = context
  const signingKey = secretFor(SIGNED)
  const { store, close } = await openProjects(database, { signingKey, onFailure })
  return { connect: (port) => answerStorePort(port, store, onFailure), close }
}
