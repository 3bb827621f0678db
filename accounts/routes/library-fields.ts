import { z } from 'zod'
import { NAME_MAX, PLAIN_TEXT } from '../keys/key-kinds.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from '../people/people-bounds.ts'

/** Length of an address (RFC 5321, 4.5.3.1.3). */
const EMAIL_MAX = 254
const ID_MAX = 100
const SLUG_MAX = 40
const TOKEN_MAX = 2_000

const emailHint = 'An e-mail address, such as ada@example.com.'
// Accounts without a person, such as an agent's, have addresses under `.invalid`.
const isPersonal = (text: string) => !/\.invalid$/i.test(text)
const Email = z
  .email(emailHint)
  .max(EMAIL_MAX, emailHint)
  .refine(isPersonal, emailHint)
  .transform((text) => text.toLowerCase())
const nameHint = `1 to ${NAME_MAX} characters of text.`
export const Name = z
  .string(nameHint)
  .trim()
  .min(1, nameHint)
  .max(NAME_MAX, nameHint)
  .regex(PLAIN_TEXT, nameHint)
const passwordHint = `${PASSWORD_MIN} to ${PASSWORD_MAX} characters.`
const NewPassword = z
  .string(passwordHint)
  .min(PASSWORD_MIN, passwordHint)
  .max(PASSWORD_MAX, passwordHint)
const Password = z.string('The password.').min(1, 'The password.').max(PASSWORD_MAX, passwordHint)
const idHint = 'An id, as the API returned it.'
export const Id = z
  .string(idHint)
  .regex(/^[\w-]+$/, idHint)
  .max(ID_MAX, idHint)
const tokenHint = 'The token of the link in the mail.'
const Token = z
  .string(tokenHint)
  .regex(/^[\w.-]+$/, tokenHint)
  .max(TOKEN_MAX, tokenHint)
const slugHint = `2 to ${SLUG_MAX} small letters, digits and single hyphens between them.`
const Slug = z
  .string(slugHint)
  .max(SLUG_MAX, slugHint)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, slugHint)
  .min(2, slugHint)
const Role = z.enum(['owner', 'admin', 'member'], 'owner, admin or member.')
/** A path of the service's own page, never of another site. */
const OwnPage = z
  .string()
  .regex(/^\/(\?[\w=&-]*)?$/, 'A path of this page.')
  .max(ID_MAX)

const Nothing = z.strictObject({})
const InOrganization = z.strictObject({ organizationId: Id })
const OfInvitation = z.strictObject({ invitationId: Id })

/** The routes of the library and their fields. Other routes of it cannot be reached. */
export const LIBRARY_ROUTES = {
  'GET get-session': Nothing,
  'POST sign-up/email': z.strictObject({ name: Name, email: Email, password: NewPassword }),
  'POST sign-in/email': z.strictObject({
    email: Email,
    password: Password,
    rememberMe: z.boolean('true or false.').optional(),
  }),
  'POST sign-out': Nothing,
  'POST change-password': z.strictObject({
    currentPassword: Password,
    newPassword: NewPassword,
    // Other sessions always end.
    revokeOtherSessions: z.literal(true, 'Other sessions always end.').default(true),
  }),
  'POST request-password-reset': z.strictObject({ email: Email }),
  'POST reset-password': z.strictObject({ token: Token, newPassword: NewPassword }),
  'POST send-verification-email': z.strictObject({ email: Email }),
  'GET verify-email': z.strictObject({ token: Token, callbackURL: OwnPage.optional() }),
  'POST update-user': z.strictObject({ name: Name }),
  'POST delete-user': z.strictObject({ password: Password }),
  'POST organization/create': z.strictObject({ name: Name, slug: Slug }),
  'GET organization/list': Nothing,
  'GET organization/get-full-organization': InOrganization,
  'GET organization/list-members': InOrganization,
  'GET organization/list-invitations': InOrganization,
  'GET organization/list-user-invitations': Nothing,
  'GET organization/get-invitation': z.strictObject({ id: Id }),
  'POST organization/update': z.strictObject({
    organizationId: Id,
    data: z
      .strictObject({ name: Name.optional(), slug: Slug.optional() })
      .refine((fields) => Object.keys(fields).length > 0, 'A name, a slug, or both.'),
  }),
  'POST organization/delete': InOrganization,
  'POST organization/leave': InOrganization,
  'POST organization/invite-member': z
    .strictObject({
      organizationId: Id,
      email: Email,
      role: Role,
      resend: z.boolean('true or false.').optional(),
    })
    // Each invitation is a new one with a new id: to send an old one again would show its id to
    // the person who invites, even that of an owner's invitation to an admin.
    .transform(({ resend: _, ...fields }) => fields),
  'POST organization/accept-invitation': OfInvitation,
  'POST organization/reject-invitation': OfInvitation,
  'POST organization/cancel-invitation': OfInvitation,
  'POST organization/remove-member': z.strictObject({
    organizationId: Id,
    memberIdOrEmail: z.union([Id, Email], 'The id of a membership, or an e-mail address.'),
  }),
  'POST organization/update-member-role': z.strictObject({
    organizationId: Id,
    memberId: Id,
    role: Role,
  }),
} satisfies Record<string, z.ZodType>

export type LibraryRoute = keyof typeof LIBRARY_ROUTES
