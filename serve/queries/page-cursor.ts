import { createHash } from 'node:crypto'
import { invalidRequest } from '../http/error-codes.ts'

/** What a cursor belongs to. With another build or other filters it says nothing. */
export interface CursorScope {
  build: string
  filters: object
}

const DIGEST_BYTES = 8
const CHECK_BYTES = 4
const PLACE_BYTES = 4
const LENGTH = PLACE_BYTES + 2 * DIGEST_BYTES + CHECK_BYTES

const AGAIN = 'Leave cursor out to start again at the first page.'

/**
 * An opaque text of 32 characters that says where the next page begins. It carries a place, which
 * is no secret, and digests of build and filters; the check finds one that was cut or altered.
 */
export function encodeCursor(place: number, { build, filters }: CursorScope): string {
  const bytes = Buffer.alloc(LENGTH - CHECK_BYTES)
  bytes.writeUInt32BE(place, 0)
  digest(build).copy(bytes, PLACE_BYTES)
  digest(JSON.stringify(filters)).copy(bytes, PLACE_BYTES + DIGEST_BYTES)
  return Buffer.concat([bytes, check(bytes)]).toString('base64url')
}

/** The place in a cursor. Throws `ApiError` 400 where it is none, or none of this scope. */
export function decodeCursor(text: string, { build, filters }: CursorScope): number {
  const bytes = Buffer.from(text, 'base64url')
  const told = bytes.subarray(0, LENGTH - CHECK_BYTES)
  // Written again, because base64url reads blanks, padding and odd last bits as well.
  const isWhole = bytes.length === LENGTH && bytes.toString('base64url') === text
  if (!isWhole || !check(told).equals(bytes.subarray(-CHECK_BYTES)))
    throw invalidRequest(
      'cursor',
      'The cursor is not one of ours, or not whole.',
      `Give next_cursor of the page before as it is. ${AGAIN}`,
    )
  const digests = told.subarray(PLACE_BYTES)
  if (!digest(build).equals(digests.subarray(0, DIGEST_BYTES)))
    throw invalidRequest(
      'cursor',
      'The build changed since the page before: the cursor is of another one.',
      AGAIN,
    )
  if (!digest(JSON.stringify(filters)).equals(digests.subarray(DIGEST_BYTES)))
    throw invalidRequest(
      'cursor',
      'The cursor belongs to other filters.',
      `Repeat the filters of the first page; limit and include_geometry may change. ${AGAIN}`,
    )
  return told.readUInt32BE(0)
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest().subarray(0, DIGEST_BYTES)
}

function check(bytes: Buffer): Buffer {
  return createHash('sha256').update('cursor').update(bytes).digest().subarray(0, CHECK_BYTES)
}
