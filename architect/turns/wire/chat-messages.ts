import { invalidInput } from '../../projects/architect-error.ts'
import { fileName } from '../media/file-name.ts'
import { collectInput } from './collect-input.ts'
import { sourceOfFile } from './input-parts.ts'
import { base64OfUrl } from './sent-bytes.ts'
import {
  entriesOf,
  fieldOf,
  oneOf,
  requireObject,
  type SentField,
  textIfAny,
  textOf,
} from './sent-fields.ts'
import type { FindFiles, SentConversation } from './sent-input.ts'
import type { SentMessage, SentPiece } from './sent-message.ts'

type Role = 'system' | 'developer' | 'user' | 'assistant' | 'tool'

const ROLES: readonly Role[] = ['system', 'developer', 'user', 'assistant', 'tool']
/** Values of `detail`, which choose nothing here: pictures have one size for models. */
const DETAILS = ['auto', 'low', 'high']
const PARTS: Record<Role, readonly string[]> = {
  system: ['text'],
  developer: ['text'],
  user: ['text', 'image_url', 'file'],
  assistant: ['text', 'refusal'],
  tool: ['text'],
}

/**
 * The `messages` of a Chat Completions request. Stores nothing; `findFiles` is called at most once,
 * with the ids of the last message. Throws `ArchitectError` with `param`.
 */
export async function readMessages(
  messages: unknown,
  findFiles: FindFiles,
): Promise<SentConversation> {
  const all = { value: messages, param: 'messages' }
  if (!Array.isArray(messages) || messages.length === 0)
    throw invalidInput('messages', 'messages must be a list with at least one message.')
  return await collectInput(entriesOf(all).map(messageOf), 'messages', findFiles)
}

function messageOf(message: SentField): SentMessage {
  requireObject(message)
  const role = oneOf(fieldOf(message, 'role'), ROLES)
  const isInstruction = role === 'system' || role === 'developer'
  return {
    role: isInstruction ? 'instructions' : role,
    pieces: piecesOf(fieldOf(message, 'content'), role),
    param: message.param,
  }
}

function piecesOf(content: SentField, role: Role): SentPiece[] {
  // Of an assistant message that was calls of tools alone.
  if (content.value === undefined && role === 'assistant') return []
  if (typeof content.value === 'string')
    return [{ kind: 'text', text: textOf(content), param: content.param }]
  return entriesOf(content).map((part) => pieceOf(part, PARTS[role]))
}

function pieceOf(part: SentField, allowed: readonly string[]): SentPiece {
  requireObject(part)
  const type = oneOf(fieldOf(part, 'type'), allowed)
  const field = fieldOf(part, type)
  if (type === 'image_url') return imageOf(field)
  if (type === 'file') return fileOf(field)
  return { kind: 'text', text: textOf(field), param: field.param }
}

function imageOf(image: SentField): SentPiece {
  requireObject(image)
  const detail = fieldOf(image, 'detail')
  if (detail.value !== undefined) oneOf(detail, DETAILS)
  const url = fieldOf(image, 'url')
  const source = { base64: base64OfUrl(textOf(url), url.param) }
  return { kind: 'image', name: 'image', source, param: url.param }
}

function fileOf(file: SentField): SentPiece {
  requireObject(file)
  const name = textIfAny(fieldOf(file, 'filename'))
  return {
    kind: 'file',
    name: name === null ? null : fileName(name, 'file'),
    ...sourceOfFile(file),
  }
}
