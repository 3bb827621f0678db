import { z } from 'zod'
import type { ProjectRow } from '../store/projects.ts'
import type { BakeState } from '../store/schema.ts'
import type { VersionRow } from '../store/versions.ts'

/** State of the published file of a project. */
export type ShownBake = 'none' | 'baking' | 'ready' | 'empty' | 'failed'

const BAKES: Record<BakeState, ShownBake> = {
  waiting: 'baking',
  ready: 'ready',
  empty: 'empty',
  failed: 'failed',
}

export const shownBake = ({ bakeState }: Pick<ProjectRow, 'bakeState'>): ShownBake =>
  bakeState === null ? 'none' : BAKES[bakeState]

/**
 * A project as clients see it. `origin` is the public address of the service. Who may not read the
 * draft of a public project gets nulls for it.
 */
export function projectAnswer(row: ProjectRow, origin: string) {
  const { id, name, owner, visibility, draft, latestVersion, publishedVersion, rights } = row
  const own = {
    draftVersion: draft.version,
    latestVersion,
    unsavedChanges: draft.sceneHash !== row.latest?.sceneHash,
    nodeCount: draft.nodes,
    bytes: draft.bytes,
    sceneHash: draft.sceneHash,
  }
  const hidden = Object.fromEntries(Object.keys(own).map((name) => [name, null]))
  return {
    id,
    name,
    owner,
    visibility,
    ...(rights.read ? own : hidden),
    publishedVersion,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    deletedAt: row.deletedAt?.toISOString() ?? null,
    canEdit: rights.edit,
    canPublish: rights.publish,
    canManage: rights.manage,
    bakeState: shownBake(row),
    editorUrl: editorUrl(origin, id),
    pictureUrl: `${origin}/api/scenes/${id}/picture`,
  }
}

export function versionAnswer(row: VersionRow, projectId: string, origin: string) {
  const { number, label, author, at, nodes, bytes, sceneHash, changes, restoredFrom } = row
  return {
    version: number,
    label,
    author,
    at: at.toISOString(),
    nodeCount: nodes,
    bytes,
    sceneHash,
    changes,
    restoredFrom,
    versionUrl: versionUrl(origin, projectId, number),
  }
}

/** The cursor of a list of projects: of its last row. PostgreSQL has no year 0000. */
export const projectsCursor = z.tuple([
  z.iso.datetime().refine((text) => text >= '0001'),
  z.string().regex(/^[\w-]{1,60}$/),
])

export const editorUrl = (origin: string, id: string): string => `${origin}/projects/${id}`
export const versionUrl = (origin: string, id: string, version: number): string =>
  `${editorUrl(origin, id)}?version=${version}`
