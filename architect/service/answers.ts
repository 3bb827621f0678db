import { z } from 'zod'
import { KINDS } from '../scene/nodes.ts'

// Shapes of answers, for the reference; tests compare real answers with them.

/** The error object, with further fields by code. */
export const ErrorObject = z.object({
  error: z.looseObject({
    type: z.string(),
    code: z.string(),
    message: z.string(),
    param: z.string().optional().describe('The field at fault'),
    request_id: z.string(),
    doc_url: z.string().describe('What the code means'),
  }),
})

const instant = z.iso.datetime()
const ids = z.array(z.string())

export const Project = z.object({
  id: z.string(),
  name: z.string(),
  owner: z.object({ kind: z.enum(['personal', 'organization']), id: z.string(), name: z.string() }),
  visibility: z.enum(['private', 'public']).describe('Who sees the published version'),
  draftVersion: z.int().nullable().describe('Grows by one with every change; null for others'),
  latestVersion: z.int().nullable().describe('The last saved version; null before the first'),
  unsavedChanges: z.boolean().nullable().describe('Whether the draft differs from it'),
  nodeCount: z.int().nullable().describe('Nodes of the draft'),
  bytes: z.int().nullable().describe('Bytes of the scene file of the draft'),
  sceneHash: z.string().nullable().describe('SHA-256 of the canonical form of the draft'),
  publishedVersion: z.int().nullable().describe('The published version; null without one'),
  createdAt: instant,
  updatedAt: instant,
  deletedAt: instant.nullable().describe('When it was moved to the trash'),
  canEdit: z.boolean(),
  canPublish: z.boolean(),
  canManage: z.boolean().describe('Whether you may delete it or change who sees it'),
  bakeState: z
    .enum(['none', 'baking', 'ready', 'empty', 'failed'])
    .describe('State of the 3D file of the published version'),
  editorUrl: z.string().describe('The page of the project'),
  pictureUrl: z.string().describe('A small picture'),
})

const nextCursor = z.string().optional().describe('`cursor` of the next page, where there is one')
export const ProjectPage = z.object({ scenes: z.array(Project), nextCursor })

const change = z.object({ id: z.string(), kind: z.enum(KINDS), label: z.string() })
const changes = z.object({
  created: z.array(change),
  updated: z.array(change),
  deleted: z.array(change),
})
const issue = z.looseObject({
  code: z.string(),
  severity: z.enum(['info', 'warning', 'error']),
  nodeIds: ids,
  message: z.string(),
})

export const Edited = z.looseObject({
  ok: z.literal(true),
  projectId: z.string(),
  draftVersion: z.int().describe('Version of the draft after this'),
  changes: changes.describe('Nodes that are different now'),
  issues: z.array(issue).describe('What to look at'),
  repeated: z.literal(true).optional().describe('The operationId was committed before'),
  isUndone: z.boolean().optional().describe('Of a repeated one: whether it was undone since'),
})

export const Operated = Edited.extend({
  answers: z
    .array(z.looseObject({ tool: z.string() }))
    .describe('The answer of each operation, as the tool describes it'),
})

export const Travelled = Edited.extend({
  undone: z.array(z.looseObject({})).optional(),
  redone: z.array(z.looseObject({})).optional(),
  remaining: z.int().describe('Edits that can still be undone or redone'),
})

export const Saved = z.object({
  version: z.int(),
  label: z.string(),
  versionUrl: z.string(),
  sceneHash: z.string(),
  didSave: z.boolean().describe('False where the draft was saved already'),
})

export const Restored = Saved.extend({
  draftVersion: z.int().describe('Version of the draft after this'),
})

export const Version = z.object({
  version: z.int(),
  label: z.string(),
  author: z.object({ id: z.string(), name: z.string() }).nullable(),
  at: instant,
  nodeCount: z.int(),
  bytes: z.int(),
  sceneHash: z.string(),
  changes: z
    .object({ created: ids, changed: ids, deleted: ids })
    .describe('Ids of nodes that differ from the version before'),
  restoredFrom: z.int().nullable(),
  versionUrl: z.string(),
})

export const VersionPage = z.object({ versions: z.array(Version), nextCursor })

const node = z.looseObject({ id: z.string(), kind: z.string() })
export const Comparison = z.object({
  from: z.union([z.int(), z.literal('draft')]),
  to: z.union([z.int(), z.literal('draft')]),
  created: z.array(node),
  deleted: z.array(node),
  changed: z.array(
    change.extend({
      before: z.record(z.string(), z.unknown()).describe('The fields that differ, as they were'),
      after: z.record(z.string(), z.unknown()),
    }),
  ),
})

/** The publish result of the contract. */
export const PublishResult = z.object({
  publishedVersion: z.int(),
  didSaveVersion: z.boolean(),
  didPublishVersion: z.boolean(),
})

/** The answer of a read; the tool describes its fields. */
export const ReadAnswer = z.looseObject({
  unit: z.string().describe('Unit of the lengths: metres'),
})

export const Findings = ReadAnswer.extend({
  ok: z.boolean().describe('True without a finding of severity error'),
})

/** The address of a file, which `Location` has too. */
export const FileLink = z.object({ url: z.string().describe('Signed: no key is needed') })

/** A file that is being made. */
export const Baking = z.object({ state: z.literal('baking') })
