import { createHash } from 'node:crypto'
import { invalidRequest } from '../../http/error-codes.ts'

/** The list that a cursor belongs to. It is invalid for another build or other filters. */
export interface CursorScope {
  build: string
  filters: object
}

const DIGEST_BYTES = 8
const CHECK_BYTES = 4
const POSITION_BYTES = 4
const LENGTH = POSITION_BYTES + 2 * DIGEST_BYTES + CHECK_BYTES

const RESTART = 'Leave cursor out to start again at the first page.'

/**
 * Encodes where the next page begins as an opaque text of 32 characters. It holds a position, which
 * is not secret, digests of build and filters, and a checksum that detects changes.
 */
export function encodeCursor(position: number, { build, filters }: CursorScope): string {
  const bytes = Buffer.alloc(LENGTH - CHECK_BYTES)
  bytes.writeUInt32BE(position, 0)
  digest(build).copy(bytes, POSITION_BYTES)
  digest(JSON.stringify(filters)).copy(bytes, POSITION_BYTES + DIGEST_BYTES)
  return Buffer.concat([bytes, check(bytes)]).toString('base64url')
}

/**
 * Decodes the position of a cursor. Throws `ApiError` 400 for an invalid one, or one of another
 * scope.
 */
export function decodeCursor(text: string, { build, filters }: CursorScope): number {
  const bytes = Buffer.from(text, 'base64url')
  const payload = bytes.subarray(0, LENGTH - CHECK_BYTES)
  // Encoded again for comparison: decoding also accepts blanks, padding and odd last bits.
  const isWhole = bytes.length === LENGTH && bytes.toString('base64url') === text
  if (!isWhole || !check(payload).equals(bytes.subarray(-CHECK_BYTES)))
    throw invalidRequest(
      'cursor',
      'The cursor is invalid or incomplete.',
      `Send next_cursor of the previous page unchanged. ${RESTART}`,
    )
  const digests = payload.subarray(POSITION_BYTES)
  if (!digest(build).equals(digests.subarray(0, DIGEST_BYTES)))
    throw invalidRequest(
      'cursor',
      'The build changed since the previous page, and the cursor belongs to the old build.',
      RESTART,
    )
  if (!digest(JSON.stringify(filters)).equals(digests.subarray(DIGEST_BYTES)))
    throw invalidRequest(
      'cursor',
      'The cursor belongs to other filters.',
      `Repeat the filters of the first page; limit and include_geometry may change. ${RESTART}`,
    )
  return payload.readUInt32BE(0)
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest().subarray(0, DIGEST_BYTES)
}

function check(bytes: Buffer): Buffer {
  return createHash('sha256').update('cursor').update(bytes).digest().subarray(0, CHECK_BYTES)
}
