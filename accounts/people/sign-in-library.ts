import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { betterAuth } from 'better-auth/minimal'
import { organization } from 'better-auth/plugins/organization'
import type { Tables } from '../database/database.ts'
import * as schema from '../database/schema.ts'
import type { Mail } from '../email/mail.ts'
import { INVITATION_S, LINK_S } from '../email/mail-lives.ts'
import { accountExistsMail, invitationMail, resetMail, verifyMail } from '../email/mails.ts'
import {
  INVITATIONS_MAX,
  MEMBERS_MAX,
  ORGANIZATIONS_MAX,
  PASSWORD_MAX,
  PASSWORD_MIN,
} from './people-bounds.ts'
import {
  assertInvitationValid,
  assertNotSoleOwner,
  assertPerson,
  confirmEmail,
  trimSessions,
} from './person-rules.ts'
import type { PreparedPasswords } from './prepared-passwords.ts'
import { hashedIdentifier } from './verification-identifier.ts'

const HOUR_S = 3_600
const DAY_S = 24 * HOUR_S
/** Life of a session after the last visit; it is extended once a day. */
const SESSION_S = 7 * DAY_S

export interface LibrarySettings {
  tables: Tables
  secret: string
  /** True when cookies are sent over https only. */
  isSecure: boolean
  /** True when a person must confirm the e-mail address before signing in. */
  mustVerify: boolean
  passwords: PreparedPasswords
  post(mail: Mail): void
}

/**
 * Configures better-auth for people, passwords, sessions and organizations. Requests reach it
 * through `routes/`, which validates them and counts attempts, so its own limits are off. Its log
 * is off too, because its lines hold e-mail addresses.
 */
export function signInLibrary(settings: LibrarySettings) {
  const { tables, secret, isSecure, mustVerify, passwords, post } = settings
  return betterAuth({
    appName: 'Plat',
    basePath: '/api/auth',
    secret,
    database: drizzleAdapter(tables, { provider: 'pg', schema }),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_MIN,
      maxPasswordLength: PASSWORD_MAX,
      requireEmailVerification: mustVerify,
      // With it, the answer for a new address would differ from that for a taken one.
      autoSignIn: false,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: LINK_S,
      password: {
        hash: async (password) => passwords.hash(password),
        verify: async ({ hash, password }) => passwords.verify(hash, password),
      },
      async sendResetPassword({ user, token }, request) {
        // The part after `#` is sent to no server, so it is in no log.
        post(resetMail(user.email, `${originOf(request)}/#reset-password=${token}`))
      },
      // Opening the link proves that the mailbox is theirs.
      onPasswordReset: ({ user }) => confirmEmail(tables, user.id),
      async onExistingUserSignUp({ user }, request) {
        if (mustVerify) post(accountExistsMail(user.email, `${originOf(request)}/`))
      },
    },
    emailVerification: {
      sendOnSignUp: mustVerify,
      sendOnSignIn: mustVerify,
      expiresIn: LINK_S,
      async sendVerificationEmail({ user, token }, request) {
        const query = new URLSearchParams({ token, callbackURL: '/?account=verified' })
        post(verifyMail(user.email, `${originOf(request)}/api/auth/verify-email?${query}`))
      },
    },
    user: {
      additionalFields: {
        kind: { type: 'string', required: false, input: false, defaultValue: 'person' },
        plan: { type: 'string', required: false, input: false, defaultValue: 'free' },
      },
      deleteUser: {
        enabled: true,
        beforeDelete: ({ id }) => assertNotSoleOwner(tables, id),
      },
    },
    session: { expiresIn: SESSION_S, updateAge: DAY_S },
    verification: { storeIdentifier: { hash: async (text) => hashedIdentifier(text) } },
    databaseHooks: {
      session: {
        create: {
          before: ({ userId }) => assertPerson(tables, userId),
          after: ({ userId }) => trimSessions(tables, userId),
        },
      },
    },
    plugins: [
      organization({
        organizationLimit: ORGANIZATIONS_MAX,
        membershipLimit: MEMBERS_MAX,
        invitationLimit: INVITATIONS_MAX,
        invitationExpiresIn: INVITATION_S,
        cancelPendingInvitationsOnReInvite: true,
        requireEmailVerificationOnInvitation: mustVerify,
        organizationHooks: {
          beforeAcceptInvitation: ({ invitation, user }) =>
            assertInvitationValid(tables, invitation, user.id),
        },
        schema: {
          organization: {
            additionalFields: {
              plan: { type: 'string', required: false, input: false, defaultValue: 'free' },
            },
          },
        },
        async sendInvitationEmail({ id, email, organization, inviter }, request) {
          const link = `${originOf(request)}/#invitation=${id}`
          const names = { organization: organization.name, inviter: inviter.user.name }
          post(invitationMail(email, { ...names, link }))
        },
      }),
    ],
    rateLimit: { enabled: false },
    logger: { disabled: true },
    telemetry: { enabled: false },
    // `routes/` answers failures that are not the caller's mistake.
    onAPIError: { throw: true },
    advanced: {
      cookiePrefix: 'plat',
      useSecureCookies: isSecure,
      disableOriginCheck: false,
      disableCSRFCheck: false,
      ipAddress: { disableIpTracking: true },
      database: { validateSchema: false },
    },
  })
}

/** The origin of the service: requests to the library are made with it as their address. */
function originOf(request: Request | undefined): string {
  if (!request) throw new Error('a mail with a link needs a request')
  return new URL(request.url).origin
}
