import type { FastifyRequest } from 'fastify'
import { ArchitectError, invalidInput } from '../projects/architect-error.ts'
import { IMAGE_BYTES_MAX } from '../turns/media/media-limits.ts'

/** Bytes of a file in a form: those of the largest that is supported. */
const FILE_BYTES_MAX = IMAGE_BYTES_MAX
/** Bytes of a form: the file, and room for the fields and the lines around them. */
export const FORM_BYTES_MAX = FILE_BYTES_MAX + 100_000
/** Bytes of one field of a form, other than the file. */
const FIELD_BYTES_MAX = 1_000
/** Parts of a form of which none is read further. */
const FORM_PARTS_MAX = 20
/** Lines of the header of a part. */
const PART_HEADER_LINES_MAX = 50
/** Characters of the name of a field that a message repeats. */
const SHOWN_CHARACTERS = 60

const FORM_WANTED =
  'Send `Content-Type: multipart/form-data` with a boundary, and a form with `purpose` and `file`.'

export interface SentForm {
  /** The field of the file; each of the others once. */
  file: { name: string; bytes: Uint8Array }
  fields: Map<string, string>
}

/** Throws `ArchitectError` 415 for other bodies, and 413 for one that states too many bytes. */
export function requireForm({ headers }: FastifyRequest): void {
  if (!/^multipart\/form-data\s*(;|$)/i.test(headers['content-type'] ?? ''))
    throw new ArchitectError('unsupported_media_type', FORM_WANTED, { param: 'Content-Type' })
  if (Number(headers['content-length'] ?? 0) > FORM_BYTES_MAX) throw tooLarge()
}

/**
 * A form with one file in the field `file`, whose bytes are in memory, and some of the fields
 * `names`. Throws `ArchitectError` 400 that names the field, and 413; the rest of the body is then
 * read and dropped, so that the client gets the answer.
 */
export async function readForm(
  request: FastifyRequest,
  names: readonly string[],
): Promise<SentForm> {
  try {
    return await readParts(request, names)
  } catch (error) {
    request.raw.unpipe()
    request.raw.resume()
    if (error instanceof ArchitectError) throw error
    throw formError(error)
  }
}

async function readParts(request: FastifyRequest, names: readonly string[]): Promise<SentForm> {
  const limits = {
    files: FORM_PARTS_MAX,
    fields: FORM_PARTS_MAX,
    parts: FORM_PARTS_MAX,
    fileSize: FILE_BYTES_MAX,
    fieldSize: FIELD_BYTES_MAX,
    headerPairs: PART_HEADER_LINES_MAX,
  }
  const fields = new Map<string, string>()
  let file: SentForm['file'] | null = null
  for await (const part of request.parts({ limits })) {
    const name = part.fieldname?.slice(0, SHOWN_CHARACTERS) || 'body'
    if (part.type === 'file') {
      if (name !== 'file')
        throw invalidInput(name, `${name} is a file: the file has to be in the field file.`)
      if (file !== null) throw invalidInput('file', 'The form has more than one file: send one.')
      const chunks: Buffer[] = []
      for await (const chunk of part.file) chunks.push(chunk)
      if (part.file.truncated) throw tooLarge()
      file = { name: part.filename ?? '', bytes: Buffer.concat(chunks) }
      continue
    }
    if (name === 'file')
      throw invalidInput('file', 'file is a text: send it as a file, with a filename.')
    if (!names.includes(name))
      throw invalidInput(
        name,
        `${name} is not a field of this form: it has file, ${names.join(', ')}.`,
      )
    if (fields.has(name)) throw invalidInput(name, `${name} is there twice: send it once.`)
    if (part.valueTruncated)
      throw invalidInput(name, `${name} has more than ${FIELD_BYTES_MAX} bytes.`)
    fields.set(name, `${part.value}`)
  }
  if (file === null)
    throw invalidInput('file', 'The form has no file: send it in the field file, with a filename.')
  return { file, fields }
}

/** The refusal of a form that the parser cannot read, or that ended too early. */
function formError(error: unknown): ArchitectError {
  const code = (error as { code?: string }).code ?? ''
  const problem = /^FST_(PARTS|FILES|FIELDS)_LIMIT$/.test(code)
    ? `it has more than ${FORM_PARTS_MAX} parts`
    : (error as Error).message.replace(/\.$/, '')
  return invalidInput('body', `The body is not a valid form: ${problem}. ${FORM_WANTED}`)
}

function tooLarge(): ArchitectError {
  return new ArchitectError(
    'payload_too_large',
    `The file has more than ${FILE_BYTES_MAX.toLocaleString('en-US')} bytes, which are the most: send a smaller one.`,
    { param: 'file' },
  )
}
