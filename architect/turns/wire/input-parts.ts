import { invalidInput } from '../../projects/architect-error.ts'
import { fileName } from '../media/file-name.ts'
import { collectInput } from './collect-input.ts'
import { base64Of, base64OfUrl, remoteAddress } from './sent-bytes.ts'
import {
  entriesOf,
  fieldOf,
  oneOf,
  requireObject,
  type SentField,
  textIfAny,
  textOf,
  wrong,
} from './sent-fields.ts'
import type { FindFiles, SentConversation } from './sent-input.ts'
import type { PieceSource, SentMessage, SentPiece } from './sent-message.ts'

const ROLES = ['user', 'assistant', 'system', 'developer'] as const
/** Values of `detail`, which choose nothing here: pictures have one size for models. */
const DETAILS = ['auto', 'low', 'high', 'original']
/** What clients send back from earlier answers of this service; the thread has it already. */
const ANSWERED = ['reasoning', 'mcp_call']
const SENT_PARTS = ['input_text', 'text', 'input_image', 'input_file']
const ANSWERED_PARTS = ['output_text', 'refusal', 'text', 'input_text']
const INSTRUCTION_PARTS = ['input_text', 'text']

/**
 * The `input` of a Responses request: a text, or a list of messages or of parts. Stores nothing;
 * `findFiles` is called at most once, with the ids of the last message. Throws `ArchitectError`
 * with `param`.
 */
export async function readInput(input: unknown, findFiles: FindFiles): Promise<SentConversation> {
  return await collectInput(messagesOf({ value: input, param: 'input' }), 'input', findFiles)
}

function messagesOf(input: SentField): SentMessage[] {
  if (typeof input.value === 'string') {
    const pieces: SentPiece[] = [{ kind: 'text', text: textOf(input), param: 'input' }]
    return [{ role: 'user', pieces, param: 'input' }]
  }
  const messages: SentMessage[] = []
  /** The message of parts that stand in the list without one. */
  let bare: SentMessage | null = null
  for (const item of entriesOf(input)) {
    requireObject(item)
    const type = fieldOf(item, 'type')
    if (SENT_PARTS.includes(type.value as string)) {
      if (bare === null) {
        bare = { role: 'user', pieces: [], param: 'input' }
        messages.push(bare)
      }
      bare.pieces.push(pieceOf(item, SENT_PARTS))
      continue
    }
    bare = null
    if (ANSWERED.includes(type.value as string)) continue
    if (type.value !== undefined && type.value !== 'message')
      throw wrong(
        type.param,
        `must be message, or one of ${SENT_PARTS.join(', ')}: no other item is supported`,
        type.value,
      )
    messages.push(messageOf(item))
  }
  return messages
}

function messageOf(item: SentField): SentMessage {
  const role = oneOf(fieldOf(item, 'role'), ROLES)
  const isInstruction = role === 'system' || role === 'developer'
  const allowed =
    role === 'user' ? SENT_PARTS : role === 'assistant' ? ANSWERED_PARTS : INSTRUCTION_PARTS
  const content = fieldOf(item, 'content')
  const pieces =
    typeof content.value === 'string'
      ? [{ kind: 'text' as const, text: textOf(content), param: content.param }]
      : entriesOf(content).map((part) => pieceOf(part, allowed))
  return { role: isInstruction ? 'instructions' : role, pieces, param: item.param }
}

function pieceOf(part: SentField, allowed: readonly string[]): SentPiece {
  requireObject(part)
  const type = oneOf(fieldOf(part, 'type'), allowed)
  if (type === 'input_image') return imageOf(part)
  if (type === 'input_file') return fileOf(part)
  const text = fieldOf(part, type === 'refusal' ? 'refusal' : 'text')
  return { kind: 'text', text: textOf(text), param: text.param }
}

function imageOf(part: SentField): SentPiece {
  const detail = fieldOf(part, 'detail')
  if (detail.value !== undefined) oneOf(detail, DETAILS)
  const [url, id] = [fieldOf(part, 'image_url'), fieldOf(part, 'file_id')]
  const data = textIfAny(url)
  const source = data === null ? null : { base64: base64OfUrl(data, url.param) }
  return { kind: 'image', name: 'image', ...oneSource(source, url.param, id) }
}

function fileOf(part: SentField): SentPiece {
  const address = fieldOf(part, 'file_url')
  if (address.value !== undefined)
    throw remoteAddress(/^\w+(?=:)/.exec(textOf(address))?.[0] ?? 'file_url', address.param)
  const name = textIfAny(fieldOf(part, 'filename'))
  return {
    kind: 'file',
    name: name === null ? null : fileName(name, 'file'),
    ...sourceOfFile(part),
  }
}

/** The bytes or the id of a file part, which both formats name alike. */
export function sourceOfFile(part: SentField): { source: PieceSource; param: string } {
  const [data, id] = [fieldOf(part, 'file_data'), fieldOf(part, 'file_id')]
  const text = textIfAny(data)
  const source = text === null ? null : { base64: base64Of(text, data.param) }
  return oneSource(source, data.param, id)
}

function oneSource(
  source: PieceSource | null,
  param: string,
  id: SentField,
): { source: PieceSource; param: string } {
  const fileId = textIfAny(id)
  const name = param.slice(param.lastIndexOf('.') + 1)
  if (source && fileId !== null)
    throw invalidInput(id.param, `${id.param} stands beside ${name}: send one of them.`)
  if (source) return { source, param }
  if (fileId !== null) return { source: { fileId }, param: id.param }
  throw invalidInput(param, `${param} is missing: send ${name} or file_id.`)
}
