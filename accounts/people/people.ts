import { APIError } from 'better-auth/api'
import { and, eq } from 'drizzle-orm'
import { AccountsGone, type Plan } from '../accounts.ts'
import { readSessionCookie, type SessionCookie } from '../admission/session-cookie.ts'
import type { Database, Tables } from '../database/database.ts'
import { member, organization, session } from '../database/schema.ts'
import { WriteTransactions } from '../database/write-transactions.ts'
import type { Mail } from '../email/mail.ts'
import { type Claim, FairQueue } from '../fair-queue.ts'
import { HASH_COST, type HashCost } from './password-hash.ts'
import { NotPrepared, PreparedPasswords } from './prepared-passwords.ts'
import { type ChangeSubject, lockRows } from './row-locks.ts'
import { type LibrarySettings, signInLibrary } from './sign-in-library.ts'

export interface Person {
  id: string
  name: string
  email: string
  email_verified: boolean
  plan: Plan
}

export interface Membership {
  id: string
  name: string
  slug: string
  role: string
  plan: Plan
}

/** Who a request comes from, and cookies to send with its answer. */
export interface SignedIn {
  person: Person
  session_token: string
  cookies: string[]
}

/** A request that changes something. */
export interface Change {
  request: Request
  /** Whose rows are locked while it is answered. */
  subject: ChangeSubject
  claim: Claim
}

export interface PeopleSettings extends Omit<LibrarySettings, 'tables' | 'isSecure' | 'passwords'> {
  /** What a password's hash costs. */
  hashCost?: HashCost
}

type Library = ReturnType<typeof signInLibrary>

/** Two of the four threads that Node has for this, since files of builds are read by the same. */
const HASHES_AT_ONCE = 2
/** Hashes that wait; past it signing in answers 503. */
const HASHES_WAITING_MAX = 16
/** Organizations of a person that are listed: twice what one may make. */
const MEMBERSHIPS_MAX = 200

/** People and their sessions, behind better-auth. */
export class People {
  private readonly database: Database
  private readonly settings: PeopleSettings
  private readonly writes: WriteTransactions
  private readonly hashes = new FairQueue({
    at_once: HASHES_AT_ONCE,
    waiting_max: HASHES_WAITING_MAX,
    busy: 'Too many people sign in at this moment.',
  })
  /** For what changes nothing. One for http and one for https: what a cookie is called hangs on it. */
  private readonly libraries = new Map<boolean, Library>()

  constructor(
    database: Database,
    settings: PeopleSettings,
    writes = new WriteTransactions(database.tables),
  ) {
    this.database = database
    this.settings = settings
    this.writes = writes
  }

  /** Puts a question to the library. Throws better-auth's `APIError`, and errors of the database. */
  read(request: Request): Promise<Response> {
    return this.libraryOf(request.url).handler(request)
  }

  /**
   * Has the library answer a request in one transaction, after others that change the same. Mails
   * leave when it is over. Throws as `read`.
   */
  async change({ request, subject, claim }: Change): Promise<Response> {
    const { hashCost = HASH_COST } = this.settings
    const passwords = new PreparedPasswords(hashCost, (hash) => this.hashes.run(claim, hash))
    for (;;) {
      const mails: Mail[] = []
      const leave = () => mails.forEach((mail) => void this.settings.post(mail))
      try {
        const response = await this.writes.run(claim, async (tx) => {
          mails.length = 0
          await lockRows(tx, subject)
          const post = (mail: Mail) => void mails.push(mail)
          const library = this.libraryOn(tx, request.url, passwords, post)
          const answer = await library.handler(request.clone())
          if (answer.status >= 400) throw new Refused(answer)
          return answer
        })
        leave()
        return response
      } catch (error) {
        if (error instanceof NotPrepared) {
          await error.prepare()
          continue
        }
        if (!(error instanceof Refused)) throw error
        // A sign-in that is refused until the address is confirmed sends the mail once more.
        leave()
        return error.answer
      }
    }
  }

  /** The session that a `Cookie` header is of, whether it goes on or not; null where it is of none. */
  sessionOf(origin: string, cookie = ''): SessionCookie | null {
    const read = readSessionCookie(cookie, this.settings.secret, origin.startsWith('https:'))
    return typeof read === 'string' ? null : read
  }

  /** Who is signed in by a session, or null. */
  async signedIn(origin: string, session: SessionCookie | null): Promise<SignedIn | null> {
    if (session === null) return null
    const asked = { headers: new Headers({ cookie: session.header }), returnHeaders: true as const }
    const { headers, response } = await this.libraryOf(origin).api.getSession(asked).catch(gone)
    if (!response) return null
    const { id, name, email, emailVerified, plan } = response.user
    const person = { id, name, email, email_verified: emailVerified, plan: plan as Plan }
    return { person, session_token: response.session.token, cookies: headers.getSetCookie() }
  }

  /** The role of a person in an organization, '' where they have none. */
  async roleIn(organizationId: string, personId: string): Promise<string> {
    const [found] = await this.database.tables
      .select({ role: member.role })
      .from(member)
      .where(and(eq(member.organizationId, organizationId), eq(member.userId, personId)))
    return found?.role ?? ''
  }

  /** Ends the session that a sign-in replaced: who had its cookie has nothing more. */
  async endSession(token: string): Promise<void> {
    await this.database.tables.delete(session).where(eq(session.token, token))
  }

  /** The organizations of a person, by name. */
  memberships(personId: string): Promise<Membership[]> {
    const { id, name, slug, plan } = organization
    return this.database.tables
      .select({ id, name, slug, role: member.role, plan })
      .from(member)
      .innerJoin(organization, eq(organization.id, member.organizationId))
      .where(eq(member.userId, personId))
      .orderBy(organization.name, organization.id)
      .limit(MEMBERSHIPS_MAX)
  }

  private libraryOf(url: string): Library {
    const isSecure = url.startsWith('https:')
    const known = this.libraries.get(isSecure)
    if (known) return known
    // Nothing that it is used for needs a hash or sends a mail.
    const none = () => Promise.reject(new Error('a question needs no hash'))
    const passwords = new PreparedPasswords(HASH_COST, none)
    const library = this.libraryOn(this.database.tables, url, passwords, this.settings.post)
    this.libraries.set(isSecure, library)
    return library
  }

  /** Made in a millisecond: a transaction has one of its own, and all that it does is within it. */
  private libraryOn(
    tables: Tables,
    url: string,
    passwords: PreparedPasswords,
    post: (mail: Mail) => void,
  ): Library {
    const isSecure = url.startsWith('https:')
    return signInLibrary({ ...this.settings, tables, isSecure, passwords, post })
  }
}

/** Ends a transaction: a request that is refused changes nothing. */
class Refused extends Error {
  readonly answer: Response

  constructor(answer: Response) {
    super('the library refused a request')
    this.answer = answer
  }
}

/** The library says of a database that fails no more than that it could not get the session. */
function gone(error: unknown): never {
  if (error instanceof APIError && error.statusCode >= 500)
    throw new AccountsGone('The accounts could not do this now.', { cause: error })
  throw error
}
