import type { Tables } from '../../accounts/database/database.ts'
import type { ChangeOptions } from '../../accounts/database/write-transactions.ts'
import type { Viewer } from './access.ts'

/** Makes a change in a transaction of its own, on behalf of a viewer. */
export type Write = <T>(
  viewer: Viewer,
  change: (tx: Tables) => Promise<T>,
  options?: ChangeOptions,
) => Promise<T>
