import type { FastifyRequest } from 'fastify'
import type { Credential } from '../accounts/accounts.ts'
import { invalidRequest } from './error-codes.ts'

/**
 * The credential of a request: a key, or the session cookie where a page of the service sent it.
 * Throws `ApiError` where the request has two different keys.
 */
export function credentialOf(
  { headers }: Pick<FastifyRequest, 'headers'>,
  ownOrigin: string | null,
): Credential | null {
  const { authorization, cookie } = headers
  const apiKey = headers['x-api-key']
  const bearer = authorization === undefined ? undefined : bearerOf(authorization)
  const keys = [bearer, apiKey].filter((key) => key !== undefined)
  if (keys.length > 1 && keys[0] !== keys[1])
    throw invalidRequest('x-api-key', 'Two different keys were sent.', 'Send one of them.')
  if (keys.length > 0) return { kind: 'key', key: `${keys[0]}` }
  // A page of another origin must not use the session of the person who is signed in here.
  if (cookie === undefined || !isFromOwnPage({ headers }, ownOrigin)) return null
  return { kind: 'session', cookie, is_secure: ownOrigin?.startsWith('https:') ?? false }
}

/** True where no page of another origin sent the request. */
export function isFromOwnPage(
  { headers }: Pick<FastifyRequest, 'headers'>,
  ownOrigin: string | null,
): boolean {
  const { origin, 'sec-fetch-site': site = 'same-origin' } = headers
  const isOwnSite = ['same-origin', 'none'].includes(`${site}`)
  return isOwnSite && (origin === undefined || origin === ownOrigin)
}

/** The token of `Bearer <token>`; for any other scheme the empty text, which is not a valid key. */
function bearerOf(authorization: string): string {
  return /^bearer +(\S+) *$/i.exec(authorization)?.[1] ?? ''
}
