import { runAccountsWorker } from './run-accounts-worker.ts'

await runAccountsWorker()
