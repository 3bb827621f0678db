import '../../threads/quick-imports.ts'

const { runAccountsWorker } = await import('../../accounts/run-accounts-worker.ts')
const { openProjectsExtension } = await import('./projects-extension.ts')
await runAccountsWorker(openProjectsExtension)
