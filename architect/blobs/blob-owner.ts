import { StorageFailure } from '../../storage/storage-failure.ts'

/** The file or object beside the blobs with the id of the database that names them. */
export const OWNER_NAME = 'owner'

/** The failure of a storage that a database has marked before, and that has no mark now. */
export function markMissing(storage: string, owner: string): StorageFailure {
  return new StorageFailure('gone', {
    storage,
    step: 'open the store of blobs',
    problem: `the file \`${OWNER_NAME}\` with the id of this database is not there`,
    remedy: `Mount the disk of the blobs, or correct PLAT_BLOBS. Only for a storage that is new, create this file with the text ${owner}: scenes that are elsewhere cannot be read then.`,
  })
}
