import { z } from 'zod'
import { differenceOf } from '../../operations/draft-answer.ts'
import { invalidInput } from '../../projects/architect-error.ts'
import { decodeCursor, encodeCursor, fields, PAGE_USUAL } from '../../projects/input.ts'
import { versionAnswer, versionUrl } from '../../projects/project-answer.ts'
import type { SceneNode } from '../../scene/nodes.ts'
import { VERSIONS_MAX } from '../../store/store-limits.ts'
import { Comparison, PublishResult, Restored, Saved, Version, VersionPage } from '../answers.ts'
import { namingField, openNamed } from '../named-scene.ts'
import { type SceneRoute, sceneRoute } from '../route.ts'

const saveBody = z
  .strictObject({
    label: fields.label.optional(),
    expectedVersion: fields.expectedVersion.optional(),
  })
  .default({})

export const versionRoutes: SceneRoute[] = [
  sceneRoute({
    method: 'POST',
    path: '/scenes/{id}/save',
    operationId: 'saveVersion',
    summary: 'Save a version',
    description: `The draft as it is. An unchanged one is not saved again. A project has at most ${VERSIONS_MAX.toLocaleString('en-US')} versions.`,
    scope: 'projects:edit',
    body: saveBody,
    bodyExample: { label: 'Before the permit' },
    answer: { status: 200, description: 'The version.', schema: Saved },
    codes: ['project_not_found', 'forbidden', 'version_conflict', 'limit_exceeded'],
    async handle({ versions }, { viewer, projectId, body, origin }) {
      const saved = await versions.save(viewer, projectId, body)
      return { ...saved, versionUrl: versionUrl(origin, projectId, saved.version) }
    },
  }),
  sceneRoute({
    method: 'GET',
    path: '/scenes/{id}/versions',
    operationId: 'listVersions',
    summary: 'Versions',
    description:
      'Newest first, each with the ids of the nodes that it changed. A page with many ids has fewer versions than `limit`: follow `nextCursor`.',
    scope: 'projects:edit',
    query: z.strictObject({ limit: fields.limit.optional(), cursor: fields.cursor.optional() }),
    answer: {
      status: 200,
      description: 'One page of versions.',
      schema: VersionPage,
    },
    codes: ['project_not_found', 'forbidden'],
    async handle({ store }, { viewer, projectId, query, origin }) {
      const { limit = PAGE_USUAL, cursor } = query
      const before = cursor ? decodeCursor(cursor, z.tuple([fields.number]))[0] : undefined
      const rows = await store.versions(viewer, { projectId, limit, before })
      const last = rows.at(-1)
      return {
        versions: rows.map((row) => versionAnswer(row, projectId, origin)),
        // Numbers are from 1 on, without gaps.
        ...(last && last.number > 1 && { nextCursor: encodeCursor([last.number]) }),
      }
    },
  }),
  sceneRoute({
    method: 'GET',
    path: '/scenes/{id}/versions/{number}',
    operationId: 'getVersion',
    summary: 'A version',
    description: 'Its label, author and changes. `GET {id}/scene?version=` is its scene file.',
    scope: 'projects:edit',
    isOpen: true,
    answer: { status: 200, description: 'The version.', schema: Version },
    codes: ['project_not_found', 'version_not_found', 'forbidden'],
    async handle({ store }, { viewer, projectId, params, origin }) {
      const number = numberIn(params.number)
      const row = await store.version(viewer, projectId, number).catch(namingField('number'))
      return versionAnswer(row, projectId, origin)
    },
  }),
  sceneRoute({
    method: 'GET',
    path: '/scenes/{id}/compare',
    operationId: 'compareVersions',
    summary: 'What changed between two versions',
    description: 'Nodes that one has and the other has not, and the fields in which others differ.',
    scope: 'projects:edit',
    query: z.strictObject({
      from: fields.version.describe('`draft`, `latest`, `published` or a number'),
      to: fields.version.describe('The same').default('draft'),
    }),
    answer: { status: 200, description: 'The differences.', schema: Comparison },
    codes: ['project_not_found', 'version_not_found', 'forbidden', 'nothing_published'],
    async handle(parts, call) {
      const from = await openNamed(parts, call, call.query.from, 'from')
      const to = await openNamed(parts, call, call.query.to, 'to')
      const { before, after } = differenceOf(from.scene.nodes, to.scene.nodes)
      const ids = Object.keys(before).sort()
      const both = ids.filter((id) => before[id] && after[id])
      return {
        from: from.version,
        to: to.version,
        created: ids.filter((id) => !before[id]).map((id) => after[id]),
        deleted: ids.filter((id) => !after[id]).map((id) => before[id]),
        changed: both.map((id) => differingFields(before[id]!, after[id]!)),
      }
    },
  }),
  sceneRoute({
    method: 'POST',
    path: '/scenes/{id}/restore',
    operationId: 'restoreVersion',
    summary: 'Restore a version',
    description: 'Its scene becomes the draft and a new version; no version is lost.',
    scope: 'projects:edit',
    body: z.strictObject({
      version: fields.number.describe('The version to restore'),
      label: fields.label.optional(),
      expectedVersion: fields.expectedVersion.optional(),
    }),
    bodyExample: { version: 1, label: 'As before' },
    answer: { status: 200, description: 'The new version.', schema: Restored },
    codes: [
      'project_not_found',
      'version_not_found',
      'forbidden',
      'version_conflict',
      'limit_exceeded',
      'storage_full',
    ],
    async handle({ versions }, { viewer, projectId, body, origin }) {
      const saved = await versions.restore(viewer, projectId, body)
      return { ...saved, versionUrl: versionUrl(origin, projectId, saved.version) }
    },
  }),
  sceneRoute({
    method: 'POST',
    path: '/scenes/{id}/publish',
    operationId: 'publishProject',
    summary: 'Publish the latest version',
    description:
      'Saves the draft as a version if it has changed, publishes the latest version and starts the bake of its 3D file. Who sees the project stays as it is.',
    scope: 'projects:publish',
    body: saveBody,
    bodyExample: { label: 'For the client' },
    answer: { status: 200, description: 'What was saved and published.', schema: PublishResult },
    codes: ['project_not_found', 'forbidden', 'version_conflict', 'limit_exceeded'],
    async handle({ versions, bakery }, { viewer, projectId, body }) {
      const published = await versions.publish(viewer, projectId, body)
      bakery.kick()
      return {
        publishedVersion: published.version,
        didSaveVersion: published.didSave,
        didPublishVersion: published.didPublish,
      }
    },
  }),
]

function numberIn(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw invalidInput('number', `number: must be the number of a version, got ${text}.`)
}

function differingFields(before: SceneNode, after: SceneNode) {
  const [old, now] = [before, after] as unknown as Record<string, unknown>[]
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    (name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]),
  )
  const picked = (node: Record<string, unknown>) =>
    Object.fromEntries(names.filter((name) => name in node).map((name) => [name, node[name]]))
  const { id, kind, label } = after
  return { id, kind, label: label ?? id, before: picked(old), after: picked(now) }
}
