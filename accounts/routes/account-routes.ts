import { type AccountAnswer, type AccountRequest, AccountsGone } from '../accounts.ts'
import { describeFailure } from '../database/database-failure.ts'
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
  /** Public origin of the service; null when each request names it. */
  publicUrl: string | null
  /** Called after a change: cached credentials may be out of date. */
  onChange(): void
  /** Writes one line to the log of the service, without secrets. */
  note(text: string): void
}

/** Answers the requests to `/api/auth/` and `/api/account`. */
export class AccountRoutes {
  private readonly options: AccountRoutesOptions

  constructor(options: AccountRoutesOptions) {
    this.options = options
  }

  /** Answers every request, errors included. Throws only `AccountsGone`. */
  async answer(request: AccountRequest): Promise<AccountAnswer> {
    try {
      const answer = await this.route(request)
      if (request.method !== 'GET') this.options.onChange()
      return answer
    } catch (error) {
      if (error instanceof AccountError) return errorAnswer(error, request.request_id)
      if (error instanceof AccountsGone) throw error
      const conflict = conflictOf(error)
      if (conflict) return errorAnswer(conflict, request.request_id)
      const failure = describeFailure(error)
      if (failure.isGone) throw new AccountsGone(failure.text, { cause: error })
      this.options.note(`Account request ${request.request_id} failed: ${failure.text}`)
      const bug = new AccountError(500, 'The accounts failed.', { hint: 'Report the request id.' })
      return errorAnswer(bug, request.request_id)
    }
  }

  private async route(request: AccountRequest): Promise<AccountAnswer> {
    const { method, headers, body, address } = request
    await this.options.attempts.request(address)
    const origin = this.options.publicUrl ?? request.origin
    const url = URL.parse(request.url, origin)
    if (!url) throw new AccountError(400, 'The address is not valid.')
    if (method !== 'GET') assertOwnPage(headers, origin)
    const { pathname: path, searchParams: query } = url
    const { people } = this.options
    const session = people.sessionOf(origin, headers.cookie)
    if (!path.startsWith(LIBRARY_BASE)) {
      const signedIn = await people.signedIn(origin, session)
      return this.options.own.answer({ method, path, query, body, address, origin, signedIn })
    }
    const found = libraryRoute(method, path)
    if (!found) throw new AccountError(404, 'There is no such path.')
    if ('allowed' in found)
      throw new AccountError(405, `The path does not allow ${method}.`, {
        headers: { allow: found.allowed },
      })
    const { route } = found
    const fields = method === 'GET' ? readQuery(found.fields, query) : readBody(found.fields, body)
    return this.options.library.answer({ route, fields, origin, session, address })
  }
}

/**
 * Throws `AccountError` for a change that does not come from the service's own page: another page
 * cannot forge the origin, and a form cannot send the content type.
 */
function assertOwnPage(headers: Record<string, string>, origin: string): void {
  const site = headers['sec-fetch-site'] ?? 'same-origin'
  if (headers.origin !== origin || site !== 'same-origin')
    throw new AccountError(403, 'Account requests are for the page of this service.', {
      hint: `Send \`Origin: ${origin}\`.`,
    })
  if (!/^application\/json *(;|$)/i.test(headers['content-type'] ?? ''))
    throw new AccountError(415, 'The type of the body is not supported.', {
      hint: 'Send `Content-Type: application/json`.',
    })
}
