import type { BuildFile, SharedFile } from './build-file.ts'
import { GuardedFile } from './guarded-file.ts'
import { StoredFile } from './stored-file.ts'

/** A file that another thread of this process opened. */
export function sharedFile(shared: SharedFile): BuildFile {
  return shared.kind === 'stored' ? new StoredFile(shared) : new GuardedFile(shared)
}
