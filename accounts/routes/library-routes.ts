import { APIError } from 'better-auth/api'
import type { z } from 'zod'
import { type AccountAnswer, AccountsGone } from '../accounts.ts'
import { ANSWER_WAIT_MS } from '../accounts-port.ts'
import type { SessionCookie } from '../admission/session-cookie.ts'
import type { Claim } from '../fair-queue.ts'
import { addressId } from '../limits/address-id.ts'
import { isManager } from '../people/organization-roles.ts'
import type { People } from '../people/people.ts'
import type { ChangeSubject } from '../people/row-locks.ts'
import { AccountError, type AccountErrorStatus, notSignedIn } from './account-error.ts'
import type { Attempts } from './attempts.ts'
import { LIBRARY_ROUTES, type LibraryRoute } from './library-fields.ts'
import { visibleInvitations } from './visible-invitations.ts'

export const LIBRARY_BASE = '/api/auth/'

/** A request to the library with its validated fields. */
export interface LibraryCall {
  route: LibraryRoute
  fields: Record<string, unknown>
  /** Scheme, host and port of this service, as clients see it. */
  origin: string
  /** Session of the request, which may have ended. */
  session: SessionCookie | null
  /** Address of the client. */
  address: string
}

interface LibraryError {
  status: number
  code?: string
  message?: string
}

/** Wrong field by better-auth's error code: the first of these that was sent. */
const PARAMS: Record<string, string[]> = {
  INVALID_PASSWORD: ['password', 'currentPassword'],
  INVALID_TOKEN: ['token'],
  TOKEN_EXPIRED: ['token'],
  ORGANIZATION_SLUG_ALREADY_TAKEN: ['slug'],
  ORGANIZATION_ALREADY_EXISTS: ['slug'],
  ORGANIZATION_NOT_FOUND: ['organizationId'],
  MEMBER_NOT_FOUND: ['memberId', 'memberIdOrEmail', 'invitationId'],
  INVITATION_NOT_FOUND: ['invitationId', 'id'],
}
/** Two sign-ups with one new address at once: the second finds it taken when it is repeated. */
const LOST_RACE = 'FAILED_TO_CREATE_USER'
const HINTS: Record<string, string> = {
  EMAIL_NOT_VERIFIED: 'Open the link in the mail that was just sent.',
  INVALID_TOKEN: 'Request a new mail.',
  TOKEN_EXPIRED: 'Request a new mail.',
  SOLE_OWNER: 'Make somebody else an owner of it, or delete it.',
}

/** Routes of people, sessions and organizations, answered by better-auth. */
export class LibraryRoutes {
  private readonly people: People
  private readonly attempts: Attempts

  constructor(people: People, attempts: Attempts) {
    this.people = people
    this.attempts = attempts
  }

  /** Answers a request. Throws `AccountError`, `AccountsGone`, and bugs. */
  async answer(call: LibraryCall): Promise<AccountAnswer> {
    await this.count(call)
    const before = call.route === 'POST sign-in/email' ? await this.signedIn(call) : null
    const answer = await this.visible(call, await this.send(call))
    if (call.route === 'POST sign-in/email') {
      await this.attempts.signedIn(`${call.fields.email}`)
      // The replaced session may have been planted by somebody else, so it ends.
      if (before) await this.people.endSession(before.session_token)
    }
    return answer
  }

  /** Counts attempts, before anything else is read. */
  private async count(call: LibraryCall): Promise<void> {
    const { route, fields, address } = call
    if (route === 'POST sign-in/email')
      return await this.attempts.signIn(`${fields.email}`, address)
    if (route === 'POST sign-up/email') return await this.attempts.signUp(address)
    const isMail =
      route === 'POST request-password-reset' || route === 'POST send-verification-email'
    if (isMail || route === 'POST reset-password') return await this.attempts.mail(address)
    const isPassword = route === 'POST change-password' || route === 'POST delete-user'
    if (!isPassword && route !== 'POST organization/invite-member') return
    const signedIn = await this.signedIn(call)
    if (!signedIn) throw notSignedIn()
    if (isPassword) await this.attempts.password(signedIn.person.id)
    else await this.attempts.invitation(signedIn.person.id)
  }

  /** Removes invitations from an answer that the signed-in person may not see. */
  private async visible(call: LibraryCall, answer: AccountAnswer): Promise<AccountAnswer> {
    const isList = call.route === 'GET organization/list-invitations'
    if (!isList && call.route !== 'GET organization/get-full-organization') return answer
    const signedIn = await this.signedIn(call)
    const { organizationId } = call.fields
    const role = signedIn ? await this.people.roleIn(`${organizationId}`, signedIn.person.id) : ''
    if (isList && !isManager(role))
      throw new AccountError(403, 'Only owners and admins see the invitations of an organization.')
    const body = JSON.parse(answer.body)
    const shown = isList
      ? visibleInvitations(body, role)
      : { ...body, invitations: visibleInvitations(body.invitations, role) }
    return { ...answer, body: JSON.stringify(shown) }
  }

  private signedIn({ origin, session }: LibraryCall) {
    return this.people.signedIn(origin, session)
  }

  private async send(call: LibraryCall): Promise<AccountAnswer> {
    const claim = claimOf(call)
    const first = await this.sendOnce(call, claim)
    const isLost = 'code' in first && first.code === LOST_RACE
    const last = isLost ? await this.sendOnce(call, claim) : first
    if ('headers' in last) return last
    throw errorOf(last, call.fields)
  }

  private async sendOnce(call: LibraryCall, claim: Claim): Promise<AccountAnswer | LibraryError> {
    try {
      const request = requestOf(call)
      const response =
        request.method === 'GET'
          ? await this.people.read(request)
          : await this.people.change({ request, subject: subjectOf(call), claim })
      const text = await response.text()
      if (response.status < 400) return answerOf(response, text)
      return { ...(bodyOf(text) as object), status: response.status }
    } catch (error) {
      if (!(error instanceof APIError)) throw error
      return { ...error.body, status: error.statusCode }
    }
  }
}

/** Finds the route of a path and method, the allowed methods of the path, or null. */
export function libraryRoute(
  method: string,
  path: string,
):
  | { route: LibraryRoute; fields: z.ZodType<Record<string, unknown>> }
  | { allowed: string }
  | null {
  const name = path.slice(LIBRARY_BASE.length)
  const route = `${method} ${name}`
  if (Object.hasOwn(LIBRARY_ROUTES, route)) {
    const known = route as LibraryRoute
    return { route: known, fields: LIBRARY_ROUTES[known] }
  }
  const others = ['GET', 'POST'].filter((each) => Object.hasOwn(LIBRARY_ROUTES, `${each} ${name}`))
  return others.length > 0 ? { allowed: others.join(', ') } : null
}

/** The rows that a change concerns. */
function subjectOf({ route, fields, session }: LibraryCall): ChangeSubject {
  const text = (field: string) => fields[field] as string | undefined
  return {
    sessionToken: session?.token,
    ...(route === 'POST sign-in/email' && { email: text('email') }),
    ...(route === 'POST reset-password' && { resetToken: text('token') }),
    ...(route === 'POST delete-user' && { isOfMemberships: true }),
    organizationId: text('organizationId'),
    invitationId: text('invitationId'),
  }
}

/** The claim of a request: for its client, its person and its organization. */
function claimOf({ fields, address, session }: LibraryCall): Claim {
  const claimants = [`client ${addressId(address)}`]
  if (session !== null) claimants.push(`session ${session.token}`)
  for (const field of ['email', 'organizationId', 'invitationId'])
    if (fields[field] !== undefined) claimants.push(`${field} ${fields[field]}`)
  return { deadline_ms: performance.now() + ANSWER_WAIT_MS, claimants }
}

/** Builds the request to the library from the validated fields only. */
function requestOf({ route, fields, origin, session }: LibraryCall): Request {
  const [method, name] = route.split(' ')
  const url = new URL(LIBRARY_BASE + name, origin)
  const headers = new Headers({ origin })
  if (session !== null) headers.set('cookie', session.header)
  if (method === 'GET') {
    for (const [field, value] of Object.entries(fields)) url.searchParams.set(field, `${value}`)
    return new Request(url, { headers })
  }
  headers.set('content-type', 'application/json')
  return new Request(url, { method, headers, body: JSON.stringify(fields) })
}

function answerOf(response: Response, text: string): AccountAnswer {
  const headers: [string, string][] = [['content-type', 'application/json']]
  const location = response.headers.get('location')
  if (location !== null) headers.push(['location', location])
  for (const cookie of response.headers.getSetCookie()) headers.push(['set-cookie', cookie])
  const body = text === '' ? '' : JSON.stringify(withoutTokens(bodyOf(text)))
  return { status: response.status, headers, body }
}

/** Removes session tokens: they belong in the cookie only, which no script can read. */
function withoutTokens(body: unknown): unknown {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return body
  const { token: _, ...rest } = body as { token?: unknown; session?: unknown }
  return 'session' in rest ? { ...rest, session: withoutTokens(rest.session) } : rest
}

function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

function errorOf(
  { status, code = '', message }: LibraryError,
  fields: Record<string, unknown>,
): Error {
  // These are failures of the database.
  if (status >= 500 || /^FAILED_TO_/.test(code)) {
    const cause = new Error(`better-auth answered ${status} ${code}`)
    return new AccountsGone('The accounts could not do this now.', { cause })
  }
  const known: AccountErrorStatus =
    status === 401 || status === 403 || status === 404 || status === 429 ? status : 400
  const text = message ?? 'This cannot be done.'
  return new AccountError(known, /[.!?]$/.test(text) ? text : `${text}.`, {
    param: PARAMS[code]?.find((field) => Object.hasOwn(fields, field)),
    hint: HINTS[code],
  })
}
