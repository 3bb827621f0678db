import type { z } from 'zod'
import type { BlobStore } from '../blobs/blob-store.ts'
import type { JobRunner } from '../jobs/job-runner.ts'
import type { DraftEditor } from '../projects/draft-editor.ts'
import type { SceneFiles } from '../projects/scene-files.ts'
import type { VersionKeeper } from '../projects/version-keeper.ts'
import type { ViewThreads } from '../render/view-threads.ts'
import type { Store } from '../store/store-port.ts'
import type { ToolClient } from './tool-client.ts'

/** What tools need of the store. */
export type ToolStore = Pick<
  Store,
  | 'add'
  | 'list'
  | 'read'
  | 'readDraft'
  | 'recent'
  | 'versions'
  | 'version'
  | 'findFiles'
  | 'signingKey'
>

/** What calls of tools work with. */
export interface ToolServerParts {
  store: ToolStore
  scenes: SceneFiles
  blobs: Pick<BlobStore, 'get'>
  editor: DraftEditor
  versions: Pick<VersionKeeper, 'save'>
  views: ViewThreads
  /** Null where there are no credits to pay with. */
  jobs: JobRunner | null
  /** Whether projects are at addresses of HTTP too: for links, and for publishing. */
  hasRoutes: boolean
}

/** Arguments that the server itself reads, of every tool that has them. */
export interface CommonArguments {
  operationId?: string
  expectedVersion?: number
}

/** A call whose arguments were parsed. */
export interface OwnCall<Input> extends CommonArguments {
  parts: ToolServerParts
  client: ToolClient
  /** The project of the call; empty for a tool that has none. */
  projectId: string
  input: Input
}

/** Content beside the JSON of an answer. */
export type Attachment =
  | { type: 'image'; data: string; mimeType: string }
  | { type: 'resource_link'; uri: string; name: string; mimeType: string; size: number }

/** The fields of an answer, with attachments under `attached`. */
export type OwnAnswer = Record<string, unknown> & { attached?: Attachment[] }

/** A tool of the server beside the edits and reads of scenes. One file each. */
export interface OwnTool<Input = unknown> {
  name: string
  /** What it does, in a sentence, from which a model can choose. */
  description: string
  input: z.ZodType<Input>
  /** Whether it is about one project, named by `projectId` or loaded. */
  hasProject: boolean
  isReadOnly: boolean
  /** Is paid with credits: it requires `operationId`, and looks outside of the project. */
  isPaid?: boolean
  /** Is about paid jobs: servers without them do not list it. */
  needsJobs?: boolean
  /** Takes `operationId`, with which a repeated call gets the first answer. */
  isRepeatable?: boolean
  /** Takes `expectedVersion`, without which it may run on any version of the draft. */
  hasExpectedVersion?: boolean
  /** Throws `RefusedCall`, `ArchitectError` and `StoreRefusal` where it refuses. */
  run(call: OwnCall<Input>): Promise<OwnAnswer>
}

/** A tool whose input has the type that `run` takes. */
export const ownTool = <Input>(tool: OwnTool<Input>): OwnTool => tool as unknown as OwnTool
