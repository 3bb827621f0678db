import type { SignedIn } from '../people/people.ts'

/** A request to `/api/account...`, with the signed-in person. */
export interface OwnCall {
  method: string
  path: string
  query: URLSearchParams
  body: string | null
  /** Address of the client. */
  address: string
  /** Public origin of the service. */
  origin: string
  signedIn: SignedIn | null
}
