import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Accounts, Scope } from '../../accounts/accounts.ts'
import type { AgentService } from '../agents/agent-service.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import type { JobRunner } from '../jobs/job-runner.ts'
import type { ToolServer } from '../mcp/tool-server.ts'
import type { DraftEditor } from '../projects/draft-editor.ts'
import type { ErrorCode } from '../projects/error-codes.ts'
import type { SceneFiles } from '../projects/scene-files.ts'
import type { VersionKeeper } from '../projects/version-keeper.ts'
import type { ViewThreads } from '../render/view-threads.ts'
import type { Viewer } from '../store/access.ts'
import type { Store } from '../store/store-port.ts'
import type { AnsweredBy } from '../turns/models/answered-by.ts'
import type { TurnService } from '../turns/turn-service.ts'
import type { Bakery } from './bakery.ts'

/** The parts that routes work with. */
export interface ArchitectParts {
  accounts: Accounts
  store: Store
  blobs: BlobStore
  scenes: SceneFiles
  editor: DraftEditor
  versions: VersionKeeper
  views: ViewThreads
  bakery: Bakery
  /** Paid jobs of tools that look outside. */
  jobs: JobRunner
  turns: TurnService
  /** The tools of agents. */
  tools: ToolServer
  agents: AgentService
  /** Who answers turns: where nobody does, no turn can be sent. */
  answeredBy: AnsweredBy
  /** Thousandths of credits that a workspace gets at its first turn. */
  startingCredits: number
  /** Signs addresses of files. */
  linkKey: Uint8Array
  /** Milliseconds since 1970. */
  now(): number
}

/** A request that was admitted and parsed. */
export interface Call<Query = unknown, Body = unknown> {
  viewer: Viewer
  /** The id of the project; empty where the path has none. */
  projectId: string
  params: Record<string, string>
  query: Query
  body: Body
  /** Public address of the service: scheme, host and port. */
  origin: string
  request: FastifyRequest
  reply: FastifyReply
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** `Which` is `X-Svc-Version` of a version and `X-Svc-Draft-Version` of the draft. */
export type AnswerHeader =
  | 'X-Svc-Version'
  | 'Which'
  | 'Content-Disposition'
  | 'Location'
  | 'openai-poll-after-ms'

/** Headers of requests for turns; every route reads some more. */
export type TurnHeader = 'X-Svc-Project' | 'Idempotency-Key'

/** One method of a path: what it takes, answers and is documented with. */
export interface SceneRoute {
  method: Method
  /** `/v1` for routes in the formats of OpenAI; `/api` where absent. */
  root?: '/v1'
  /** Below the root, with `{name}` for path parameters. */
  path: string
  operationId: string
  summary: string
  description: string
  /** The scope that a credential needs. */
  scope: Scope
  /** True where a credential without the scope is answered as if there was no project. */
  hidesScope?: boolean
  /** True where no credential is needed: for public projects and for new agents. */
  isOpen?: boolean
  /** True where the signature of the address replaces every credential. */
  isSigned?: boolean
  query?: z.ZodObject
  body?: z.ZodType
  /** Fields of a form that is the body instead, with one file; the handler reads it. */
  form?: z.ZodObject
  /** The body for the reference, where `handle` parses it by other means. */
  shownBody?: z.ZodType
  /** Bytes of the body; `BODY_BYTES_MAX` where absent. */
  bodyBytesMax?: number
  /** A body that is accepted, for the reference. */
  bodyExample?: unknown
  /** Request headers that the route reads itself. */
  requestHeaders?: TurnHeader[]
  /** True where events may be requested instead of the answer. */
  hasEvents?: boolean
  /** The usual answer; with media types alone it is bytes. */
  answer: { status: number; description: string; mediaTypes?: string[]; schema?: z.ZodType }
  /** Headers of answers that are not errors, in addition to those of every route. */
  headers?: AnswerHeader[]
  /** True where the file may be still to be made: 202. */
  mayBeBaking?: boolean
  /** True where answers have an `ETag`: 304, or with `If-Match` 412. */
  hasTag?: boolean
  /** True for a change that `If-Match` binds to the tag of the draft: else 412. */
  heedsMatch?: boolean
  /** True where a range of the bytes may be requested: 206, or 416. */
  hasRanges?: boolean
  /** Codes in addition to those of every route. */
  codes: ErrorCode[]
  /** Returns the JSON body; or sends bytes through `reply` and returns it. */
  handle(parts: ArchitectParts, call: Call): Promise<unknown>
}

/** The whole path of a route, with `{name}` for path parameters. */
export const pathOf = ({ root, path }: Pick<SceneRoute, 'root' | 'path'>): string =>
  (root ?? '/api') + path

/** A route with the types of its query and body. */
export function sceneRoute<Query extends z.ZodObject, Body extends z.ZodType>(
  route: Omit<SceneRoute, 'query' | 'body' | 'handle'> & {
    query?: Query
    body?: Body
    handle(parts: ArchitectParts, call: Call<z.infer<Query>, z.infer<Body>>): Promise<unknown>
  },
): SceneRoute {
  return route as SceneRoute
}
