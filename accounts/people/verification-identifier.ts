import { createHash } from 'node:crypto'

/** Hash of the token of a link, for storage: reading the table does not reveal the link. */
export function hashedIdentifier(identifier: string): string {
  return createHash('sha256').update(identifier).digest('base64url')
}
