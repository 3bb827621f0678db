import { isUtf8 } from 'node:buffer'
import { IMAGE_FORMATS } from '../../../images/image-formats.ts'
import type { ImageType } from '../../../images/image-header.ts'
import { foreignTextOf, foreignTypeOf } from './foreign-type.ts'
import {
  IMAGE_BYTES_MAX,
  IMAGE_PIXELS_MAX,
  IMAGE_SIDE_MAX,
  JPEG_SCANS_MAX,
  TEXT_BYTES_MAX,
} from './media-limits.ts'
import { MediaRefusal } from './media-refusal.ts'

export type TextType = 'text/plain' | 'text/markdown' | 'text/csv' | 'application/json'

/** A picture or a text as its bytes show it. */
export type Media =
  | { kind: 'image'; mediaType: ImageType; width: number; height: number }
  | { kind: 'file'; mediaType: TextType }

const SUPPORTED = 'PNG, JPEG, WebP or GIF, or text in UTF-8'
/** Controls other than tabs and ends of lines and pages. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what is looked for
const CONTROL = /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f]/
const MARKDOWN = /\.(md|markdown)$/i
const CSV = /\.csv$/i

/**
 * What bytes are, by themselves: a declared type does not count, and the name only chooses the kind
 * of text. Throws `MediaRefusal` for what a turn does not take. Nothing is decoded: pictures that
 * would take much memory or time are refused by their headers.
 */
export function readMedia(bytes: Uint8Array, name: string): Media {
  if (bytes.length === 0) throw unsupported('The file is empty.')
  const image = readImage(bytes)
  if (image) return image
  const text = isUtf8(bytes) ? textOf(bytes) : null
  const isText = text !== null && !CONTROL.test(text)
  const foreign = isText ? foreignTextOf(text) : foreignTypeOf(bytes)
  if (foreign) throw refusedType(foreign)
  if (!isText)
    throw unsupported(`The file is neither a picture nor text in UTF-8: send ${SUPPORTED}.`)
  requireBytes('A file of text', bytes, TEXT_BYTES_MAX)
  return { kind: 'file', mediaType: textTypeOf(text, name) }
}

/** The characters of a file of text, without a mark of its byte order. */
export function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}

function readImage(bytes: Uint8Array): Media | null {
  const format = IMAGE_FORMATS.find((each) => each.isOf(bytes))
  if (!format) return null
  const { type, name } = format
  requireBytes('A picture', bytes, IMAGE_BYTES_MAX)
  const header = format.read(bytes)
  if (!header || header.width === 0 || header.height === 0)
    throw unsupported(`The ${name} is broken or incomplete: send the whole picture.`)
  const { width, height, frames, scans } = header
  if (frames > 1) throw unsupported(`The ${name} is an animation: send one frame as PNG or JPEG.`)
  if (width > IMAGE_SIDE_MAX || height > IMAGE_SIDE_MAX)
    throw unsupported(
      `The picture is ${width} x ${height} pixels; a side has at most ${count(IMAGE_SIDE_MAX)}. Send a smaller one.`,
    )
  if (width * height > IMAGE_PIXELS_MAX)
    throw unsupported(
      `The picture is ${width} x ${height} pixels; ${IMAGE_PIXELS_MAX / 1e6} megapixels are the most. Send a smaller one.`,
    )
  if (scans > JPEG_SCANS_MAX)
    throw unsupported(
      `The JPEG has ${scans} scans; ${JPEG_SCANS_MAX} are the most. Save it as a usual JPEG.`,
    )
  return { kind: 'image', mediaType: type, width, height }
}

function textTypeOf(text: string, name: string): TextType {
  if (MARKDOWN.test(name)) return 'text/markdown'
  if (CSV.test(name)) return 'text/csv'
  return isJson(text) ? 'application/json' : 'text/plain'
}

function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function requireBytes(what: string, { length }: Uint8Array, most: number): void {
  if (length <= most) return
  throw new MediaRefusal(
    'too_large',
    `${what} has at most ${count(most)} bytes, and this one has ${count(length)}.`,
  )
}

const unsupported = (message: string): MediaRefusal => new MediaRefusal('unsupported', message)
const refusedType = ({ name, instead }: { name: string; instead: string }): MediaRefusal =>
  unsupported(`The file is ${name}, which is not supported: send ${instead}.`)
const count = (value: number): string => value.toLocaleString('en-US')
