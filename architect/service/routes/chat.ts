import { z } from 'zod'
import { ArchitectError } from '../../projects/architect-error.ts'
import { decodeCursor, encodeCursor, fields, PAGE_USUAL, whole } from '../../projects/input.ts'
import { CHAT_PAGE_MAX } from '../../store/store-limits.ts'
import { creditsOf } from '../../turns/prices.ts'
import type { TurnInput } from '../../turns/turn-input.ts'
import { Chat, ChatUpdates, Credits } from '../answers.ts'
import { chatTurnAnswer, nextAfter } from '../chat-answer.ts'
import { type SceneRoute, sceneRoute } from '../route.ts'
import { attachment, sendFile } from '../sent-file.ts'
import { callerOf } from '../turn-call.ts'

const place = z.int().min(0).max(Number.MAX_SAFE_INTEGER)
const step = z.int().min(0).max(1_000_000_000)
const BEFORE = z.tuple([place])
const AFTER = z.tuple([place, step])
/** Before the first turn of all. */
const START = { place: 0, step: 0 }
/** A number of a part in an address. */
const PART = /^[1-9]\d{0,2}$/
const PICTURES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']
const TEXT = 'text/plain; charset=utf-8'

export const chatRoutes: SceneRoute[] = [
  sceneRoute({
    method: 'GET',
    path: '/scenes/{id}/chat',
    operationId: 'getChat',
    summary: 'The chat of a project',
    description:
      'Its turns, the latest first, with a line for each step. A page with many steps has fewer turns than `limit`: follow `nextBefore`. `after` is for `GET {id}/chat/updates`.',
    scope: 'projects:edit',
    query: z.strictObject({
      limit: whole(1, CHAT_PAGE_MAX)
        .optional()
        .describe(`Turns of the page, up to ${CHAT_PAGE_MAX}; ${PAGE_USUAL} if absent`),
      before: fields.cursor.optional().describe('`nextBefore` of the page before'),
    }),
    answer: { status: 200, description: 'One page of turns.', schema: Chat },
    codes: ['project_not_found'],
    async handle({ store, answeredBy }, { viewer, projectId, query, origin }) {
      const { limit = PAGE_USUAL } = query
      const [before] = query.before ? decodeCursor(query.before, BEFORE, 'before') : []
      const page = await store.turns.readChat(viewer, { projectId, before, limit })
      const { turns, hasMore } = page
      return {
        turns: turns.map((row) => chatTurnAnswer(row, { viewer, projectId, origin })),
        ...(hasMore && { nextBefore: encodeCursor([turns.at(-1)!.place]) }),
        after: nextAfter(turns.toReversed(), START),
        answeredBy,
      }
    },
  }),
  sceneRoute({
    method: 'GET',
    path: '/scenes/{id}/chat/updates',
    operationId: 'getChatUpdates',
    summary: 'What is new in the chat',
    description:
      'Turns that have changed or come since `after`, the first one first. The first of them has only the steps that are new, or new again: a step of a number that is known replaces it. `after` of the answer is for the next request: send it every second while a turn runs, else every few seconds.',
    scope: 'projects:edit',
    query: z.strictObject({
      after: fields.cursor.describe('`after` of the answer before'),
    }),
    answer: { status: 200, description: 'The turns with their new steps.', schema: ChatUpdates },
    codes: ['project_not_found'],
    async handle({ store }, { viewer, projectId, query, origin }) {
      const [from, known] = decodeCursor(query.after, AFTER, 'after')
      const after = { place: from, step: known }
      const limit = CHAT_PAGE_MAX
      const { turns } = await store.turns.readChatAfter(viewer, { projectId, after, limit })
      return {
        turns: turns.map((row) => chatTurnAnswer(row, { viewer, projectId, origin })),
        after: nextAfter(turns, after),
      }
    },
  }),
  sceneRoute({
    method: 'GET',
    path: '/scenes/{id}/chat/{turn}/parts/{part}',
    operationId: 'getChatPart',
    summary: 'A picture or file of the chat',
    description: 'The bytes that were sent with a turn, by the address in the chat.',
    scope: 'projects:edit',
    answer: {
      status: 200,
      description: 'The picture, or the file as text.',
      mediaTypes: [...PICTURES, 'text/plain'],
    },
    headers: ['Content-Disposition'],
    hasTag: true,
    hasRanges: true,
    codes: ['project_not_found', 'turn_not_found', 'file_not_found'],
    async handle({ store, blobs }, { viewer, projectId, params, request, reply }) {
      const named = { projectId, turnId: params.turn }
      const { parts } = JSON.parse(await store.turns.readChatInput(viewer, named)) as TurnInput
      const part = PART.test(params.part) ? parts[Number(params.part) - 1] : undefined
      const bytes = part ? await blobs.sizeOf(part.blob) : null
      if (!part || bytes === null)
        throw new ArchitectError('file_not_found', 'The turn has no such picture or file.')
      const { blob, name, mediaType } = part
      const headers = {
        'cache-control': 'private, max-age=3600',
        'content-disposition': attachment(name),
      }
      const type = PICTURES.includes(mediaType) ? mediaType : TEXT
      return await sendFile(blobs, { blob, bytes, type, headers }, request, reply)
    },
  }),
  sceneRoute({
    method: 'GET',
    path: '/credits',
    operationId: 'getCredits',
    summary: 'Credits of the workspace',
    description:
      'Of the workspace that pays for the turns of the caller: that of the key, or of the signed-in person.',
    scope: 'projects:edit',
    answer: { status: 200, description: 'The balance.', schema: Credits },
    codes: [],
    async handle({ store, startingCredits }, call) {
      const { workspace, plan } = callerOf(call)
      const { isOpen, available, reserved, spent } = await store.turns.credits(callerOf(call))
      return {
        workspace,
        plan,
        // The grant is made at the first turn.
        available: creditsOf(available + (isOpen ? 0 : startingCredits)),
        reserved: creditsOf(reserved),
        spent: creditsOf(spent),
      }
    },
  }),
]
