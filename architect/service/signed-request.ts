import { z } from 'zod'
import { ArchitectError } from '../projects/architect-error.ts'
import { checkLink } from '../projects/signed-link.ts'
import type { ArchitectParts } from './route.ts'

/** Query of a signed address. */
export const signedQuery = z.strictObject({
  expires: z.string().max(20).default('').describe('As in the address'),
  signature: z.string().max(100).default('').describe('As in the address'),
})

/**
 * Throws `ArchitectError` unless the path is signed and its time is not over. `again` is the path
 * that leads to a new address.
 */
export function requireSigned(
  { linkKey, now }: Pick<ArchitectParts, 'linkKey' | 'now'>,
  path: string,
  query: z.infer<typeof signedQuery>,
  again: string,
): void {
  switch (checkLink(linkKey, path, query, now())) {
    case 'valid':
      return
    case 'expired':
      throw new ArchitectError('link_expired', `The address has expired: request ${again} again.`)
    case 'invalid':
      throw linkInvalid()
  }
}

export const linkInvalid = (): ArchitectError =>
  new ArchitectError(
    'link_invalid',
    'The address is not a signed one of this service, or a part of it is missing.',
  )
