import { isLostBlob } from '../../storage/storage-failure.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import type { TurnRow } from '../store/turns.ts'
import { readModelParts } from './media/model-parts.ts'
import {
  type ModelAnswer,
  type ModelImage,
  type ModelMessage,
  NO_USAGE,
} from './models/step-model.ts'
import { asData } from './prompts/fenced-text.ts'
import { type CallStep, type Step, type Turn, turnOf } from './turn.ts'
import { CONVERSATION_CHARACTERS_MAX, FORMER_CHARACTERS_MAX } from './turn-limits.ts'

/** Pictures that tools made, of the last calls, that a model is sent again. */
const VIEWS_SENT_MAX = 3
const LEFT_OUT = '{"leftOut":"The output of this call is left out: call it again if needed."}'

/** What a conversation begins with, the same for all steps. `former` are turns, latest first. */
export async function openingOf(
  blobs: BlobStore,
  turn: Turn,
  former: readonly TurnRow[],
): Promise<ModelMessage[]> {
  return [...former.toReversed().flatMap(formerMessages), await inputMessage(blobs, turn)]
}

/** What a model is sent for the next step. */
export async function conversationOf(
  blobs: BlobStore,
  opening: readonly ModelMessage[],
  steps: readonly Step[],
): Promise<ModelMessage[]> {
  const images = await viewsOf(blobs, steps)
  const own = steps.map((step) => {
    const message = messageOf(step)
    const shown = images.get(step.number)
    return shown && message.role === 'tool' ? { ...message, images: shown } : message
  })
  return [...opening, ...withoutOldOutputs(own)]
}

/** Messages of steps, which never change: a step with 200 before it would make them all anew. */
const messages = new WeakMap<Step, ModelMessage>()

function messageOf(step: Step): ModelMessage {
  const known = messages.get(step) ?? makeMessage(step)
  messages.set(step, known)
  return known
}

function formerMessages(row: TurnRow): ModelMessage[] {
  const { input, reply } = turnOf(row)
  return [
    { role: 'user', text: shortened(input.text), images: [] },
    {
      role: 'model',
      answer: {
        text: shortened(reply || 'The turn ended without a reply.'),
        reasoning: '',
        calls: [],
        usage: NO_USAGE,
        isCut: false,
      },
    },
  ]
}

const shortened = (text: string): string =>
  text.length > FORMER_CHARACTERS_MAX ? `${text.slice(0, FORMER_CHARACTERS_MAX)} ...` : text

async function inputMessage(blobs: BlobStore, { input, request }: Turn): Promise<ModelMessage> {
  const texts = [
    ...(request.context ? [asData('earlier_messages', request.context)] : []),
    input.text,
  ]
  const { images, files } = await readModelParts(input.parts, blobs)
  for (const { name, text } of files) texts.push(asData('file', `${name}\n${text}`))
  return { role: 'user', text: texts.join('\n\n'), images }
}

function makeMessage(step: Step): ModelMessage {
  switch (step.kind) {
    case 'answer':
      return { role: 'model', answer: step.answer }
    case 'call': {
      const { callId: id, tool, arguments: given, output, error } = step
      return {
        role: 'tool',
        call: { id, tool, arguments: given },
        output: asData('tool_output', output),
        hasFailed: error !== undefined,
        images: [],
      }
    }
    case 'check':
      return {
        role: 'user',
        text: step.findings
          ? `The check of the building after your edits has new errors. Mend them, or state in your reply why they stay.\n${asData('findings', step.findings)}`
          : 'The check of the building after your edits has no new errors.',
        images: [],
        isNote: true,
      }
    default:
      return step satisfies never
  }
}

/** The pictures of the last views; one that the storage has lost is left out. */
async function viewsOf(
  blobs: BlobStore,
  steps: readonly Step[],
): Promise<Map<number, ModelImage[]>> {
  const drawn = steps.filter(
    (step): step is CallStep & Step => step.kind === 'call' && step.images.length > 0,
  )
  const found = new Map<number, ModelImage[]>()
  for (const { number, images } of drawn.slice(-VIEWS_SENT_MAX)) {
    const read = await Promise.all(
      images.map(async ({ blob, mediaType }) => {
        try {
          return { mediaType, bytes: await blobs.get(blob) }
        } catch (error) {
          if (isLostBlob(error)) return null
          throw error
        }
      }),
    )
    found.set(
      number,
      read.filter((image) => image !== null),
    )
  }
  return found
}

/** Leaves out the oldest outputs of tools until the rest fits; answers of the model stay. */
function withoutOldOutputs(messages: ModelMessage[]): ModelMessage[] {
  let characters = messages.reduce((sum, message) => sum + lengthOf(message), 0)
  return messages.map((message) => {
    if (message.role !== 'tool' || characters <= CONVERSATION_CHARACTERS_MAX) return message
    characters -= message.output.length - LEFT_OUT.length
    return { ...message, output: LEFT_OUT, images: [] }
  })
}

function lengthOf(message: ModelMessage): number {
  if (message.role === 'tool') return message.output.length
  if (message.role === 'user') return message.text.length
  const known = lengths.get(message.answer) ?? JSON.stringify(message.answer).length
  lengths.set(message.answer, known)
  return known
}

/** Characters of answers, which never change. */
const lengths = new WeakMap<ModelAnswer, number>()

/** Characters of a conversation, from which its tokens are estimated. */
export const charactersOf = (messages: readonly ModelMessage[]): number =>
  messages.reduce((sum, message) => sum + lengthOf(message), 0)
