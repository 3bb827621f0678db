import { ArchitectError, invalidInput } from '../../projects/architect-error.ts'
import { fileName } from '../media/file-name.ts'
import { MediaRefusal } from '../media/media-refusal.ts'
import { readMedia } from '../media/read-media.ts'
import {
  CONTEXT_CHARACTERS_MAX,
  INPUT_BYTES_MAX,
  INPUT_CHARACTERS_MAX,
  INPUT_PARTS_MAX,
} from './input-limits.ts'
import { decodeBase64 } from './sent-bytes.ts'
import type {
  EarlierMessage,
  FindFiles,
  FoundFile,
  SentConversation,
  SentInput,
  SentPart,
} from './sent-input.ts'
import type { SentMessage, SentPiece } from './sent-message.ts'

type BytesPiece = Exclude<SentPiece, { kind: 'text' }>

const IMAGE_NAME = 'image'
const FILE_NAME = 'file'

/**
 * The conversation of a request. The last message has to be the user's, and is what the turn is
 * about; the thread of the project has what was done before, so earlier messages are context alone:
 * their texts, without their pictures and files. Nothing is stored. `whole` is the field with the
 * messages. Throws `ArchitectError` 400, and 404 `file_not_found`.
 */
export async function collectInput(
  messages: readonly SentMessage[],
  whole: string,
  findFiles: FindFiles,
): Promise<SentConversation> {
  const spoken = messages.filter(({ role }) => role !== 'instructions')
  const last = spoken.at(-1)
  if (!last) throw invalidInput(whole, `${whole} has no message of the user.`)
  if (last.role !== 'user')
    throw invalidInput(
      last.param,
      `${last.param} is not a message of the user, and the last one has to be: it states what to do.`,
    )
  const instructing = messages.filter(({ role }) => role === 'instructions')
  const instructions = textOf(instructing)
  requireCharacters('The text of the instructions', instructions, instructing[0]?.param ?? whole)
  return {
    input: await readLast(last, findFiles),
    instructions: instructions.trim() === '' ? null : instructions,
    context: contextOf(spoken.slice(0, -1)),
  }
}

async function readLast(message: SentMessage, findFiles: FindFiles): Promise<SentInput> {
  const { pieces, param } = message
  if (pieces.length > INPUT_PARTS_MAX)
    throw invalidInput(
      param,
      `${param} has ${pieces.length} parts; ${INPUT_PARTS_MAX} are the most.`,
    )
  const text = textOf([message])
  requireCharacters('The text', text, pieces.find(({ kind }) => kind === 'text')?.param ?? param)
  const others = pieces.filter((piece): piece is BytesPiece => piece.kind !== 'text')
  if (text.trim() === '' && others.length === 0)
    throw invalidInput(pieces[0]?.param ?? param, `${param} is empty: state what to do.`)
  const found = await findAll(others, findFiles)
  const parts: SentPart[] = []
  let bytes = 0
  for (const piece of others) {
    const part = readPiece(piece, found)
    bytes += part.bytes
    if (bytes > INPUT_BYTES_MAX)
      throw invalidInput(
        part.param,
        `The pictures and files have more than ${INPUT_BYTES_MAX.toLocaleString('en-US')} bytes together: send fewer or smaller ones.`,
      )
    parts.push(part)
  }
  return { text, parts }
}

async function findAll(
  pieces: readonly BytesPiece[],
  findFiles: FindFiles,
): Promise<Map<string, FoundFile>> {
  const ids = new Set(pieces.flatMap(({ source }) => ('fileId' in source ? [source.fileId] : [])))
  if (ids.size === 0) return new Map()
  return new Map((await findFiles([...ids])).map((file) => [file.id, file]))
}

function readPiece(piece: BytesPiece, found: ReadonlyMap<string, FoundFile>): SentPart {
  const { kind, source, param } = piece
  if ('fileId' in source) {
    const file = found.get(source.fileId)
    if (!file) throw fileNotFound(source.fileId, param)
    const isImage = file.mediaType.startsWith('image/')
    if (kind === 'image' && !isImage) throw noPicture(param)
    return {
      kind: isImage ? 'image' : 'file',
      name: file.filename,
      mediaType: file.mediaType,
      bytes: file.bytes,
      source: { fileId: file.id, blob: file.blob },
      param,
    }
  }
  const data = decodeBase64(source.base64, param)
  const usual = kind === 'image' ? IMAGE_NAME : FILE_NAME
  const name = piece.name === null ? usual : fileName(piece.name, usual)
  const media = mediaOf(data, name, param)
  if (kind === 'image' && media.kind !== 'image') throw noPicture(param)
  return { ...media, name, bytes: data.length, source: { data }, param }
}

function mediaOf(data: Uint8Array, name: string, param: string) {
  try {
    const { kind, mediaType } = readMedia(data, name)
    return { kind, mediaType }
  } catch (error) {
    if (!(error instanceof MediaRefusal)) throw error
    const code = error.reason === 'unsupported' ? 'unsupported_file' : 'invalid_input'
    throw new ArchitectError(code, error.message, { param })
  }
}

/** The same for a missing file and for that of another workspace. */
export function fileNotFound(id: string, param: string): ArchitectError {
  return new ArchitectError(
    'file_not_found',
    `There is no file ${JSON.stringify(id.slice(0, 80))}: upload it to /v1/files.`,
    { param },
  )
}

function noPicture(param: string): ArchitectError {
  return new ArchitectError(
    'unsupported_file',
    `${param} is text and not a picture: send PNG, JPEG, WebP or GIF here, and text as a file.`,
    { param },
  )
}

function textOf(messages: readonly SentMessage[]): string {
  const texts = messages.flatMap(({ pieces }) =>
    pieces.flatMap((piece) => (piece.kind === 'text' ? [piece.text] : [])),
  )
  return texts.join('\n')
}

function requireCharacters(what: string, { length }: string, param: string): void {
  if (length <= INPUT_CHARACTERS_MAX) return
  throw invalidInput(
    param,
    `${what} has ${length.toLocaleString('en-US')} characters; ${INPUT_CHARACTERS_MAX.toLocaleString('en-US')} are the most. Send long texts as a file.`,
  )
}

/** The latest messages that fit together; the first that does not ends them. */
function contextOf(earlier: readonly SentMessage[]): SentConversation['context'] {
  const all = earlier.map(earlierMessage).filter(({ text }) => text !== '')
  let characters = 0
  let first = all.length
  while (first > 0) {
    characters += all[first - 1].text.length
    if (characters > CONTEXT_CHARACTERS_MAX) break
    first -= 1
  }
  return { messages: all.slice(first), leftOut: first }
}

/** Its text, in which a note stands for each picture and file. */
function earlierMessage({ role, pieces }: SentMessage): EarlierMessage {
  const lines = pieces.map((piece) => {
    if (piece.kind === 'text') return piece.text
    return piece.name === null ? `[${piece.kind}]` : `[${piece.kind}: ${piece.name}]`
  })
  return { role: role === 'instructions' ? 'user' : role, text: lines.join('\n').trim() }
}
