import { APIError } from 'better-auth/api'
import { eq } from 'drizzle-orm'
import { AccountsGone, type Plan } from '../accounts.ts'
import type { Database } from '../database/database.ts'
import { member, organization, session } from '../database/schema.ts'
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

type Library = ReturnType<typeof signInLibrary>

/** Organizations of a person that are listed: twice what one may make. */
const MEMBERSHIPS_MAX = 200

/** People and their sessions, behind better-auth. */
export class People {
  private readonly database: Database
  private readonly settings: Omit<LibrarySettings, 'isSecure'>
  /** One for http and one for https: what a cookie is called hangs on it. */
  private readonly libraries = new Map<boolean, Library>()

  constructor(database: Database, settings: Omit<LibrarySettings, 'tables' | 'isSecure'>) {
    this.database = database
    this.settings = { ...settings, tables: database.tables }
  }

  /** Puts a request to the library. Throws better-auth's `APIError`, and errors of the database. */
  ask(request: Request): Promise<Response> {
    return this.libraryOf(request.url).handler(request)
  }

  /** Who is signed in by a `Cookie` header, or null. */
  async signedIn(origin: string, cookie: string | undefined): Promise<SignedIn | null> {
    if (cookie === undefined) return null
    const asked = { headers: new Headers({ cookie }), returnHeaders: true as const }
    const { headers, response } = await this.libraryOf(origin).api.getSession(asked).catch(gone)
    if (!response) return null
    const { id, name, email, emailVerified, plan } = response.user
    const person = { id, name, email, email_verified: emailVerified, plan: plan as Plan }
    return { person, session_token: response.session.token, cookies: headers.getSetCookie() }
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
    const library = signInLibrary({ ...this.settings, isSecure })
    this.libraries.set(isSecure, library)
    return library
  }
}

/** The library says of a database that fails no more than that it could not get the session. */
function gone(error: unknown): never {
  if (error instanceof APIError && error.statusCode >= 500)
    throw new AccountsGone('The accounts could not do this now.', { cause: error })
  throw error
}
