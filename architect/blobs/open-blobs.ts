import type { BlobPlace } from './blob-settings.ts'
import type { BlobStore } from './blob-store.ts'
import { FolderBlobs } from './folder-blobs.ts'

/**
 * Opens the store of blobs and checks that it is reachable. Throws `StorageFailure` when not.
 */
export async function openBlobs(place: BlobPlace): Promise<BlobStore> {
  switch (place.kind) {
    case 'folder':
      return await FolderBlobs.open(place.folder)
    case 's3': {
      // Loaded where it is used: the client of S3 is large.
      const { S3Blobs } = await import('./s3-blobs.ts')
      return await S3Blobs.open(place)
    }
  }
}
