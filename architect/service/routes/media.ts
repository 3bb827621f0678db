import { z } from 'zod'
import { mediaAnswer, mediaFileName } from '../../media/media-answer.ts'
import { ArchitectError } from '../../projects/architect-error.ts'
import { decodeCursor, encodeCursor, fields, PAGE_USUAL } from '../../projects/input.ts'
import { LINK_MINUTES } from '../../projects/signed-link.ts'
import { MEDIA_TYPES } from '../../store/media-schema.ts'
import { MediaPage } from '../answers.ts'
import { type SceneRoute, sceneRoute } from '../route.ts'
import { attachment, sendFile } from '../sent-file.ts'
import { requireSigned, signedQuery } from '../signed-request.ts'

const BEFORE = z.tuple([fields.id])

/** Pictures and animations of projects, which `generate_studio_media` makes. */
export const mediaRoutes: SceneRoute[] = [
  sceneRoute({
    method: 'GET',
    path: '/scenes/{id}/media',
    operationId: 'listMedia',
    summary: 'Pictures and animations',
    description: `Those that \`generate_studio_media\` has made of the project, the newest first, each with an address that works for ${LINK_MINUTES} minutes.`,
    scope: 'projects:download',
    query: z.strictObject({ limit: fields.limit.optional(), cursor: fields.cursor.optional() }),
    answer: { status: 200, description: 'One page of media.', schema: MediaPage },
    codes: ['project_not_found', 'forbidden'],
    async handle(parts, { viewer, projectId, query, origin }) {
      const { limit = PAGE_USUAL, cursor } = query
      const before = cursor ? decodeCursor(cursor, BEFORE)[0] : undefined
      const { media, hasMore } = await parts.store.media.listMedia(viewer, {
        projectId,
        limit,
        before,
      })
      return {
        media: media.map((row) => mediaAnswer(row, parts, origin)),
        ...(hasMore && { nextCursor: encodeCursor([media.at(-1)!.id]) }),
      }
    },
  }),
  sceneRoute({
    method: 'DELETE',
    path: '/scenes/{id}/media/{media}',
    operationId: 'deleteMedia',
    summary: 'Delete a picture or an animation',
    description: 'Its addresses work no more, and the project has room for others.',
    scope: 'projects:edit',
    answer: { status: 204, description: 'It is gone.' },
    codes: ['project_not_found', 'file_not_found'],
    async handle({ store }, { viewer, projectId, params, reply }) {
      await store.media.deleteMedia(viewer, projectId, params.media)
      return reply.code(204).send()
    },
  }),
  sceneRoute({
    method: 'GET',
    path: '/scenes/{id}/media/{media}/{file}',
    operationId: 'getMediaFile',
    summary: 'The file of a picture or an animation',
    description: `By the signed address of \`GET {id}/media\` or \`get_job\`: it opens this file, for ${LINK_MINUTES} minutes. A key that is sent along is ignored.`,
    scope: 'projects:download',
    isSigned: true,
    query: signedQuery,
    answer: { status: 200, description: 'The file.', mediaTypes: [...MEDIA_TYPES] },
    headers: ['Content-Disposition'],
    hasTag: true,
    hasRanges: true,
    codes: ['link_invalid', 'link_expired', 'file_not_found'],
    async handle(parts, { projectId, params, query, request, reply }) {
      const { media: id, file } = params
      const path = `/api/scenes/${projectId}/media/${id}/${file}`
      requireSigned(parts, path, query, `/api/scenes/${projectId}/media`)
      const row = await parts.store.media.findMedia(projectId, id)
      const bytes = row && (await parts.blobs.sizeOf(row.blob))
      if (!row || bytes === null)
        throw new ArchitectError('file_not_found', 'The file is gone.', { param: 'media' })
      const { blob, mediaType: type } = row
      const headers = {
        'cache-control': 'private, max-age=300',
        'content-disposition': attachment(`${projectId}-${mediaFileName(row)}`),
      }
      return await sendFile(parts.blobs, { blob, bytes, type, headers }, request, reply)
    },
  }),
]
