// Loads the code of the service and ends: from then on it is in the folder of NODE_COMPILE_CACHE,
// without its types. Each of the service's six threads would load the compiler that removes them,
// and hold it for as long as it runs: 150 MB.
import '../../threads/quick-imports.ts'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../../catalog/plat-home.ts'

/** What threads load. Each ends with an error after its imports: it has no parent here. */
const THREADS = [
  '../../accounts/accounts-worker.ts',
  '../../architect/service/accounts-worker.ts',
  '../../architect/service/architect-worker.ts',
  '../../serve/threads/answering-thread.ts',
  '../../serve/threads/terrain-worker.ts',
  '../../storage/block-worker.ts',
]

execFileSync(process.execPath, [join(PROJECT_ROOT, 'plat.ts'), 'help'])
await import('./run-sample-process.ts')
await import('../serve/service-settings.ts')
await import('../serve/run-service.ts')
await import('../../architect/service/open-architect.ts')
await import('../../architect/turns/models/planner-model.ts')
for (const thread of THREADS) await import(thread).catch(() => {})
process.exit(0)
