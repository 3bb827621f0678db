import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { whole } from '../../projects/input.ts'
import { hasEnded, type Turn } from '../../turns/turn.ts'
import { FOLLOW_MS } from '../../turns/turn-limits.ts'
import type { TurnService } from '../../turns/turn-service.ts'
import { INPUT_BODY_BYTES_MAX } from '../../turns/wire/input-limits.ts'
import { includesCalls, RESPONSES_PARAMETERS, shownBody } from '../../turns/wire/parameters.ts'
import { ResponseEvents } from '../../turns/wire/response-events.ts'
import { type Links, wholeResponse } from '../../turns/wire/response-object.ts'
import { readResponsesRequest } from '../../turns/wire/responses-request.ts'
import { Response } from '../answers.ts'
import { type Call, type SceneRoute, sceneRoute } from '../route.ts'
import { nameTurn, sendEvents, sendWhenEnded } from '../turn-answer.ts'
import { callerOf, linksOf, msToFollow } from '../turn-call.ts'

/** When a client may read a turn again that runs: the official one heeds it. */
const POLL_MS = 2_000
const SEQUENCE_MAX = 10_000_000

/** `include=a,b`, `include=a&include=b` and `include[]=a` are all sent by clients. */
const include = z
  .union([z.string().max(400), z.array(z.string().max(400)).max(20)])
  .transform((given) => [given].flat().flatMap((each) => each.split(',')))
  .pipe(z.array(z.string()))
  .describe('`svc.tool_calls` adds the calls of tools')
const TURN_CODES = ['turn_not_found'] as const

export const responseRoutes: SceneRoute[] = [
  sceneRoute({
    method: 'POST',
    root: '/v1',
    path: '/responses',
    operationId: 'createResponse',
    summary: 'Work on a project',
    description: `Queues a turn on the project of \`metadata.project_id\` or of the header \`X-Svc-Project\`, which wins. Without \`background\` the answer follows the turn for up to ${FOLLOW_MS / 60_000} minutes: headers come at once, blanks while it runs. A turn that fails after its start is an answer of 200 with \`status: "failed"\`.`,
    scope: 'projects:edit',
    query: z.strictObject({ include: include.optional(), 'include[]': include.optional() }),
    requestHeaders: ['X-Svc-Project', 'Idempotency-Key'],
    hasEvents: true,
    body: z.unknown(),
    shownBody: shownBody(RESPONSES_PARAMETERS),
    bodyBytesMax: INPUT_BODY_BYTES_MAX,
    bodyExample: {
      model: 'architect',
      input: 'Add a window to the north wall of the kitchen.',
      metadata: { project_id: 'prj_5UQFQEKGXExyCeeaUrRv' },
      background: true,
    },
    answer: { status: 200, description: 'The turn.', schema: Response },
    codes: [
      'project_not_found',
      'model_not_found',
      'insufficient_quota',
      'upgrade_required',
      'idempotency_mismatch',
      'turn_not_found',
      'file_not_found',
      'model_unavailable',
      'storage_full',
    ],
    async handle({ turns }, call) {
      const { request, reply, query, body } = call
      const caller = callerOf(call)
      const address = { headers: request.headers, include: includesOf(query) }
      const sent = await readResponsesRequest(body, address, turns.filesOf(caller))
      const { turn, isNew } = await turns.create(caller, sent.wanted)
      nameTurn(reply, turn)
      const show = { hasCalls: sent.hasCalls, links: linksOf(call) }
      if (sent.isStream) return sendTurn(turns, call, turn, { ...show, isNew })
      const { isBackground } = sent.wanted
      if (isBackground && isNew) return wholeResponse(turn, [], show)
      if (isBackground) {
        // A repeated request finds its turn where that is now.
        const { turn: now, steps } = await turns.read(caller, turn.id)
        return wholeResponse(now, steps, show)
      }
      const ms = msToFollow(turn, turns.follow_ms)
      return sendWhenEnded(
        reply,
        (signal) => turns.whenEnded(caller, turn.id, ms, signal),
        ({ turn: ended, steps }) => wholeResponse(ended, steps, show),
      )
    },
  }),
  sceneRoute({
    method: 'GET',
    root: '/v1',
    path: '/responses/{response_id}',
    operationId: 'getResponse',
    summary: 'Read a turn',
    description:
      'Any key that may edit the project reads its turns. With `stream=true` the events of the turn come from the first on, or from the one after `starting_after`.',
    scope: 'projects:edit',
    query: z.strictObject({
      include: include.optional(),
      'include[]': include.optional(),
      stream: z
        .enum(['true', 'false'])
        .transform((text) => text === 'true')
        .pipe(z.boolean())
        .optional()
        .describe('Events instead of the turn'),
      starting_after: whole(0, SEQUENCE_MAX)
        .optional()
        .describe('`sequence_number` of the last event that is known'),
      include_obfuscation: z.enum(['true', 'false']).optional().describe('Without effect'),
    }),
    answer: { status: 200, description: 'The turn.', schema: Response },
    headers: ['openai-poll-after-ms'],
    hasEvents: true,
    codes: [...TURN_CODES],
    async handle({ turns }, call) {
      const { reply, query, params } = call
      const known = await turns.read(callerOf(call), params.response_id)
      nameTurn(reply, known.turn)
      const show = { hasCalls: includesCalls(includesOf(query)), links: linksOf(call) }
      if (query.stream)
        return sendTurn(turns, call, known.turn, { ...show, after: query.starting_after })
      if (!hasEnded(known.turn)) reply.header('openai-poll-after-ms', `${POLL_MS}`)
      return wholeResponse(known.turn, known.steps, show)
    },
  }),
  sceneRoute({
    method: 'POST',
    root: '/v1',
    path: '/responses/{response_id}/cancel',
    operationId: 'cancelResponse',
    summary: 'Stop a turn',
    description:
      'Only keys of the account that started it. What was done is saved as a version. A turn that has ended is returned as it is.',
    scope: 'projects:edit',
    answer: { status: 200, description: 'The turn as it ended.', schema: Response },
    codes: [...TURN_CODES],
    async handle({ turns }, call) {
      const known = await turns.cancel(callerOf(call), call.params.response_id)
      nameTurn(call.reply, known.turn)
      return wholeResponse(known.turn, known.steps, { hasCalls: false, links: linksOf(call) })
    },
  }),
]

interface Shown {
  hasCalls: boolean
  links: Links
  /** Whether the turn was created by this request. */
  isNew?: boolean
  /** `sequence_number` of the last event that the client knows. */
  after?: number
}

function sendTurn(
  turns: TurnService,
  call: Call,
  turn: Turn,
  { isNew = false, after = -1, ...shown }: Shown,
): FastifyReply {
  const events = new ResponseEvents(turn, shown)
  return sendEvents(
    call.reply,
    (signal) => turns.follow(callerOf(call), turn.id, signal, isNew ? turn : undefined),
    ({ turn: now, steps }) =>
      events
        .next(now, steps)
        .filter(({ sequence_number }) => sequence_number > after)
        .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`),
  )
}

type Includes = { include?: string[]; 'include[]'?: string[] }

const includesOf = ({ include = [], 'include[]': more = [] }: Includes): string[] => [
  ...include,
  ...more,
]
