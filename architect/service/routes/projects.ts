import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { decodeCursor, encodeCursor, fields, PAGE_USUAL } from '../../projects/input.ts'
import { projectAnswer, projectsCursor } from '../../projects/project-answer.ts'
import { newScene } from '../../scene/scene.ts'
import { PROJECTS_MAX, TRASH_DAYS } from '../../store/store-limits.ts'
import { Project, ProjectPage } from '../answers.ts'
import { type SceneRoute, sceneRoute } from '../route.ts'
import { sceneFrom } from '../scene-input.ts'
import { SCENE_BODY_BYTES_MAX } from '../service-limits.ts'

const visibility = z.enum(['private', 'public']).describe('Who sees the published version')

export const projectRoutes: SceneRoute[] = [
  sceneRoute({
    method: 'GET',
    path: '/scenes',
    operationId: 'listProjects',
    summary: 'Projects',
    description:
      'Your projects and those of your organizations, the last changed first. An organization’s key lists those of the organization.',
    scope: 'projects:edit',
    query: z.strictObject({
      query: fields.text.optional().describe('Part of the name'),
      trash: z.enum(['true', 'false']).optional().describe('Projects in the trash instead'),
      limit: fields.limit.optional(),
      cursor: fields.cursor.optional(),
    }),
    answer: {
      status: 200,
      description: 'One page of projects.',
      schema: ProjectPage,
    },
    codes: [],
    async handle({ store }, { viewer, query, origin }) {
      const { limit = PAGE_USUAL, cursor } = query
      const [updatedAt, id] = cursor ? decodeCursor(cursor, projectsCursor) : []
      const rows = await store.list(viewer!, {
        text: query.query,
        isTrash: query.trash === 'true',
        limit,
        after: updatedAt && id ? { updatedAt: new Date(updatedAt), id } : undefined,
      })
      const last = rows.at(-1)
      const nextCursor =
        last && rows.length === limit ? encodeCursor([last.updatedAt.toISOString(), last.id]) : null
      return {
        scenes: rows.map((row) => projectAnswer(row, origin)),
        ...(nextCursor !== null && { nextCursor }),
      }
    },
  }),
  sceneRoute({
    method: 'POST',
    path: '/scenes',
    operationId: 'createProject',
    summary: 'Create a project',
    description: `With a scene file, or empty: a site with one building and its ground floor. It is private unless it is created public, for which an organization needs one of its owners or admins. It belongs to the workspace of the caller unless an organization is named. An owner has at most ${PROJECTS_MAX.toLocaleString('en-US')} projects, with those in the trash.`,
    scope: 'projects:edit',
    body: z.strictObject({
      name: fields.name,
      organizationId: fields.id.optional().describe('An organization that you are in'),
      visibility: visibility.optional(),
      scene: z.looseObject({}).optional().describe('A scene file, as JSON'),
    }),
    bodyBytesMax: SCENE_BODY_BYTES_MAX,
    bodyExample: { name: 'Family house' },
    answer: { status: 201, description: 'The project.', schema: Project },
    codes: [
      'organization_not_found',
      'forbidden',
      'limit_exceeded',
      'invalid_scene',
      'storage_full',
    ],
    async handle({ store, scenes }, { viewer, body, origin, reply }) {
      const { name, organizationId, visibility } = body
      const scene =
        body.scene === undefined
          ? newScene(name, randomBytes(4).toString('hex'))
          : sceneFrom(body.scene)
      const row = await store.add(viewer!, {
        name,
        organizationId,
        visibility,
        ...(await scenes.put(scene)),
      })
      reply.code(201)
      return projectAnswer(row, origin)
    },
  }),
  sceneRoute({
    method: 'GET',
    path: '/scenes/{id}',
    operationId: 'getProject',
    summary: 'A project',
    description: 'Its versions, who may do what with it, and the state of its published file.',
    scope: 'projects:edit',
    isOpen: true,
    answer: { status: 200, description: 'The project.', schema: Project },
    codes: ['project_not_found'],
    async handle({ store }, { viewer, projectId, origin }) {
      return projectAnswer(await store.read(viewer, projectId), origin)
    },
  }),
  sceneRoute({
    method: 'PATCH',
    path: '/scenes/{id}',
    operationId: 'changeProject',
    summary: 'Rename or share a project',
    description:
      'A public project shows its published version to everybody with its address; its draft and other versions stay private.',
    scope: 'projects:edit',
    body: z
      .strictObject({ name: fields.name.optional(), visibility: visibility.optional() })
      .refine((body) => Object.keys(body).length > 0, 'must name name or visibility'),
    bodyExample: { name: 'Barn' },
    answer: { status: 200, description: 'The project.', schema: Project },
    codes: ['project_not_found', 'forbidden'],
    async handle({ store }, { viewer, projectId, body, origin }) {
      return projectAnswer(await store.change(viewer, projectId, body), origin)
    },
  }),
  sceneRoute({
    method: 'DELETE',
    path: '/scenes/{id}',
    operationId: 'deleteProject',
    summary: 'Delete a project',
    description: `Moves it to the trash, where it stays for ${TRASH_DAYS} days. With \`forever=true\` deletes one in the trash for good.`,
    scope: 'projects:edit',
    query: z.strictObject({
      forever: z.enum(['true', 'false']).optional().describe('Delete one in the trash for good'),
    }),
    answer: { status: 204, description: 'It is in the trash, or gone.' },
    codes: ['project_not_found', 'forbidden'],
    async handle({ store }, { viewer, projectId, query, reply }) {
      if (query.forever === 'true') await store.purge(viewer, projectId)
      else await store.trash(viewer, projectId, 'in')
      return reply.code(204).send()
    },
  }),
  sceneRoute({
    method: 'POST',
    path: '/scenes/{id}/undelete',
    operationId: 'undeleteProject',
    summary: 'Take a project out of the trash',
    description: 'It is as it was before it was deleted.',
    scope: 'projects:edit',
    answer: { status: 200, description: 'The project.', schema: Project },
    codes: ['project_not_found', 'forbidden'],
    async handle({ store }, { viewer, projectId, origin }) {
      await store.trash(viewer, projectId, 'out')
      return projectAnswer(await store.read(viewer, projectId), origin)
    },
  }),
]
