import { signLink } from '../projects/signed-link.ts'
import type { MediaType } from '../store/media-schema.ts'
import type { MediaRow } from '../store/media-store.ts'

const EXTENSIONS: Record<MediaType, string> = {
  'image/png': 'png',
  'image/webp': 'webp',
  'image/jpeg': 'jpg',
}

/** With what addresses of media are made. */
export interface MediaLinks {
  linkKey: Uint8Array
  now(): number
}

/** The name of a file of media within its address. */
export const mediaFileName = ({ blob, mediaType }: Pick<MediaRow, 'blob' | 'mediaType'>): string =>
  `${blob}.${EXTENSIONS[mediaType]}`

/** The path of a file of media, without its signature. */
export function mediaPath(row: Pick<MediaRow, 'projectId' | 'id' | 'blob' | 'mediaType'>): string {
  return `/api/scenes/${row.projectId}/media/${row.id}/${mediaFileName(row)}`
}

/** A picture or an animation as callers see it, with an address that works for some minutes. */
export function mediaAnswer(row: MediaRow, { linkKey, now }: MediaLinks, origin: string) {
  const { id, isAnimated, mediaType, width, height, bytes, sourceId, modelId } = row
  const { url, expiresAt } = signLink(linkKey, mediaPath(row), now())
  return {
    id,
    type: isAnimated ? ('animation' as const) : ('image' as const),
    mimeType: mediaType,
    url: origin + url,
    expiresAt: expiresAt.toISOString(),
    width,
    height,
    bytes,
    ...(sourceId !== null && { sourceId }),
    modelId,
    draftVersion: row.draftVersion,
    jobId: row.jobId,
    createdAt: row.createdAt.toISOString(),
  }
}
