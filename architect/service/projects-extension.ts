import type { OpenExtension } from '../../accounts/run-accounts-worker.ts'
import { openProjects } from '../store/open-projects.ts'
import { answerStorePort } from '../store/store-port.ts'
import { CreditOperator } from './credit-operator.ts'

/** What the addresses of files are signed for: another key than any other of the service. */
const SIGNED = 'files of projects'

/** What the projects are opened with. Plain values, so that they can be sent to a thread. */
export interface ProjectsSetup {
  /** Credits that a workspace is granted at its first use, in thousandths. */
  startingCredits: number
}

/** The projects in the thread of the accounts, whose database they are in. */
export const openProjectsExtension: OpenExtension = async (context) => {
  const { database, limits, secretFor, onFailure } = context
  const { startingCredits } = context.setup as ProjectsSetup
  const signingKey = secretFor(SIGNED)
  const { store, close } = await openProjects(database, { signingKey, limits, onFailure })
  const credits = new CreditOperator(database, startingCredits)
  return {
    connect: (port) => answerStorePort(port, store, onFailure),
    operate: (request) => credits.answer(request),
    close,
  }
}
