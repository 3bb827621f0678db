import { type AccountAnswer, type AccountRequest, AccountsGone } from '../accounts.ts'
import { failureOf } from '../database/database-failure.ts'
import type { People } from '../people/people.ts'
import { AccountError, conflictOf, errorAnswer } from './account-error.ts'
import type { Attempts } from './attempts.ts'
import { LIBRARY_BASE, type LibraryRoutes, libraryRoute } from './library-routes.ts'
import type { OwnRoutes } from './own-routes.ts'
import { readBody, readQuery } from './request-fields.ts'

export interface AccountRoutesOptions {
  people: People
  library: LibraryRoutes
  own: OwnRoutes
  attempts: Attempts
  /** Where clients reach the service; null: each request tells. */
  publicUrl: string | null
  /** Called when somebody changed something: what is remembered of credentials may be wrong. */
  onChange(): void
  /** One line for the log of the service. Never anything secret. */
  note(text: string): void
}

/** Answers the requests to `/api/auth/` and `/api/account`. */
export class AccountRoutes {
  private readonly options: AccountRoutesOptions

  constructor(options: AccountRoutesOptions) {
    this.options = options
  }

  /** Every answer, errors included. Throws `AccountsGone` alone. */
  async answer(request: AccountRequest): Promise<AccountAnswer> {
    try {
      const answer = await this.told(request)
      if (request.method !== 'GET') this.options.onChange()
      return answer
    } catch (error) {
      if (error instanceof AccountError) return errorAnswer(error, request.request_id)
      if (error instanceof AccountsGone) throw error
      const conflict = conflictOf(error)
      if (conflict) return errorAnswer(conflict, request.request_id)
      const failure = failureOf(error)
      if (failure.isGone) throw new AccountsGone(failure.told, { cause: error })
      this.options.note(`Account request ${request.request_id} failed: ${failure.told}`)
      const ours = new AccountError(500, 'The accounts failed.', { hint: 'Report the request id.' })
      return errorAnswer(ours, request.request_id)
    }
  }

  private async told(request: AccountRequest): Promise<AccountAnswer> {
    const { method, headers, body, address } = request
    await this.options.attempts.request(address)
    const origin = this.options.publicUrl ?? request.origin
    const url = URL.parse(request.url, origin)
    if (!url) throw new AccountError(400, 'The address is none.')
    if (method !== 'GET') expectOwnPage(headers, origin)
    const { pathname: path, searchParams: query } = url
    const { people } = this.options
    const session = people.sessionOf(origin, headers.cookie)
    if (!path.startsWith(LIBRARY_BASE)) {
      const signedIn = await people.signedIn(origin, session)
      return this.options.own.answer({ method, path, query, body, signedIn })
    }
    const found = libraryRoute(method, path)
    if (!found) throw new AccountError(404, 'There is no such path.')
    if ('allowed' in found)
      throw new AccountError(405, `The path does not know ${method}.`, {
        headers: { allow: found.allowed },
      })
    const { route } = found
    const fields = method === 'GET' ? readQuery(found.fields, query) : readBody(found.fields, body)
    return this.options.library.answer({ route, fields, origin, session, address })
  }
}

/**
 * A request that changes something comes from a page of ours: its origin says so, which no other
 * page can forge, and its type is one that no form can send.
 */
function expectOwnPage(headers: Record<string, string>, origin: string): void {
  const site = headers['sec-fetch-site'] ?? 'same-origin'
  if (headers.origin !== origin || site !== 'same-origin')
    throw new AccountError(403, 'Account requests are for the page of this service.', {
      hint: `Send \`Origin: ${origin}\`.`,
    })
  if (!/^application\/json *(;|$)/i.test(headers['content-type'] ?? ''))
    throw new AccountError(415, 'The body is of a type that no path takes.', {
      hint: 'Send `Content-Type: application/json`.',
    })
}
