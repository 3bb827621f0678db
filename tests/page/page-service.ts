import type { AddressInfo } from 'node:net'
import type { Accounts } from '../../accounts/accounts.ts'
import { PROJECT_ROOT } from '../../catalog/plat-home.ts'
import type { UpstreamClient } from '../../layers/upstream/client.ts'
import { createApp } from '../../serve/app.ts'
import type { ServedBuild } from '../../serve/build-source.ts'
import { LeasedBuild } from '../../serve/leased-build.ts'
import { PAGE_FOLDER } from '../../serve/page-assets.ts'
import { openServedBuild } from '../../serve/served-build.ts'
import { buildPage } from '../../setup/page.mjs'
import { sampleBuild } from '../end-to-end/build-home.ts'

/** The service on the sample county with the page as it is now, and who may ask. */
export interface PageService {
  /** Scheme, host and port. */
  origin: string
  build: ServedBuild
  /** Log lines, as JSON. */
  lines: string[]
  close(): Promise<void>
}

export async function openPageService(
  accounts: Accounts,
  upstreams?: UpstreamClient,
): Promise<PageService> {
  await buildPage(PROJECT_ROOT.replace(/\/$/, ''), process.execPath)
  const { build: sample } = await sampleBuild()
  sample.close()
  const build = await openServedBuild(sample.open, 1e9)
  const serving = new LeasedBuild(build, () => {})
  const lines: string[] = []
  const app = await createApp({
    accounts,
    upstreams,
    builds: { take: () => serving.lease() },
    pageFolder: PAGE_FOLDER,
    logger: { level: 'info', stream: { write: (line) => void lines.push(line) } },
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    origin: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    build,
    lines,
    async close() {
      app.server.closeAllConnections()
      await app.close()
      serving.drop()
    },
  }
}
