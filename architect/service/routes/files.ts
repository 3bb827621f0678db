import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { sceneIfc } from '../../ifc/scene-ifc.ts'
import { ArchitectError } from '../../projects/architect-error.ts'
import { fields } from '../../projects/input.ts'
import { LINK_MINUTES, signLink } from '../../projects/signed-link.ts'
import type { PublishedFiles } from '../../store/publications.ts'
import { FileLink } from '../answers.ts'
import { findScene, openNamed, versionHeaders } from '../named-scene.ts'
import { type ArchitectParts, type SceneRoute, sceneRoute } from '../route.ts'
import { attachment, sendFile } from '../sent-file.ts'
import { linkInvalid, requireSigned, signedQuery } from '../signed-request.ts'

const GLB_TYPE = 'model/gltf-binary'
/** Seconds after which a client may look again for a file that is being made. */
const RETRY_AFTER_S = 2
/**
 * Time for which a request of a model waits for its bake, most of which take less: of a draft that
 * is edited every second each request would name another scene, and none would ever be ready.
 */
const MODEL_WAIT_MS = 3_000
const MODEL_LOOK_MS = 100
const copy = z.enum(['portable', 'web']).optional().describe('`web`: smaller, for browsers alone')

export const fileRoutes: SceneRoute[] = [
  sceneRoute({
    method: 'GET',
    path: '/scenes/{id}/glb',
    operationId: 'getGlb',
    summary: 'The 3D file of the published version',
    description: `307 to an address that works for ${LINK_MINUTES} minutes, 202 with \`Retry-After\` while the file is made, 409 with the reason where that failed. Every answer but 404 has \`X-Svc-Version\`.`,
    scope: 'projects:download',
    hidesScope: true,
    isOpen: true,
    query: z.strictObject({ copy }),
    answer: { status: 307, description: '`Location` has the file.', schema: FileLink },
    headers: ['X-Svc-Version', 'Location'],
    mayBeBaking: true,
    codes: ['project_not_found', 'nothing_published', 'no_geometry', 'bake_failed'],
    async handle(parts, { viewer, projectId, query, origin, reply }) {
      const file = await storedFile(parts, reply, query.copy, (lostBlob) =>
        parts.store.published(viewer, projectId, lostBlob),
      )
      if (file === null) return baking(reply)
      const version = file.version!
      const path = pathOfFile(projectId, version, file.blob)
      const url = origin + signLink(parts.linkKey, path, parts.now()).url
      return reply.code(307).header('location', url).send({ url })
    },
  }),
  sceneRoute({
    method: 'GET',
    path: '/scenes/{id}/files/{version}/{file}',
    operationId: 'getFile',
    summary: 'A published file',
    description: `By the signed address that \`GET {id}/glb\` leads to: it opens this file of this version of this project, for ${LINK_MINUTES} minutes. A key that is sent along is ignored.`,
    scope: 'projects:download',
    isSigned: true,
    query: signedQuery,
    answer: { status: 200, description: 'The file.', mediaTypes: [GLB_TYPE] },
    headers: ['X-Svc-Version', 'Content-Disposition'],
    hasTag: true,
    hasRanges: true,
    codes: ['link_invalid', 'link_expired', 'nothing_published'],
    async handle(parts, { projectId, params, query, request, reply }) {
      const hash = /^([0-9a-f]{64})\.glb$/.exec(params.file)?.[1]
      const version = /^[1-9]\d{0,8}$/.test(params.version) ? Number(params.version) : 0
      if (hash === undefined) throw linkInvalid()
      const path = pathOfFile(projectId, version, hash)
      requireSigned(parts, path, query, `/api/scenes/${projectId}/glb`)
      const bytes = await parts.blobs.sizeOf(hash)
      if (bytes === null)
        throw new ArchitectError(
          'nothing_published',
          `The file is gone: request /api/scenes/${projectId}/glb again, which makes it anew.`,
        )
      const headers = {
        'x-svc-version': `${version}`,
        'cache-control': 'private, max-age=300',
        'content-disposition': attachment(`${projectId}-v${version}.glb`),
      }
      return await sendFile(
        parts.blobs,
        { blob: hash, bytes, type: GLB_TYPE, headers },
        request,
        reply,
      )
    },
  }),
  sceneRoute({
    method: 'GET',
    path: '/scenes/{id}/model',
    operationId: 'getModel',
    summary: 'The 3D file of any version',
    description: `The GLB of the draft or of a version, made when it is requested for the first time. The answer waits ${MODEL_WAIT_MS / 1_000} s for it, and is then 202 with \`Retry-After\`.`,
    scope: 'projects:download',
    isOpen: true,
    query: z.strictObject({ version: fields.version.optional(), copy }),
    answer: { status: 200, description: 'The file.', mediaTypes: [GLB_TYPE] },
    headers: ['Which'],
    mayBeBaking: true,
    hasTag: true,
    hasRanges: true,
    codes: [
      'project_not_found',
      'version_not_found',
      'forbidden',
      'nothing_published',
      'no_geometry',
      'bake_failed',
    ],
    async handle(parts, call) {
      const { projectId, query, request, reply } = call
      const found = await findScene(parts, call, query.version)
      const { sceneHash, sceneBlob } = found.stored
      reply.headers(versionHeaders(found))
      const draftOf = found.version === 'draft' ? projectId : undefined
      const look = () =>
        storedFile(parts, reply, query.copy, (lostBlob) =>
          parts.store.requestBake({ sceneHash, sceneBlob, draftOf }, lostBlob),
        )
      const latest = performance.now() + MODEL_WAIT_MS
      let file = await look()
      while (file === null && performance.now() < latest) {
        await wait(MODEL_LOOK_MS)
        file = await look()
      }
      if (file === null) return baking(reply)
      const sent = { ...file, type: GLB_TYPE, headers: { 'cache-control': 'no-cache' } }
      return await sendFile(parts.blobs, sent, request, reply)
    },
  }),
  sceneRoute({
    method: 'GET',
    path: '/scenes/{id}/ifc',
    operationId: 'getIfc',
    summary: 'The building as IFC',
    description: 'IFC4 with walls, openings, doors, windows, slabs, roofs, stairs and spaces.',
    scope: 'projects:download',
    isOpen: true,
    query: z.strictObject({ version: fields.version.optional() }),
    answer: { status: 200, description: 'The file.', mediaTypes: ['application/x-step'] },
    headers: ['Which', 'Content-Disposition'],
    codes: ['project_not_found', 'version_not_found', 'forbidden', 'nothing_published'],
    async handle(parts, call) {
      const found = await openNamed(parts, call, call.query.version)
      const { version, projectName } = found
      const name = `${projectName}-${version === 'draft' ? 'draft' : `v${version}`}.ifc`
      return call.reply
        .headers({ ...versionHeaders(found), 'content-disposition': attachment(name) })
        .type('application/x-step')
        .send(sceneIfc(found.scene, { name: projectName }))
    },
  }),
]

const pathOfFile = (projectId: string, version: number, hash: string): string =>
  `/api/scenes/${projectId}/files/${version}/${hash}.glb`

type Baked = Pick<PublishedFiles, 'state' | 'reason' | 'glb' | 'web'> & { version?: number }

/**
 * The file to send, which is in the storage; null while it is made, also anew where the storage has
 * lost it. Throws `ArchitectError` where there will be none, and `StorageFailure`.
 */
async function storedFile(
  { blobs, bakery }: ArchitectParts,
  reply: FastifyReply,
  copy: 'portable' | 'web' | undefined,
  read: (lostBlob?: string) => Promise<Baked | null>,
) {
  let baked = await read()
  let file = readyFile(baked, reply, copy)
  if (file && (await blobs.sizeOf(file.blob)) === null) {
    baked = await read(file.blob)
    file = readyFile(baked, reply, copy)
  }
  if (file) return { ...file, version: baked!.version }
  bakery.kick()
  return null
}

/**
 * The file of a finished bake; null for one that is not finished. Throws `ArchitectError` where
 * there will be none. Sets `X-Svc-Version` for every answer but 404.
 */
function readyFile(
  baked: Baked | null,
  reply: FastifyReply,
  copy: 'portable' | 'web' = 'portable',
) {
  if (baked === null)
    throw new ArchitectError('nothing_published', 'No version of the project is published.')
  if (baked.state === 'empty') {
    reply.removeHeader('x-svc-version')
    throw new ArchitectError('no_geometry', 'The version has nothing to draw, so no 3D file.')
  }
  const version: Record<string, string> =
    baked.version === undefined ? {} : { 'x-svc-version': `${baked.version}` }
  reply.headers(version)
  if (baked.state === 'failed')
    throw new ArchitectError('bake_failed', `The 3D file could not be made: ${baked.reason}`, {
      headers: version,
    })
  return baked.state === 'ready' ? (copy === 'web' ? baked.web : baked.glb) : null
}

function baking(reply: FastifyReply): FastifyReply {
  return reply
    .code(202)
    .headers({ 'retry-after': `${RETRY_AFTER_S}`, 'cache-control': 'no-store' })
    .send({ state: 'baking' })
}
