import { z } from 'zod'
import { checkJson, parseJson } from '../catalog/json-file.ts'
import { StepError } from '../terminal/step-error.ts'
import { FolderStorage } from './folder-storage.ts'
import type { ObjectStorage } from './object-storage.ts'
import { readSmall } from './small-object.ts'
import type { StoragePlace } from './storage-place.ts'
import { STORE_FILE, STORE_FORMAT } from './store-file.ts'

const STEP = 'open the store'
/** Waits for S3 where somebody waits for the answer; the caller repeats what fails. */
const PROMPT = {
  patience: { first_ms: 100, longest_ms: 100, total_ms: 0 },
  waits: {
    connect_ms: 1_000,
    response_ms: 2_000,
    operation_ms: 2_500,
    deletion_ms: 2_500,
    silence_ms: 1_500,
  },
}
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
    if (isCreated && (await storage.head(STORE_FILE)) === null) {
      const bytes = Buffer.from(`${JSON.stringify({ format: STORE_FORMAT })}\n`)
      await storage.put(STORE_FILE, bytes, { is: 'absent' })
      return storage
    }
    await requireStore(storage)
    return storage
  } catch (error) {
    await storage.close()
    throw error
  }
}

/** Throws `StepError` for a storage that is not a store of Plat, or of another format. */
export async function requireStore(storage: ObjectStorage): Promise<void> {
  const found = await readSmall(storage, STORE_FILE)
  if (!found) {
    const problem = `is not a store of Plat: there is no ${STORE_FILE}`
    const remedy = 'Correct the place of the store, or make the store with `plat push`.'
    throw new StepError(STEP, storage.name, problem, remedy)
  }
  const path = `${STORE_FILE} of ${storage.name}`
  const remedy = 'Use the version of Plat that this store is of.'
  const file = { path, step: STEP, remedy }
  checkJson(file, parseJson(file, found.text), Format)
}

/** Opens the storage of a place for reads that somebody waits for: each fails within seconds. */
export async function openPromptStorage(place: StoragePlace): Promise<ObjectStorage> {
  return await openStorage(place, PROMPT)
}

/** Opens the storage of a place, which need not be a store. It waits for one that is busy. */
export async function openStorage(
  place: StoragePlace,
  { patience, waits }: Partial<typeof PROMPT> = {},
): Promise<ObjectStorage> {
  switch (place.kind) {
    case 'folder':
      return new FolderStorage(place.folder)
    case 's3': {
      // Loaded where it is used: the client of S3 is large.
      const { S3Storage } = await import('./s3-storage.ts')
      return new S3Storage(place, patience, waits)
    }
  }
}
