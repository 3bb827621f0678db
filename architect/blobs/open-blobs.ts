import type { BlobPlace } from './blob-settings.ts'
import type { BlobStore } from './blob-store.ts'
import { FolderBlobs } from './folder-blobs.ts'

/**
 * Opens the store of blobs. Throws `StorageFailure` where it is not reachable, or where `markedBy`,
 * the database that has marked it before, finds no mark: a disk may not be mounted.
 */
export async function openBlobs(
  place: BlobPlace,
  markedBy: string | null = null,
): Promise<BlobStore> {
  switch (place.kind) {
    case 'folder':
      return await FolderBlobs.open(place.folder, markedBy)
    case 's3': {
      // Loaded where it is used: the client of S3 is large.
      const { S3Blobs } = await import('./s3-blobs.ts')
      return await S3Blobs.open(place, markedBy)
    }
  }
}
