import { z } from 'zod'
import { isMatched, isUnchanged } from '../../../http/conditional.ts'
import { fields, OPERATIONS_MAX } from '../../projects/input.ts'
import { editorUrl } from '../../projects/project-answer.ts'
import { sceneTag } from '../../projects/scene-files.ts'
import { newScene } from '../../scene/scene.ts'
import { SCENE_FILE_CHARACTERS_MAX, writeScene } from '../../scene/scene-file.ts'
import {
  OPERATION_DAYS,
  OPERATIONS_MAX as STORED_OPERATIONS_MAX,
  UNDO_STEPS_MAX,
} from '../../store/store-limits.ts'
import { Edited, Operated, Travelled } from '../answers.ts'
import { findScene, versionHeaders } from '../named-scene.ts'
import { type SceneRoute, sceneRoute } from '../route.ts'
import { sceneFrom } from '../scene-input.ts'
import { SCENE_BODY_BYTES_MAX, STREAMED_SCENE_BYTES } from '../service-limits.ts'

const editOptions = {
  expectedVersion: fields.expectedVersion.optional(),
  operationId: fields.operationId.optional(),
}
const EXAMPLE_SCENE: unknown = JSON.parse(writeScene(newScene('House', '0123abcd')))
const EDIT_CODES = [
  'project_not_found',
  'forbidden',
  'version_conflict',
  'operation_mismatch',
  'storage_full',
] as const

export const draftRoutes: SceneRoute[] = [
  sceneRoute({
    method: 'GET',
    path: '/scenes/{id}/scene',
    operationId: 'getScene',
    summary: 'The scene file',
    description:
      'Of the draft, or of a version. `X-Svc-Draft-Version` or `X-Svc-Version` states which one it is.',
    scope: 'projects:edit',
    isOpen: true,
    query: z.strictObject({ version: fields.version.optional() }),
    answer: { status: 200, description: 'The scene file.', schema: z.looseObject({}) },
    headers: ['Which'],
    hasTag: true,
    codes: ['project_not_found', 'version_not_found', 'forbidden', 'nothing_published'],
    async handle(parts, call) {
      const { request, reply, query } = call
      const found = await findScene(parts, call, query.version)
      const tag = sceneTag(found.stored)
      reply.headers({ ...versionHeaders(found), etag: tag })
      if (isUnchanged(request.headers, tag)) return reply.code(304).send()
      reply.type('application/json; charset=utf-8')
      const { sceneBlob, bytes } = found.stored
      if (bytes < STREAMED_SCENE_BYTES) return reply.send(await parts.scenes.text(sceneBlob))
      // A client that reads slowly must not hold all of a scene in memory.
      return reply.header('content-length', bytes).send(await parts.scenes.stream(sceneBlob))
    },
  }),
  sceneRoute({
    method: 'PUT',
    path: '/scenes/{id}/scene',
    operationId: 'replaceScene',
    summary: 'Replace the draft',
    description: `The body is a scene file of at most ${SCENE_FILE_CHARACTERS_MAX / 1e6} million characters. It is one step of undo. With \`If-Match\` it replaces only the draft with this \`ETag\`.`,
    scope: 'projects:edit',
    heedsMatch: true,
    query: z.strictObject({
      expectedVersion: fields.expectedVersionQuery.optional(),
      operationId: fields.operationId.optional(),
    }),
    body: z.looseObject({}),
    bodyExample: EXAMPLE_SCENE,
    bodyBytesMax: SCENE_BODY_BYTES_MAX,
    answer: { status: 200, description: 'What changed.', schema: Edited },
    codes: [...EDIT_CODES, 'invalid_scene'],
    async handle({ editor }, { viewer, projectId, query, body, request }) {
      const isExpected = (tag: string) => isMatched(request.headers, tag)
      const options = { ...query, isExpected }
      return await editor.replace(viewer, projectId, sceneFrom(body), options)
    },
  }),
  sceneRoute({
    method: 'POST',
    path: '/scenes/{id}/operations',
    operationId: 'applyOperations',
    summary: 'Edit the draft',
    description: `Makes 1 to ${OPERATIONS_MAX} operations in order as one step of undo, all or none. The tools are those of \`plat-architect tools\`. \`as\` names the answer of an operation: \`"$kitchen.wallIds.0"\` in later arguments is a field of it. A refused one has the code of its refusal, its \`index\` and often a \`fix\`.`,
    scope: 'projects:edit',
    body: z.strictObject({
      operations: z
        .array(
          z.strictObject({
            tool: z.string().max(60).describe('Name of the edit: `create_wall`'),
            arguments: fields.arguments.default({}),
            as: z
              .string()
              .regex(/^[a-z][\w-]{0,59}$/i)
              .optional()
              .describe('A name for the answer'),
          }),
        )
        .min(1)
        .max(OPERATIONS_MAX),
      ...editOptions,
    }),
    bodyExample: {
      operations: [{ tool: 'create_wall', arguments: { start: [0, 0], end: [4, 0] }, as: 'south' }],
    },
    answer: { status: 200, description: 'The answers.', schema: Operated },
    codes: [...EDIT_CODES, 'edit_refused', 'limit_exceeded'],
    async handle({ editor }, { viewer, projectId, body, origin }) {
      const { operations, ...options } = body
      const answer = await editor.apply(viewer, projectId, operations, options)
      return { ...answer, persisted: true, editorUrl: editorUrl(origin, projectId) }
    },
  }),
  ...(['undo', 'redo'] as const).map((kind) =>
    sceneRoute({
      method: 'POST',
      path: `/scenes/{id}/${kind}`,
      operationId: `${kind}Edits`,
      summary: kind === 'undo' ? 'Undo edits' : 'Redo undone edits',
      description:
        kind === 'undo'
          ? `The last edits of anybody, of ${OPERATION_DAYS} days and up to ${STORED_OPERATIONS_MAX}. Saved versions stay.`
          : 'Until another edit is made.',
      scope: 'projects:edit',
      body: z
        .strictObject({
          steps: z.int().min(1).max(UNDO_STEPS_MAX).default(1),
          ...editOptions,
        })
        .default({ steps: 1 }),
      bodyExample: { steps: 1 },
      answer: { status: 200, description: 'What changed.', schema: Travelled },
      codes: [...EDIT_CODES, 'nothing_to_undo'],
      async handle({ editor }, { viewer, projectId, body }) {
        const { steps, ...options } = body
        return await editor.travel(viewer, projectId, { kind, steps }, options)
      },
    }),
  ),
]
