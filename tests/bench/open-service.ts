// The service as `plat serve` runs it, but for its accounts: everybody may send requests. A key has
// 300 requests a minute, and the benches of answers send more; keys.ts measures what the check
// costs.
import { connectorOf } from '../../accounts/answer-port.ts'
import { platHome } from '../../catalog/plat-home.ts'
import { storeFrom } from '../../commands/serve/service-settings.ts'
import { UPSTREAMS } from '../../layers/index.ts'
import { packMemoryFrom } from '../../serve/build/memory-settings.ts'
import { startServer } from '../../serve/server.ts'
import { threadsFrom } from '../../serve/threads/thread-count.ts'
import { SILENT } from '../../terminal/progress.ts'
import { upstreamSettings } from '../../upstream/settings.ts'
import { ANY_CALLER } from '../fixtures/any-caller.ts'

const server = await startServer({
  home: platHome(),
  accounts: connectorOf(ANY_CALLER),
  host: process.env.HOST,
  port: '0',
  packMemoryBytes: packMemoryFrom(process.env),
  store: storeFrom(undefined, process.env),
  upstreams: upstreamSettings(process.env, UPSTREAMS),
  threads: threadsFrom(process.env.PLAT_BENCH_THREADS),
  progress: SILENT,
})
console.log(`Plat answers at ${server.url}/api`)
process.once('SIGTERM', () => server.close())
