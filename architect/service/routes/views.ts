import { z } from 'zod'
import { isUnchanged } from '../../../http/conditional.ts'
import { isLostBlob } from '../../../storage/storage-failure.ts'
import { withWorkingFixes } from '../../operations/working-fixes.ts'
import { ArchitectError } from '../../projects/architect-error.ts'
import { fields, whole } from '../../projects/input.ts'
import { PAGE_ENTRIES_MAX } from '../../reads/page.ts'
import { isFailure, runRead } from '../../reads/run-read.ts'
import { readViewRequest } from '../../render/view-request.ts'
import { Findings, ReadAnswer } from '../answers.ts'
import { findScene, openNamed, versionHeaders } from '../named-scene.ts'
import { type ArchitectParts, type Call, type SceneRoute, sceneRoute } from '../route.ts'
import { viewArguments } from '../view-arguments.ts'

/** Pixels of the pictures of lists. */
const PICTURE = { width: 480, height: 320 } as const
const READ_CODES = [
  'project_not_found',
  'version_not_found',
  'forbidden',
  'nothing_published',
] as const

export const viewRoutes: SceneRoute[] = [
  sceneRoute({
    method: 'POST',
    path: '/scenes/{id}/read',
    operationId: 'readScene',
    summary: 'Read a scene',
    description:
      'Runs one of the reads of `plat-architect tools`: rooms, walls, nodes, quantities, distances. Long lists come in pages.',
    scope: 'projects:edit',
    isOpen: true,
    body: z.strictObject({
      tool: z.string().max(60).describe('Name of the read: `get_zones`'),
      arguments: z.record(z.string(), z.unknown()).default({}),
      version: fields.version.optional(),
    }),
    bodyExample: { tool: 'get_zones' },
    answer: { status: 200, description: 'The answer of the read.', schema: ReadAnswer },
    headers: ['Which'],
    codes: [...READ_CODES, 'node_not_found', 'wrong_kind'],
    async handle(parts, call) {
      const { tool, arguments: given, version } = call.body
      return await read(parts, call, { tool, given, version, below: 'arguments.' })
    },
  }),
  sceneRoute({
    method: 'GET',
    path: '/scenes/{id}/verify',
    operationId: 'verifyProject',
    summary: 'Faults of the building',
    description: 'The answer of `verify_scene`: findings with severity, place and a fix.',
    scope: 'projects:edit',
    isOpen: true,
    query: z.strictObject({
      version: fields.version.optional(),
      levelId: z.string().max(120).optional().describe('Findings of this level alone'),
      minSeverity: z
        .enum(['info', 'warning', 'error'])
        .optional()
        .describe('Findings at least this severe'),
      limit: whole(1, PAGE_ENTRIES_MAX).optional().describe('Findings of a page'),
      cursor: fields.cursor.optional(),
    }),
    answer: { status: 200, description: 'The findings, in pages.', schema: Findings },
    headers: ['Which'],
    codes: [...READ_CODES, 'node_not_found', 'wrong_kind'],
    async handle(parts, call) {
      const { version, ...given } = call.query
      return await read(parts, call, { tool: 'verify_scene', given, version, below: '' })
    },
  }),
  sceneRoute({
    method: 'GET',
    path: '/scenes/{id}/view',
    operationId: 'viewScene',
    summary: 'A drawing',
    description:
      'Plan, perspective, elevation or section as PNG, or a sheet in a true scale as SVG or PDF. Points are `x,y,z` in metres; `highlightIds` are separated by commas.',
    scope: 'projects:edit',
    isOpen: true,
    query: viewArguments.extend({ version: fields.version.optional() }),
    answer: {
      status: 200,
      description: 'The drawing.',
      mediaTypes: ['image/png', 'image/svg+xml', 'application/pdf'],
    },
    headers: ['Which'],
    codes: [
      ...READ_CODES,
      'node_not_found',
      'wrong_kind',
      'no_geometry',
      'limit_exceeded',
      'view_failed',
    ],
    async handle(parts, call) {
      const { version, ...given } = call.query
      const request = readViewRequest(given)
      const found = await findScene(parts, call, version)
      const { reply } = call
      const scene = await parts.scenes.get(found.stored.sceneBlob)
      const { png, document } = await parts.views.draw(scene, request)
      reply.headers(versionHeaders(found))
      if (document)
        return reply.type(SHEET_TYPES[document.format]).send(Buffer.from(document.bytes))
      return reply.type('image/png').send(Buffer.from(png))
    },
  }),
  sceneRoute({
    method: 'GET',
    path: '/scenes/{id}/picture',
    operationId: 'getPicture',
    summary: 'A small picture',
    description: 'The building from the south-east, for lists. Drawn once for each scene.',
    scope: 'projects:edit',
    isOpen: true,
    query: z.strictObject({ version: fields.version.optional() }),
    answer: { status: 200, description: 'The picture.', mediaTypes: ['image/png'] },
    hasTag: true,
    codes: [...READ_CODES, 'no_geometry', 'view_failed', 'storage_full'],
    async handle(parts, call) {
      const { stored } = await findScene(parts, call, call.query.version)
      const { reply, request } = call
      const { sceneHash } = stored
      const tag = `"${sceneHash}"`
      reply.header('etag', tag)
      if (isUnchanged(request.headers, tag)) return reply.code(304).send()
      reply.type('image/png')
      const known = await storedPicture(parts, sceneHash)
      if (known) return reply.send(known)
      const scene = await parts.scenes.get(stored.sceneBlob)
      const { png } = await parts.views.draw(
        scene,
        readViewRequest({ view: 'perspective', labels: false, ...PICTURE }),
      )
      const blob = await parts.blobs.put(png)
      await parts.store.addPicture({ sceneHash, blob, bytes: png.length })
      return reply.send(Buffer.from(png))
    },
  }),
]

/** The stored picture; null where it is to be drawn, also anew where it was lost or damaged. */
async function storedPicture({ store, blobs }: ArchitectParts, sceneHash: string) {
  const known = await store.picture(sceneHash)
  if (!known) return null
  try {
    return Buffer.from(await blobs.get(known.blob))
  } catch (error) {
    if (isLostBlob(error)) return null
    throw error
  }
}

const SHEET_TYPES: Record<'svg' | 'pdf', string> = {
  svg: 'image/svg+xml; charset=utf-8',
  pdf: 'application/pdf',
}

interface RequestedRead {
  tool: string
  given: Record<string, unknown>
  version: string | undefined
  /** Path of the arguments in the request, for `param`. */
  below: string
}

async function read(
  parts: ArchitectParts,
  call: Call,
  { tool, given, version, below }: RequestedRead,
) {
  const found = await openNamed(parts, call, version)
  const answer = runRead(found.scene, tool, given, { withWorkingFixes })
  call.reply.headers(versionHeaders(found))
  if (!isFailure(answer)) return answer
  const { code, message, param, candidates } = answer.error
  const name = code === 'node_not_found' || code === 'wrong_kind' ? code : 'invalid_input'
  throw new ArchitectError(name, message, {
    param: code === 'unknown_read' ? 'tool' : param && below + param,
    fields: candidates ? { candidates } : {},
  })
}
