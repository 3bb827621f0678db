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

/** The signed-in person of a request, and cookies to send with its answer. */
export interface SignedIn {
  person: Person
  session_token: string
  cookies: string[]
}

/** A request that changes something. */
export interface Change {
  request: Request
  /** Rows that are locked while the request is answered. */
  subject: ChangeSubject
  claim: Claim
}

export interface PeopleSettings extends Omit<LibrarySettings, 'tables' | 'isSecure' | 'passwords'> {
  /** Cost of a password hash. */
  hashCost?: HashCost
}

type Library = ReturnType<typeof signInLibrary>

/** Two of the four threads of Node's pool, which also reads the files of builds. */
const HASHES_AT_ONCE = 2
/** Hashes that may wait; further sign-ins are answered 503. */
const HASHES_WAITING_MAX = 16
/** Organizations of a person in a list. */
const MEMBERSHIPS_MAX = 200

/** People and their sessions, by better-auth. */
export class People {
  private readonly database: Database
  private readonly settings: PeopleSettings
  private readonly writes: WriteTransactions
  private readonly hashes = new FairQueue({
    at_once: HASHES_AT_ONCE,
    waiting_max: HASHES_WAITING_MAX,
    busy: 'Too many people sign in at this moment.',
  })
  /** Instances for reads: one for http and one for https, which name cookies differently. */
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

  /**
   * Answers a request that changes nothing. Throws better-auth's `APIError` and database errors.
   */
  read(request: Request): Promise<Response> {
    return this.libraryOf(request.url).handler(request)
  }

  /**
   * Answers a request that changes something, in one transaction, after others that change the same
   * rows. Its mails are sent after the transaction. Throws the same errors as `read`.
   */
  async change({ request, subject, claim }: Change): Promise<Response> {
    const { hashCost = HASH_COST } = this.settings
    const passwords = new PreparedPasswords(hashCost, (hash) => this.hashes.run(claim, hash))
    for (;;) {
      const mails: Mail[] = []
      const sendMails = () => mails.forEach((mail) => void this.settings.post(mail))
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
        sendMails()
        return response
      } catch (error) {
        if (error instanceof NotPrepared) {
          await error.prepare()
          continue
        }
        if (!(error instanceof Refused)) throw error
        // A sign-in that is refused until the address is confirmed sends its mail again.
        sendMails()
        return error.answer
      }
    }
  }

  /** The session of a `Cookie` header, which may have ended; null without a valid cookie. */
  sessionOf(origin: string, cookie = ''): SessionCookie | null {
    const read = readSessionCookie(cookie, this.settings.secret, origin.startsWith('https:'))
    return typeof read === 'string' ? null : read
  }

  /** The person who is signed in by a session, or null. */
  async signedIn(origin: string, session: SessionCookie | null): Promise<SignedIn | null> {
    if (session === null) return null
    const options = {
      headers: new Headers({ cookie: session.header }),
      returnHeaders: true as const,
    }
    const { headers, response } = await this.libraryOf(origin).api.getSession(options).catch(gone)
    if (!response) return null
    const { id, name, email, emailVerified, plan } = response.user
    const person = { id, name, email, email_verified: emailVerified, plan: plan as Plan }
    return { person, session_token: response.session.token, cookies: headers.getSetCookie() }
  }

  /** The role of a person in an organization; '' for others. */
  async roleIn(organizationId: string, personId: string): Promise<string> {
    const [found] = await this.database.tables
      .select({ role: member.role })
      .from(member)
      .where(and(eq(member.organizationId, organizationId), eq(member.userId, personId)))
    return found?.role ?? ''
  }

  /** Ends the session that a sign-in replaced, so that its cookie is worthless. */
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
    // Requests that change nothing need no hash and send no mail.
    const none = () => Promise.reject(new Error('a read must not hash'))
    const passwords = new PreparedPasswords(HASH_COST, none)
    const library = this.libraryOn(this.database.tables, url, passwords, this.settings.post)
    this.libraries.set(isSecure, library)
    return library
  }

  /**
   * Creates an instance, in a millisecond, whose queries all run on `tables`, such as a
   * transaction.
   */
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

/** Rolls back the transaction of a refused request. */
class Refused extends Error {
  readonly answer: Response

  constructor(answer: Response) {
    super('the library refused a request')
    this.answer = answer
  }
}

/** Throws `AccountsGone` for the library's error of a failed database, which has no details. */
function gone(error: unknown): never {
  if (error instanceof APIError && error.statusCode >= 500)
    throw new AccountsGone('The accounts could not do this now.', { cause: error })
  throw error
}
