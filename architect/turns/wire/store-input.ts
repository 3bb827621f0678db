import { isLostBlob } from '../../../storage/storage-failure.ts'
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { TurnInput, TurnPart } from '../turn-input.ts'
import { fileNotFound } from './collect-input.ts'
import type { SentInput, SentPart } from './sent-input.ts'

/** Uploaded files of the workspace that calls. */
export interface UsedFiles {
  /** Starts the time anew after which files expire. Returns the ids of those that are there. */
  use(ids: string[]): Promise<string[]>
}

/**
 * Stores the parts of an input, once every other check of its request has passed: a request that
 * is refused leaves nothing behind. The blobs of uploaded files are stored again, so that none is
 * swept before a row of the turn names it. Throws `file_not_found` for a file that was deleted
 * meanwhile or whose bytes are lost, and `StorageFailure`.
 */
export async function storeInput(
  { text, parts }: SentInput,
  blobs: Pick<BlobStore, 'get' | 'put'>,
  files: UsedFiles,
): Promise<TurnInput> {
  const named = parts.filter(({ source }) => 'fileId' in source)
  const ids = [...new Set(named.map(({ source }) => ('fileId' in source ? source.fileId : '')))]
  const there = new Set(ids.length === 0 ? [] : await files.use(ids))
  const stored: TurnPart[] = []
  // One after the other: their bytes are in memory twice while they are written.
  for (const part of parts) {
    const { kind, name, mediaType, bytes } = part
    const blob = await blobs.put(await bytesOf(part, there, blobs))
    stored.push({ kind, name, mediaType, blob, bytes })
  }
  return { text, parts: stored }
}

async function bytesOf(
  { source, param }: SentPart,
  there: ReadonlySet<string>,
  blobs: Pick<BlobStore, 'get'>,
): Promise<Uint8Array> {
  if ('data' in source) return source.data
  if (!there.has(source.fileId)) throw fileNotFound(source.fileId, param)
  try {
    return await blobs.get(source.blob)
  } catch (error) {
    if (isLostBlob(error)) throw fileNotFound(source.fileId, param)
    throw error
  }
}
