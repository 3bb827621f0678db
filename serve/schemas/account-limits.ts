// Limits of the accounts that the page states and its forms check.
export { KEY_LIMIT } from '../../accounts/admission/admission-limits.ts'
export { formatLife, LINK_S } from '../../accounts/email/mail-lives.ts'
export { EXPIRES_IN_DAYS_MAX, NAME_MAX } from '../../accounts/keys/key-kinds.ts'
export { PASSWORD_MAX, PASSWORD_MIN } from '../../accounts/people/people-bounds.ts'
