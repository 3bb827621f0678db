import { IMAGE_BYTES_MAX, TEXT_BYTES_MAX } from '../../turns/media/media-limits.ts'
import { INPUT_PARTS_MAX } from '../../turns/wire/input-limits.ts'
import type { Attachment } from './chat-calls.ts'

/** Bytes of all attachments of a message: they are sent in base64, in one request. */
export const ATTACHED_BYTES_MAX = 16_000_000
/** Attachments of a message, with its text one part less than a turn takes. */
export const ATTACHMENTS_MAX = INPUT_PARTS_MAX - 1
const IMAGES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']
const TEXTS = /\.(txt|md|markdown|csv|json)$/i
/** What the dialog for files offers. */
export const ACCEPTED = [...IMAGES, '.txt', '.md', '.csv', '.json'].join(',')

type Described = Pick<File, 'name' | 'type' | 'size'>
type Known = readonly Pick<Attachment, 'bytes'>[]

/** Why a file cannot be attached; null where it can. The service checks its bytes. */
export function attachmentProblem({ name, type, size }: Described, known: Known): string | null {
  const kind = kindOf({ name, type })
  if (kind === null)
    return `${name} cannot be attached: choose a picture (PNG, JPEG, WebP, GIF) or a text (TXT, MD, CSV, JSON).`
  if (size === 0) return `${name} is empty.`
  const most = kind === 'image' ? IMAGE_BYTES_MAX : TEXT_BYTES_MAX
  if (size > most) return `${name} has ${formatBytes(size)}; ${formatBytes(most)} are the most.`
  if (known.length >= ATTACHMENTS_MAX) return `A message has at most ${ATTACHMENTS_MAX} files.`
  const sum = known.reduce((total, { bytes }) => total + bytes, size)
  if (sum > ATTACHED_BYTES_MAX)
    return `The files of a message have at most ${formatBytes(ATTACHED_BYTES_MAX)} together.`
  return null
}

/** The kind of part that a file is sent as; null for one that cannot be sent. */
export function kindOf({ name, type }: Pick<File, 'name' | 'type'>): Attachment['kind'] | null {
  if (IMAGES.includes(type)) return 'image'
  return TEXTS.test(name) || type === 'text/plain' ? 'file' : null
}

export const formatBytes = (bytes: number): string =>
  bytes >= 1e6 ? `${(bytes / 1e6).toFixed(1)} MB` : `${Math.ceil(bytes / 1e3)} kB`

/** Reads the bytes of a file. Throws where the browser cannot read it. */
export function readAttachment(file: File, kind: Attachment['kind']): Promise<Attachment> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onerror = () => reject(reader.error)
    reader.onload = () =>
      resolve({ kind, name: file.name, bytes: file.size, dataUrl: `${reader.result}` })
    reader.readAsDataURL(file)
  })
}
