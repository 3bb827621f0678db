import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { asArchitectError, errorBody } from '../../projects/architect-error.ts'
import { hasEnded, type Turn } from '../../turns/turn.ts'
import { FOLLOW_MS } from '../../turns/turn-limits.ts'
import type { Progress } from '../../turns/turn-news.ts'
import type { CreatedTurn, KnownTurn, TurnService } from '../../turns/turn-service.ts'
import { ChatChunks } from '../../turns/wire/chat-chunks.ts'
import { chatCompletion, turnFailed } from '../../turns/wire/chat-completion.ts'
import { CHAT_PARAMETERS } from '../../turns/wire/chat-parameters.ts'
import { readChatRequest } from '../../turns/wire/chat-request.ts'
import { INPUT_BODY_BYTES_MAX } from '../../turns/wire/input-limits.ts'
import { shownBody } from '../../turns/wire/parameters.ts'
import { ChatCompletion } from '../answers.ts'
import { type Call, type SceneRoute, sceneRoute } from '../route.ts'
import { nameTurn, sendEvents, sendSoon } from '../turn-answer.ts'
import { callerOf, linksOf, msToFollow } from '../turn-call.ts'

export const completionRoutes: SceneRoute[] = [
  sceneRoute({
    method: 'POST',
    root: '/v1',
    path: '/chat/completions',
    operationId: 'createChatCompletion',
    summary: 'Work on a project, in the form of Chat Completions',
    description: `Queues a turn as \`POST /v1/responses\` does, and follows it for up to ${FOLLOW_MS / 60_000} minutes; \`id\` and \`x-request-id\` are its id, by which \`GET /v1/responses/{id}\` reads it. \`finish_reason\` is \`stop\`, or \`length\` of a turn that was stopped, or that goes on. A turn that fails in the first seconds is 424 \`turn_failed\`; later, with the status already sent, the body or the last chunk of a stream is \`{error}\`. The reasoning is in \`reasoning_content\`; calls of tools are read with \`GET /v1/responses/{id}?include=svc.tool_calls\`.`,
    scope: 'projects:edit',
    body: z.unknown(),
    shownBody: shownBody(CHAT_PARAMETERS),
    requestHeaders: ['X-Svc-Project', 'Idempotency-Key'],
    hasEvents: true,
    bodyBytesMax: INPUT_BODY_BYTES_MAX,
    bodyExample: {
      model: 'architect',
      messages: [{ role: 'user', content: 'Add a window to the north wall of the kitchen.' }],
      metadata: { project_id: 'prj_5UQFQEKGXExyCeeaUrRv' },
    },
    answer: { status: 200, description: 'The completion.', schema: ChatCompletion },
    codes: [
      'project_not_found',
      'model_not_found',
      'insufficient_quota',
      'upgrade_required',
      'idempotency_mismatch',
      'file_not_found',
      'unsupported_file',
      'turn_failed',
      'model_unavailable',
      'storage_full',
    ],
    async handle({ turns }, call) {
      const { request, reply, body } = call
      const caller = callerOf(call)
      const sent = await readChatRequest(body, request.headers, turns.filesOf(caller))
      const created = await turns.create(caller, sent.wanted)
      const { turn } = created
      nameTurn(reply, turn)
      if (sent.isStream) return streamTurn(turns, call, created, sent.hasUsage)
      const ms = msToFollow(turn, turns.follow_ms)
      return sendSoon(
        reply,
        (signal) =>
          turns.whenEnded(caller, turn.id, ms, signal).catch((error) => left(error, turn, request)),
        (known) => completionOf(known, call),
        ({ turn: failed }) => errorOf(failed, call),
      )
    },
  }),
]

function completionOf({ turn, steps }: KnownTurn, call: Call) {
  if (turn.state === 'failed') throw turnFailed(turn)
  return chatCompletion(turn, steps, linksOf(call))
}

/**
 * The turn as it was created, where following it fails: it goes on, and some clients would send it
 * again after a status of 500 or more. Throws other errors, such as of rights that have ended.
 */
function left(error: unknown, turn: Turn, { log }: Call['request']): KnownTurn {
  const known = asArchitectError(error)
  if (known && known.status < 500) throw error
  log.error({ err: error }, 'a turn could not be followed')
  return { turn, steps: [] }
}

const errorOf = (turn: Turn, { request, origin }: Call) =>
  errorBody(turnFailed(turn), request.id, `${origin}/docs`)

function streamTurn(
  turns: TurnService,
  call: Call,
  created: CreatedTurn,
  hasUsage: boolean,
): FastifyReply {
  const chunks = new ChatChunks(created.turn, {
    hasUsage,
    links: linksOf(call),
    errorOf: (failed) => errorOf(failed, call),
  })
  return sendEvents(
    call.reply,
    (signal) => followInTime(turns, call, created, signal),
    ({ turn: now, steps, isLeft }) => {
      const made = [...chunks.next(now, steps), ...(isLeft ? chunks.last(now) : [])]
      const events = made.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`)
      return hasEnded(now) || isLeft ? [...events, 'data: [DONE]\n\n'] : events
    },
  )
}

/** Progress of a turn, at last of one that goes on longer than the request follows it. */
interface Followed extends Progress {
  /** Whether the request ends, and the turn does not. */
  isLeft: boolean
}

async function* followInTime(
  turns: TurnService,
  call: Call,
  { turn, isNew }: CreatedTurn,
  signal: AbortSignal,
): AsyncGenerator<Followed> {
  const caller = callerOf(call)
  const ms = Math.max(1, msToFollow(turn, turns.follow_ms))
  const until = AbortSignal.any([signal, AbortSignal.timeout(ms)])
  let last = 0
  for await (const progress of turns.follow(caller, turn.id, until, isNew ? turn : undefined)) {
    yield { ...progress, isLeft: false }
    if (hasEnded(progress.turn)) return
    last = progress.steps.at(-1)?.number ?? last
  }
  if (signal.aborted) return
  const { turn: now, steps } = await turns.read(caller, turn.id)
  const more = steps.filter(({ number }) => number > last)
  yield { turn: now, steps: more, isLeft: !hasEnded(now) }
}
