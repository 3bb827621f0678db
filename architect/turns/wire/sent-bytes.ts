import { invalidInput } from '../../projects/architect-error.ts'
import { IMAGE_BYTES_MAX } from '../media/media-limits.ts'

/** Characters of the head of a data URL: its type and its parameters. */
const HEAD_CHARACTERS_MAX = 200
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/
/** Characters of base64 that stand for three bytes. */
const BASE64_CHARACTERS = 4
/** Characters of the base64 of the largest picture, `IMAGE_BYTES_MAX`. */
const ENCODED_CHARACTERS_MAX = 10_666_668

/** The scheme of an address, or null for what is none. */
const schemeOf = (text: string): string | null =>
  /^\s*([a-z][a-z0-9+.-]*):/i.exec(text.slice(0, HEAD_CHARACTERS_MAX))?.[1].toLowerCase() ?? null

/**
 * The base64 of a data URL. Throws `ArchitectError` 400 for every other address: nothing is ever
 * fetched for a caller. The declared type is not returned, because the bytes decide.
 */
export function base64OfUrl(url: string, param: string): string {
  const scheme = schemeOf(url)
  if (scheme === null)
    throw invalidInput(param, `${param} is not a data URL: send data:image/png;base64,... .`)
  if (scheme !== 'data') throw remoteAddress(scheme, param)
  const comma = url.slice(0, HEAD_CHARACTERS_MAX).indexOf(',')
  if (comma < 0 || !/;\s*base64\s*$/i.test(url.slice(0, comma)))
    throw invalidInput(param, `${param} must be a data URL in base64: data:image/png;base64,... .`)
  return url.slice(comma + 1)
}

/** The same for a field that may have base64 without the head of a data URL. */
export function base64Of(text: string, param: string): string {
  return schemeOf(text) === null ? text : base64OfUrl(text, param)
}

export function remoteAddress(scheme: string, param: string) {
  return invalidInput(
    param,
    `${param} is an address (${scheme}:), and no address is fetched: send the bytes as a data URL, or upload the file to /v1/files and send its file_id.`,
  )
}

/** Throws `ArchitectError` 400 for what is not base64 or too long, before it is decoded. */
export function decodeBase64(base64: string, param: string): Uint8Array {
  if (base64.length > ENCODED_CHARACTERS_MAX)
    throw invalidInput(
      param,
      `${param} has more than ${IMAGE_BYTES_MAX.toLocaleString('en-US')} bytes: send a smaller picture.`,
    )
  if (!BASE64.test(base64) || base64.length % BASE64_CHARACTERS === 1)
    throw invalidInput(param, `${param} is not valid base64.`)
  return Buffer.from(base64, 'base64')
}
