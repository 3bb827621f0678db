import { createHash } from 'node:crypto'

/** The identifier of a link in a mail as it is stored: nobody who reads the table can use the link. */
export function hashedIdentifier(identifier: string): string {
  return createHash('sha256').update(identifier).digest('base64url')
}
