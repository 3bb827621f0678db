import { z } from 'zod'
import { hashOf } from '../../blobs/blob-hash.ts'
import { ArchitectError, invalidInput } from '../../projects/architect-error.ts'
import { whole } from '../../projects/input.ts'
import { FILE_PURPOSES, type FilePurpose } from '../../store/file-schema.ts'
import { FILE_DAYS, FILES_BYTES_MAX, FILES_MAX } from '../../store/store-limits.ts'
import type { TurnFile } from '../../store/turn-files.ts'
import { fileName } from '../../turns/media/file-name.ts'
import {
  IMAGE_BYTES_MAX,
  IMAGE_PIXELS_MAX,
  TEXT_BYTES_MAX,
} from '../../turns/media/media-limits.ts'
import { MediaRefusal } from '../../turns/media/media-refusal.ts'
import { type Media, readMedia } from '../../turns/media/read-media.ts'
import { DeletedFile, File, FileList } from '../answers.ts'
import { type SceneRoute, sceneRoute } from '../route.ts'
import { attachment, sendFile } from '../sent-file.ts'
import { FORM_BYTES_MAX, readForm } from '../sent-form.ts'

/** Rows of a page, as of the OpenAI API: more than a workspace may have. */
const FILES_LISTED_MAX = 10_000
const purposes = z.enum(FILE_PURPOSES).describe('All mean the same here')
const count = (value: number): string => value.toLocaleString('en-US')

/** Files that turns name by their ids, in the format of the OpenAI API. */
export const turnFileRoutes: SceneRoute[] = [
  sceneRoute({
    method: 'POST',
    root: '/v1',
    path: '/files',
    operationId: 'uploadFile',
    summary: 'Upload a file',
    description: `A picture (PNG, JPEG, WebP or still GIF, at most ${IMAGE_BYTES_MAX / 1e6} MB and ${IMAGE_PIXELS_MAX / 1e6} megapixels) or a text in UTF-8 (at most ${count(TEXT_BYTES_MAX)} bytes) for the \`input_image\` and \`input_file\` parts of turns. Its bytes decide what it is. The same bytes with the same name and purpose are the same file. A file goes ${FILE_DAYS} days after it was last uploaded or named by a turn. A workspace has at most ${count(FILES_MAX)} files with ${FILES_BYTES_MAX / 1e9} GB.`,
    scope: 'projects:edit',
    form: z.strictObject({ purpose: purposes, file: z.file().describe('The file, with its name') }),
    bodyBytesMax: FORM_BYTES_MAX,
    bodyExample: { purpose: 'user_data', file: '@plan.png' },
    answer: { status: 200, description: 'The file.', schema: File },
    codes: ['unsupported_file', 'limit_exceeded', 'storage_full'],
    async handle({ store, blobs }, { viewer, request }) {
      const { file, fields } = await readForm(request, ['purpose'])
      const purpose = purposeOf(fields.get('purpose'))
      const filename = fileName(file.name, 'file')
      const { mediaType } = mediaOf(file.bytes, filename)
      const { bytes } = file
      const added = { filename, purpose, mediaType, blob: await hashOf(bytes), bytes: bytes.length }
      await store.requireFileRoom(viewer!, added)
      await blobs.put(bytes)
      return fileAnswer(await store.addFile(viewer!, added))
    },
  }),
  sceneRoute({
    method: 'GET',
    root: '/v1',
    path: '/files',
    operationId: 'listFiles',
    summary: 'Files',
    description: 'The files of the workspace of the key, the newest first.',
    scope: 'projects:edit',
    query: z.strictObject({
      limit: whole(1, FILES_LISTED_MAX).optional().describe('Files of the page; all if absent'),
      after: z
        .string()
        .regex(/^file_[0-9A-Za-z]{25}$/, 'is not the id of a file')
        .optional()
        .describe('`last_id` of the page before, also of a file that is gone'),
      order: z.enum(['asc', 'desc']).optional().describe('`asc`: the oldest first'),
      purpose: purposes.optional().describe('Only files of this purpose'),
    }),
    answer: { status: 200, description: 'One page of files.', schema: FileList },
    codes: [],
    async handle({ store }, { viewer, query }) {
      const { limit = FILES_LISTED_MAX, order = 'desc', after, purpose } = query
      const { files, hasMore } = await store.listFiles(viewer!, { limit, order, after, purpose })
      return {
        object: 'list',
        data: files.map(fileAnswer),
        first_id: files[0]?.id ?? null,
        last_id: files.at(-1)?.id ?? null,
        has_more: hasMore,
      }
    },
  }),
  sceneRoute({
    method: 'GET',
    root: '/v1',
    path: '/files/{file_id}',
    operationId: 'readFile',
    summary: 'A file',
    description: 'What it is, without its bytes.',
    scope: 'projects:edit',
    answer: { status: 200, description: 'The file.', schema: File },
    codes: ['file_not_found'],
    async handle({ store }, { viewer, params }) {
      return fileAnswer(await store.readFile(viewer!, params.file_id))
    },
  }),
  sceneRoute({
    method: 'DELETE',
    root: '/v1',
    path: '/files/{file_id}',
    operationId: 'deleteFile',
    summary: 'Delete a file',
    description: 'Turns that have named it have its bytes still.',
    scope: 'projects:edit',
    answer: { status: 200, description: 'It is gone.', schema: DeletedFile },
    codes: ['file_not_found'],
    async handle({ store }, { viewer, params }) {
      await store.deleteFile(viewer!, params.file_id)
      return { id: params.file_id, object: 'file', deleted: true }
    },
  }),
  sceneRoute({
    method: 'GET',
    root: '/v1',
    path: '/files/{file_id}/content',
    operationId: 'readFileContent',
    summary: 'The bytes of a file',
    description:
      'As they were sent, with the type that they have. Browsers save and never run them.',
    scope: 'projects:edit',
    answer: {
      status: 200,
      description: 'The bytes.',
      mediaTypes: [
        ...['image/png', 'image/jpeg', 'image/webp', 'image/gif'],
        ...['text/plain', 'text/markdown', 'text/csv', 'application/json'],
      ],
    },
    headers: ['Content-Disposition'],
    hasTag: true,
    hasRanges: true,
    codes: ['file_not_found'],
    async handle({ store, blobs }, { viewer, params, request, reply }) {
      const { blob, bytes, mediaType, filename } = await store.readFile(viewer!, params.file_id)
      if ((await blobs.sizeOf(blob)) === null)
        throw new ArchitectError(
          'file_not_found',
          'The bytes of the file are lost: upload it again.',
          {
            param: 'file_id',
          },
        )
      const isText = !mediaType.startsWith('image/')
      const type = isText ? `${mediaType}; charset=utf-8` : mediaType
      const headers = {
        'cache-control': 'private, no-cache',
        'content-disposition': attachment(filename),
      }
      return await sendFile(blobs, { blob, bytes, type, headers }, request, reply)
    },
  }),
]

function purposeOf(sent: string | undefined): FilePurpose {
  const found = FILE_PURPOSES.find((each) => each === sent)
  if (found) return found
  const got = sent === undefined ? 'nothing' : JSON.stringify(sent.slice(0, 60))
  throw invalidInput('purpose', `purpose must be one of ${FILE_PURPOSES.join(', ')}, got ${got}.`)
}

function mediaOf(bytes: Uint8Array, name: string): Media {
  try {
    return readMedia(bytes, name)
  } catch (error) {
    if (!(error instanceof MediaRefusal)) throw error
    const code = error.reason === 'too_large' ? 'payload_too_large' : 'unsupported_file'
    throw new ArchitectError(code, error.message, { param: 'file' })
  }
}

const seconds = (at: Date): number => Math.floor(at.getTime() / 1_000)

function fileAnswer({ id, bytes, createdAt, filename, purpose, expiresAt }: TurnFile) {
  return {
    id,
    object: 'file',
    bytes,
    created_at: seconds(createdAt),
    filename,
    purpose,
    status: 'processed',
    expires_at: seconds(expiresAt),
  }
}
