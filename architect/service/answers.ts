import { z } from 'zod'
import { KINDS } from '../scene/nodes.ts'
import { ANSWERED_BY } from '../turns/models/answered-by.ts'

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

/** A picture or an animation of a project. */
const MediaFile = z.object({
  id: z.string(),
  type: z.enum(['image', 'animation']),
  mimeType: z.string(),
  url: z.string().describe('Signed: no key is needed'),
  expiresAt: instant.describe('Until when the address works'),
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
  sourceId: z.string().optional().describe('The node that it shows; absent: the whole building'),
  modelId: z.string(),
  draftVersion: z.int().describe('Version of the draft that it shows'),
  jobId: z.string(),
  createdAt: instant,
})

export const MediaPage = z.object({ media: z.array(MediaFile), nextCursor })

/** A file that is being made. */
export const Baking = z.object({ state: z.literal('baking') })

const item = z.looseObject({ type: z.enum(['reasoning', 'message', 'mcp_call']), id: z.string() })

/** A turn as the Responses API answers it. */
export const Response = z.looseObject({
  id: z.string(),
  object: z.literal('response'),
  created_at: z.int().describe('Seconds since 1970'),
  completed_at: z.int().nullable(),
  status: z.enum(['queued', 'in_progress', 'completed', 'incomplete', 'failed', 'cancelled']),
  background: z.boolean(),
  error: z.looseObject({ type: z.string(), code: z.string(), message: z.string() }).nullable(),
  incomplete_details: z
    .object({ reason: z.string() })
    .nullable()
    .describe(
      '`max_credits`, `insufficient_credits`, `follow_timeout`, `max_steps`, `no_progress` or `max_time`',
    ),
  model: z.string(),
  output: z.array(item).describe('Reasoning, calls of tools where included, and the message'),
  output_text: z.string().describe('The reply'),
  usage: z.looseObject({ input_tokens: z.int(), output_tokens: z.int(), credits: z.number() }),
  metadata: z.record(z.string(), z.string()).describe('`svc_version` and others are added'),
})

/** An uploaded file, in the format of the OpenAI API. */
export const File = z.object({
  id: z.string(),
  object: z.literal('file'),
  bytes: z.int(),
  created_at: z.int().describe('Seconds since 1970'),
  filename: z.string(),
  purpose: z.string(),
  status: z.literal('processed'),
  expires_at: z.int().describe('When it goes unless it is used before; seconds since 1970'),
})

export const FileList = z.object({
  object: z.literal('list'),
  data: z.array(File),
  first_id: z.string().nullable(),
  last_id: z.string().nullable(),
  has_more: z.boolean().describe('Whether there are files after `last_id`'),
})

export const DeletedFile = z.object({
  id: z.string(),
  object: z.literal('file'),
  deleted: z.literal(true),
})

/** A turn as Chat Completions answers it. */
export const ChatCompletion = z.looseObject({
  id: z.string().describe('Id of the turn'),
  object: z.literal('chat.completion'),
  created: z.int().describe('Seconds since 1970'),
  model: z.string(),
  choices: z.array(
    z.looseObject({
      index: z.literal(0),
      message: z.looseObject({
        role: z.literal('assistant'),
        content: z.string().describe('The reply'),
        reasoning_content: z.string().nullable().describe('The thinking and a line per step'),
      }),
      finish_reason: z.enum(['stop', 'length']),
    }),
  ),
  usage: z.looseObject({
    prompt_tokens: z.int(),
    completion_tokens: z.int(),
    total_tokens: z.int(),
    credits: z.number(),
  }),
  metadata: z.record(z.string(), z.string()).describe('`svc_version` and others are added'),
})

const effort = z.enum(['low', 'medium', 'high', 'pro'])

/** A model name. */
export const Model = z.object({
  id: z.string(),
  object: z.literal('model'),
  created: z.int().describe('Seconds since 1970'),
  owned_by: z.string(),
  svc: z.object({
    effort: effort.describe('Without another one in the request'),
    efforts: z.array(effort).describe('Those that a request may choose'),
    plan: z.enum(['free', 'pro']).describe('The plan that it needs'),
    takes_images: z.boolean().nullable().describe('Null where no model is configured'),
  }),
})

export const ModelList = z.object({ object: z.literal('list'), data: z.array(Model) })

const chatPart = z.object({
  name: z.string(),
  mediaType: z.string().describe('As its first bytes show'),
  bytes: z.int(),
  url: z.string().describe('Its bytes, for those who may read the chat'),
})

/** A turn in the chat of its project. */
export const ChatTurn = z.object({
  id: z.string(),
  at: instant,
  endedAt: instant.nullable(),
  state: Response.shape.status,
  author: z
    .object({ id: z.string(), name: z.string() })
    .nullable()
    .describe('Who started it; null for a deleted account'),
  canCancel: z.boolean().describe('Whether it is live, and yours'),
  model: z.string(),
  effort: z.enum(['low', 'medium', 'high', 'pro']),
  input: z.object({
    text: z.string(),
    images: z.array(chatPart),
    files: z.array(chatPart),
  }),
  steps: z.array(
    z.object({
      number: z.int().describe('From 1; steps with nothing to show are left out'),
      kind: z.enum(['thinking', 'call', 'check']),
      text: z.string().describe('Thinking of the model, or one line about a call or a check'),
      at: instant,
      credits: z.number(),
    }),
  ),
  reply: z.string().nullable().describe('Text with Markdown; null while it is live'),
  question: z
    .object({ text: z.string(), options: z.array(z.string()) })
    .nullable()
    .describe('What it waits for, until a later turn answers'),
  credits: z.object({ spent: z.number() }),
  reason: z.string().nullable().describe('Why it is incomplete'),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  version: z
    .object({ number: z.int(), label: z.string(), url: z.string() })
    .nullable()
    .describe('The version that it has saved'),
})

const after = z.string().describe('`after` of the next request for updates')

export const Chat = z.object({
  turns: z.array(ChatTurn).describe('The latest first'),
  nextBefore: z.string().optional().describe('`before` of the next page, where there is one'),
  after,
  answeredBy: z
    .enum(ANSWERED_BY)
    .describe('planner: by rules, without a language model; nobody: no turn can be sent'),
})

export const ChatUpdates = z.object({
  turns: z.array(ChatTurn).describe('The first one first; of that one the new steps alone'),
  after,
})

/** A balance in credits. */
export const Credits = z.object({
  workspace: z.object({ kind: z.enum(['personal', 'organization']), id: z.string() }),
  plan: z.enum(['free', 'pro']),
  available: z.number(),
  reserved: z.number().describe('For steps of turns that run'),
  spent: z.number(),
})
