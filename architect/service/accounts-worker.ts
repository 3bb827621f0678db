import { runAccountsWorker } from '../../accounts/run-accounts-worker.ts'
import { openProjectsExtension } from './projects-extension.ts'

await runAccountsWorker(openProjectsExtension)
