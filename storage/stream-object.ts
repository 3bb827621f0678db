import type { OnPart } from '../catalog/file-hash.ts'
import type { HashedFile } from '../catalog/manifest.ts'
import { OBJECTS } from './file-objects.ts'
import type { ObjectStorage } from './object-storage.ts'
import { missingObject, repeated } from './receive-files.ts'

/**
 * Reads a file of the store whole, in parts and in order. After a part that broke off it begins
 * anew. Throws `StorageFailure` for one that is missing, and for bytes without its SHA-256.
 */
export async function streamObject(
  storage: ObjectStorage,
  { file, sha256 }: HashedFile,
  onPart: OnPart,
): Promise<void> {
  const key = `${OBJECTS}/${sha256}`
  await repeated(async () => {
    const found = await storage.read(key, { sha256 })
    if (!found) throw missingObject(storage, file, key)
    let position = 0
    for await (const chunk of found.stream) {
      onPart(chunk, position)
      position += chunk.length
    }
  })
}
