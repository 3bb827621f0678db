import '../threads/quick-imports.ts'

const { runAccountsWorker } = await import('./run-accounts-worker.ts')
await runAccountsWorker()
