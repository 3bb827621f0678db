import type { MessagePort } from 'node:worker_threads'
import { AccountsGone } from '../../accounts/accounts.ts'
import { describeFailure } from '../../accounts/database/database-failure.ts'
import { answerRequests, RequestFailure, RequestPort } from '../../threads/request-port.ts'
import type { AgentStore } from './agent-store.ts'
import type { JobStore } from './job-store.ts'
import type { MediaStore } from './media-store.ts'
import type { ProjectStore } from './project-store.ts'
import { type StoreCode, StoreRefusal } from './store-refusal.ts'
import type { SessionStore } from './tool-sessions.ts'
import type { TurnStore } from './turn-store.ts'

/** Methods of the store that other threads call. */
const METHODS = [
  'signingKey',
  'add',
  'list',
  'read',
  'readDraft',
  'change',
  'trash',
  'purge',
  'commit',
  'committed',
  'leaseDraft',
  'releaseDraft',
  'history',
  'recent',
  'versions',
  'version',
  'save',
  'saveOnce',
  'restore',
  'publish',
  'published',
  'requestBake',
  'claimBake',
  'touchBake',
  'finishBake',
  'picture',
  'addPicture',
  'requireFileRoom',
  'addFile',
  'listFiles',
  'readFile',
  'findFiles',
  'useFiles',
  'deleteFile',
  'sweep',
  'referenced',
  'blobOwner',
  'recordClaim',
] as const satisfies (keyof ProjectStore)[]

const TURN_METHODS = [
  'createTurn',
  'readTurn',
  'readChat',
  'readChatAfter',
  'readChatInput',
  'credits',
  'requireProject',
  'formerTurns',
  'claimTurn',
  'takeOverTurn',
  'touchTurn',
  'releaseTurn',
  'pulseTurns',
  'requeueTurns',
  'startOfEdits',
  'startTurn',
  'reserveStep',
  'recordStep',
  'endTurn',
  'cancelTurn',
] as const satisfies (keyof TurnStore)[]

const AGENT_METHODS = [
  'countAttempt',
  'registerAgent',
  'requireInvite',
  'redeemInvite',
  'startClaim',
  'agentStatus',
] as const satisfies (keyof AgentStore)[]

const SESSION_METHODS = ['open', 'find', 'use', 'end'] as const satisfies (keyof SessionStore)[]

const JOB_METHODS = [
  'createJob',
  'findJob',
  'readJob',
  'claimJob',
  'touchJob',
  'finishJob',
  'giveUpJobs',
  'openCredits',
] as const satisfies (keyof JobStore)[]

const MEDIA_METHODS = [
  'requireRoom',
  'addMedia',
  'listMedia',
  'mediaOfJob',
  'findMedia',
  'deleteMedia',
] as const satisfies (keyof MediaStore)[]

/** The paid jobs as another thread calls them. Throws as `Store` does. */
export type Jobs = Pick<JobStore, (typeof JOB_METHODS)[number]>
/** The media of projects as another thread calls them. Throws as `Store` does. */
export type Media = Pick<MediaStore, (typeof MEDIA_METHODS)[number]>
/** The turns as another thread calls them. Throws as `Store` does. */
export type Turns = Pick<TurnStore, (typeof TURN_METHODS)[number]>
/** The accounts of agents as another thread calls them. Throws as `Store` does. */
export type Agents = Pick<AgentStore, (typeof AGENT_METHODS)[number]>
/** The sessions of the tool server as another thread calls them. Throws as `Store` does. */
export type Sessions = Pick<SessionStore, (typeof SESSION_METHODS)[number]>
/** The store as another thread calls it. Throws `StoreRefusal`, and `AccountsGone` for 503. */
export type Store = Pick<ProjectStore, (typeof METHODS)[number]> & {
  turns: Turns
  agents: Agents
  sessions: Sessions
  jobs: Jobs
  media: Media
}

interface StoreCall {
  part: 'projects' | 'turns' | 'agents' | 'sessions' | 'jobs' | 'media'
  method: string
  given: unknown[]
}

type StoreReply =
  | { value: unknown }
  | {
      refused: {
        code: StoreCode
        message: string
        param?: string
        details: Record<string, unknown>
      }
    }
  | { gone: string }

type Method = (...given: unknown[]) => Promise<unknown>

/** Calls of one thread in flight; the next one is answered 503. */
const CALLS_MAX = 1_000
/** A call without an answer after this time is answered 503; each takes some milliseconds. */
const ANSWER_WAIT_MS = 15_000
const PROBLEMS = {
  closed: 'The part of this service that has the projects has ended.',
  busy: 'Too many requests wait for the projects.',
  late: 'The projects did not answer in time.',
}

/** Answers the calls of a port with the store of this thread, until the port closes. */
export function answerStorePort(
  port: MessagePort,
  store: ProjectStore,
  onFailure: (error: unknown) => void,
): void {
  answerRequests<StoreCall, StoreReply>(port, async ({ part, method, given }) => {
    try {
      const target = (part === 'projects' ? store : store[part]) as unknown as Record<
        string,
        Method
      >
      return { value: await target[method](...given) }
    } catch (error) {
      if (error instanceof StoreRefusal) {
        const { code, message, param, details } = error
        return { refused: { code, message, param, details } }
      }
      onFailure(error)
      const { isGone, text } = describeFailure(error)
      return { gone: isGone ? text : 'The projects failed to answer.' }
    }
  })
}

/** The store behind a port. */
export function storeOver(port: MessagePort): Store & { close(): void } {
  const bounds = { pendingMax: CALLS_MAX, timeoutMs: ANSWER_WAIT_MS }
  const requests = new RequestPort<StoreCall, StoreReply>(port, bounds)
  const callOf =
    (part: StoreCall['part'], method: string): Method =>
    async (...given) => {
      const reply = await requests.request({ part, method, given }).catch((error) => {
        if (!(error instanceof RequestFailure)) throw error
        throw new AccountsGone(error.reason === 'failed' ? error.message : PROBLEMS[error.reason])
      })
      if ('value' in reply) return reply.value
      if ('gone' in reply) throw new AccountsGone(reply.gone)
      const { code, message, param, details } = reply.refused
      throw new StoreRefusal(code, message, { param, details })
    }
  const methodsOf = (part: StoreCall['part'], names: readonly string[]) =>
    Object.fromEntries(names.map((method) => [method, callOf(part, method)])) as unknown
  return {
    ...(methodsOf('projects', METHODS) as Omit<Store, Exclude<StoreCall['part'], 'projects'>>),
    turns: methodsOf('turns', TURN_METHODS) as Turns,
    agents: methodsOf('agents', AGENT_METHODS) as Agents,
    sessions: methodsOf('sessions', SESSION_METHODS) as Sessions,
    jobs: methodsOf('jobs', JOB_METHODS) as Jobs,
    media: methodsOf('media', MEDIA_METHODS) as Media,
    close: () => requests.close(),
  }
}
