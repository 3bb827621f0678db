import { z } from 'zod'
import { checkJson, parseJson } from '../catalog/json-file.ts'
import { StepError } from '../terminal/step-error.ts'
import { FolderStorage } from './folder-storage.ts'
import type { ObjectStorage } from './object-storage.ts'
import { readSmall } from './small-object.ts'
import type { StoragePlace } from './storage-place.ts'
import { STORE_FILE, STORE_FORMAT } from './store-file.ts'

const STEP = 'open the store'
const Format = z.object({ format: z.literal(STORE_FORMAT) })

/**
 * Opens the store of a place; with `isCreated` it is made where there is none. Without it, a place
 * that is not a store of Plat is refused: a mistyped prefix, or a disk that is not mounted, would
 * be taken for an empty store. Throws `StepError`, and `StorageFailure` where the storage does not
 * do its part.
 */
export async function openStore(
  place: StoragePlace,
  { isCreated = false } = {},
): Promise<ObjectStorage> {
  const storage = await openStorage(place)
  try {
    const found = await readSmall(storage, STORE_FILE)
    if (!found && isCreated) {
      const bytes = Buffer.from(`${JSON.stringify({ format: STORE_FORMAT })}\n`)
      await storage.put(STORE_FILE, bytes, { is: 'absent' })
      return storage
    }
    if (!found) {
      const problem = `is not a store of Plat: there is no ${STORE_FILE}`
      const remedy = 'Correct --store or PLAT_STORE, or make the store with `plat push`.'
      throw new StepError(STEP, storage.name, problem, remedy)
    }
    const path = `${STORE_FILE} of ${storage.name}`
    const remedy = 'Use the version of Plat that this store is of.'
    const file = { path, step: STEP, remedy }
    checkJson(file, parseJson(file, found.text), Format)
    return storage
  } catch (error) {
    await storage.close()
    throw error
  }
}

async function openStorage(place: StoragePlace): Promise<ObjectStorage> {
  switch (place.kind) {
    case 'folder':
      return new FolderStorage(place.folder)
    case 's3': {
      // Loaded where it is used: the client of S3 is large.
      const { S3Storage } = await import('./s3-storage.ts')
      return new S3Storage(place)
    }
  }
}
