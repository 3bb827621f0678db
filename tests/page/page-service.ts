import type { Accounts } from '../../accounts/accounts.ts'
import { PROJECT_ROOT } from '../../catalog/plat-home.ts'
import { PAGE_FOLDER } from '../../http/page-assets.ts'
import type { AppOptions } from '../../serve/app.ts'
import type { ServedBuild } from '../../serve/build/build-source.ts'
import { buildPage } from '../../setup/page.mjs'
import type { UpstreamClient } from '../../upstream/client.ts'
import { serveSample } from '../end-to-end/served-sample.ts'

/** The service on the sample county with the current page and its accounts. */
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
  more: Pick<AppOptions, 'backgrounds'> = {},
): Promise<PageService> {
  await buildPage(PROJECT_ROOT.replace(/\/$/, ''), process.execPath)
  const lines: string[] = []
  const stream = { write: (line: string) => void lines.push(line) }
  const logger = { level: 'info', stream }
  const { base, build, close } = await serveSample({
    accounts,
    upstreams,
    logger,
    ...more,
    pageFolder: PAGE_FOLDER,
  })
  return { origin: new URL(base).origin, build, lines, close }
}
