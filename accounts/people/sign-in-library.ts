import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { betterAuth } from 'better-auth/minimal'
import { organization } from 'better-auth/plugins/organization'
import type { Tables } from '../database/database.ts'
import * as schema from '../database/schema.ts'
import type { Mail } from '../email/mail.ts'
import { accountExistsMail, invitationMail, resetMail, verifyMail } from '../email/mails.ts'
import {
  INVITATIONS_MAX,
  MEMBERS_MAX,
  ORGANIZATIONS_MAX,
  PASSWORD_MAX,
  PASSWORD_MIN,
} from './people-bounds.ts'
import {
  confirmEmail,
  expectInvitedStill,
  expectNoSoleOwner,
  expectPerson,
  trimSessions,
} from './person-rules.ts'
import type { PreparedPasswords } from './prepared-passwords.ts'
import { hashedIdentifier } from './verification-identifier.ts'

const HOUR_S = 3_600
const DAY_S = 24 * HOUR_S
/** Without a visit a session ends after this; with one a day it goes on. */
const SESSION_S = 7 * DAY_S
/** Links in mails. */
const LINK_S = HOUR_S
const INVITATION_S = 7 * DAY_S

export interface LibrarySettings {
  tables: Tables
  secret: string
  /** Whether cookies go over https only. */
  isSecure: boolean
  /** Whether an e-mail address must be confirmed before one signs in with it. */
  mustVerify: boolean
  passwords: PreparedPasswords
  post(mail: Mail): void
}

/**
 * better-auth as we use it: people, passwords, sessions and organizations. Its routes are reached
 * through `routes/`, which checks what comes and counts attempts; so its own limits are off. It logs
 * nothing: its lines hold addresses of e-mail.
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
      // Signed in at once or not, a new address would answer otherwise than a taken one.
      autoSignIn: false,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: LINK_S,
      password: {
        hash: async (password) => passwords.hash(password),
        verify: async ({ hash, password }) => passwords.verify(hash, password),
      },
      async sendResetPassword({ user, token }, request) {
        // After `#` it reaches no server, no log and no other site.
        post(resetMail(user.email, `${originOf(request)}/#reset-password=${token}`))
      },
      // Who opened the link has the mailbox.
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
        beforeDelete: ({ id }) => expectNoSoleOwner(tables, id),
      },
    },
    session: { expiresIn: SESSION_S, updateAge: DAY_S },
    verification: { storeIdentifier: { hash: async (text) => hashedIdentifier(text) } },
    databaseHooks: {
      session: {
        create: {
          before: ({ userId }) => expectPerson(tables, userId),
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
            expectInvitedStill(tables, invitation, user.id),
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
    // What is not the asker's mistake is ours to tell.
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

/** Requests are made with our own origin as their address. */
function originOf(request: Request | undefined): string {
  if (!request) throw new Error('a mail with a link was asked for without a request')
  return new URL(request.url).origin
}
